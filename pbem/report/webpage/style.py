"""The page's style: two columns where there is room, one where there is not, black and white on paper."""

from __future__ import annotations

from pbem.model.picture import Picture
from pbem.report.drawing.frames import tones_used
from pbem.report.drawing.palette import Needed
from pbem.report.drawing.terrain import looks_used
from pbem.report.html_style import style
from pbem.report.webpage.hand_style import HAND_STYLE

_STYLE = """
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.page{display:grid;gap:.6rem .9rem;padding:.6rem .9rem;grid-template-columns:minmax(0,1fr);font-size:.95rem;
--mine:#1f5fa8;--fight:#b3261e;--way:#7a3fa0;
--plain:"Gill Sans","Gill Sans MT","Source Sans 3","Helvetica Neue",Arial,sans-serif}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]) .page{
--mine:#8fc1ff;--fight:#ff9185;--way:#d9a8ff}}
@media screen{:root[data-theme=dark] .page{--mine:#8fc1ff;--fight:#ff9185;--way:#d9a8ff}}
.page>header,.page main{max-width:none;margin:0;padding:0}
.page main>*{margin:0 0 .3rem}
.page button,.page select,.find input{font-family:var(--plain);font-size:.85rem;min-height:1.9rem;color:var(--ink);
background:var(--sheet);border:1px solid var(--line);border-radius:.3rem}
.page button{padding:.1rem .6rem}
.page button:disabled{opacity:.5;cursor:default}
.status{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem 1.2rem;border-bottom:3px double var(--line)}
.page .status{padding:0 0 .35rem}
.status h1{font-size:1.15rem;margin:0}.status p{margin:0;font-size:.9rem}
.status .which span+span::before{content:"\\00b7";margin:0 .35rem;color:var(--soft)}
.status .present,.status .old{flex:0 0 100%;font-family:var(--plain)}
.page .old{border:3px solid var(--fight);padding:.3rem .6rem;font-weight:700}
.page .status #theme{position:static;margin-left:auto}
.mapbar,.who,.keys,#spoken,.then{font-family:var(--plain)}
.mapbar label{display:inline-flex;align-items:center;gap:.3rem}
.mapbar{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;align-items:center;font-size:.85rem;padding-right:8.5rem;
min-height:2.2rem}
.mapbar[hidden],.tabs[hidden]{display:none}
.layers{display:flex;gap:.9rem;border:0;margin:0;padding:0}
.find input{padding:0 .4rem}
.board{position:relative;display:flex;flex-direction:column;min-height:0}
.board .tools{position:absolute;right:0;top:0;margin:0}
.board figure.map{position:static}
.board .sheet{background:var(--map)}
.board .sheet .pm{width:100%;max-height:70vh}
.board .told{margin:0;font-size:.82rem}
.keys{display:flex;flex-wrap:wrap;gap:0 1rem;margin:0;font-size:.78rem;color:var(--soft)}
.keys[hidden]{display:none}@media (hover:none),(max-width:40rem){.keys{display:none}}
@media screen and (max-width:40rem){.page #sheet{min-height:9rem;max-height:45vh}.mapbar{row-gap:.8rem}
.board .sheet .pm{max-height:60vh}
.ready .bar{position:relative;z-index:1}.page button,.page select{min-height:2.4rem}}
kbd{font:inherit;font-weight:700;border:1px solid var(--line);border-radius:.25rem;padding:0 .3rem;
background:var(--sheet);color:var(--ink)}
.twin{font-size:.85rem}.twin .scroll{max-height:40vh;overflow:auto}
.twin tbody td{vertical-align:top}
.bar[hidden]{display:none}
.bar,.writing,.report{border-top:1px solid var(--line);padding-top:.4rem;min-width:0;min-height:0}
.bar{display:flex;flex-direction:column;gap:.35rem}
.who{display:flex;flex-wrap:wrap;gap:.3rem;align-items:center}
.who select{min-width:9rem;font-weight:700}
#count{font-size:.85rem;color:var(--soft);margin-left:auto}
#offers{display:flex;flex-wrap:wrap;gap:.3rem;align-content:flex-start;overflow:auto;max-height:12rem;padding:3px}
#offers small{color:var(--soft)}
#offers b{flex:0 0 100%;font:600 .8rem var(--plain);color:var(--soft);padding:.2rem .3rem 0}
.page #offers .part{border-radius:1rem;font-weight:600;color:var(--soft);opacity:1}
.page #offers .part:disabled{border-color:transparent;background:none;padding:.1rem .3rem}
.page #offers .addition{border-style:dotted;border-width:2px;max-width:100%}
#waiting{display:flex;flex-wrap:wrap;gap:.25rem;max-height:4.2rem;overflow:auto}#waiting[hidden]{display:none}
#waiting button[aria-pressed=true]{border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink);font-weight:700}
#offers button.attack{border:2px dashed var(--fight);font-weight:700}
#offers button[aria-pressed=true]{border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink);font-weight:700}
#spoken{font-size:.88rem;margin:0;min-height:1.5em}
.writing{display:flex;flex-direction:column;gap:.35rem}
.writing h2{font-size:.9rem;letter-spacing:.04em}
#sheet{flex:1;width:100%;min-height:11rem;resize:vertical;color:var(--ink);background:var(--sheet);
border:1px solid var(--line);border-radius:.3rem;padding:.5rem .7rem;line-height:1.4;tab-size:4;
font-family:ui-monospace,"Cascadia Mono","SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8rem}
.then{margin:0;font-size:.85rem}
.report{display:flex;flex-direction:column}
.tabs{display:flex;flex-wrap:wrap;gap:.15rem;border-bottom:1px solid var(--line)}
.page .tabs button{border-radius:.3rem .3rem 0 0;border-bottom:0;background:none;color:var(--soft)}
.page .tabs button[aria-selected=true]{background:var(--sheet);color:var(--ink);font-weight:700;
box-shadow:inset 0 3px 0 var(--accent)}
.panel{overflow:auto;padding:.3rem .2rem}
.ready .panel.closed{display:none}
body:not(.ready) .panel>.unseen{position:static;width:auto;height:auto;clip-path:none}
.report [data-place]{cursor:pointer}
#lines{display:flex;flex-direction:column;gap:.2rem;align-items:stretch}
#lines p{margin:.3rem 0 0;font-size:.85rem;color:var(--soft)}
#lines button{text-align:left;padding:.25rem .6rem;white-space:pre-wrap}
#lines button span{display:block;font-weight:600}#lines button small{display:block;color:var(--soft)}
#lines button::before,.options [role=button]::before{content:"\\2610";float:left;margin-right:.5rem}
#lines button[aria-pressed=true]::before,.options [role=button][aria-pressed=true]::before{content:"\\2611"}
#lines button[aria-pressed=true],.options [role=button][aria-pressed=true]{
box-shadow:inset 0 0 0 2px var(--ink);border-radius:.3rem}
#lines .wishes{display:flex;flex-wrap:wrap;gap:.25rem;align-items:baseline}#lines .wishes b{min-width:6rem}
#lines button.about{border-left:5px solid var(--mine)}
.options [role=button]{cursor:pointer;padding-left:.4rem;min-height:1.9rem}
.detail small{color:var(--soft);font-weight:400}
.page .detail button[aria-pressed=true],.page .order button[aria-pressed=true]{
box-shadow:inset 0 0 0 1.5px var(--ink);font-weight:700}
#composed{font-family:var(--plain);font-size:.88rem}
#composed h3,#composed h4{margin:.4rem 0 .15rem}#composed>p{margin:.1rem 0}
#composed>.doubt{border-left:4px solid var(--fight);padding-left:.5rem;font-weight:600}
.order>div:first-child,.entry p{display:flex;gap:.3rem;align-items:baseline;margin:.15rem 0}
.order>div:first-child button:first-child{flex:1;text-align:left}.entry p span{flex:1;font-weight:600}
.order.open{border-left:5px solid var(--mine);padding-left:.45rem;margin-bottom:.4rem}
.entry{border-top:1px solid var(--line);padding:.1rem 0 .25rem}
.detail{display:flex;flex-wrap:wrap;gap:.25rem;align-items:baseline;margin:.15rem 0}
.detail b{min-width:3.6rem;color:var(--soft);font-weight:600}
.detail button small{display:block}
.board .able:not(.chosen) .pm-face{stroke:var(--mine);stroke-width:4.5;stroke-dasharray:7 4}
.blank{display:none}.idle .bar,.idle .writing,.idle .blank,.idle #tab-orders{display:none!important}
.without-moves .pm-arrows,.without-battles .pm-battles{display:none}
.board .pm-counter[tabindex]{cursor:pointer}
.board .pm-counter:focus,.board svg:focus{outline:none}
.board svg:focus-visible{outline:3px solid var(--accent);outline-offset:-3px}
.board .chosen .pm-face{stroke:var(--ink);stroke-width:5}
.board .pm-counter:focus-visible .pm-face{stroke:var(--accent);stroke-width:6}
.lights,.signs,.cursor,.supply,.lacks{pointer-events:none}
.light{fill:var(--mine);fill-opacity:.2;stroke:var(--mine);stroke-width:3.5}
.light.attack{fill:var(--fight);stroke:var(--fight);stroke-width:5;stroke-dasharray:9 6}
.light.done{fill-opacity:.42;stroke-width:7}
.cost{font:700 14px "Helvetica Neue",Arial,"Liberation Sans",sans-serif;text-anchor:middle;fill:var(--ink);
stroke:var(--sheet);stroke-width:4;paint-order:stroke;stroke-linejoin:round}
.strokes{fill:none;stroke:var(--fight);stroke-width:5;stroke-linecap:round}
.plan{fill:none;stroke:var(--ink);stroke-width:4;stroke-dasharray:2 7;stroke-linecap:round}
circle.plan{fill:var(--sheet);stroke-width:3;stroke-dasharray:none}
.plan.fight{stroke:var(--fight);stroke-width:5;stroke-dasharray:12 6}
.way{fill:none;stroke-linejoin:round;stroke-linecap:round;vector-effect:non-scaling-stroke}
.way.halo{stroke:var(--sheet);stroke-width:5.5;stroke-opacity:.8}
.way.mine{stroke:var(--way);stroke-width:3}
.way.theirs{stroke:var(--ink);stroke-width:3.2;stroke-dasharray:.1 6}
.way.halo.chosen{stroke-width:9}.way.mine.chosen{stroke-width:5.5}
.source{fill:none;stroke:var(--way);stroke-width:6}
.lack{fill:var(--sheet);stroke:var(--fight);stroke-width:4}
.cursor .edge{fill:none;stroke:var(--sheet);stroke-width:7}
.cursor .core{fill:none;stroke:var(--ink);stroke-width:3.5}
@media screen and (min-width:62rem) and (min-height:36rem){
.page.ready{height:100vh;grid-template:"status status" auto "map report" minmax(0,1fr) "map sheet" minmax(0,1fr)
"bar sheet" auto/minmax(0,1.5fr) minmax(24rem,1fr)}
.page.ready.idle{grid-template:"status status" auto "map report" minmax(0,1fr)/minmax(0,1.5fr) minmax(24rem,1fr)}
.ready .status{grid-area:status}.ready .board{grid-area:map}.ready .bar{grid-area:bar}
.ready .writing{grid-area:sheet}.ready .report{grid-area:report}
.ready .report{border-top:0;padding-top:0}
.ready .board{overflow:auto}
.ready .board figure.map{flex:1 0 auto;height:0;min-height:min(22rem,50vh);display:flex;flex-direction:column}
.ready .board .sheet{flex:1;min-height:0}
.ready .board .pm{height:100%;max-height:none}
.ready .bar{min-height:11rem}.ready #offers{height:5.6rem;max-height:none}
.ready #sheet{resize:none;min-height:0}
.ready .panel{flex:1;min-height:0}
}
@media print{
.page{display:block;padding:0}
.mapbar,.keys,.twin,.hand,.bar,.writing,.tabs,.status button,.lights,.signs,.cursor{display:none!important}
.ready .panel.closed{display:block}
#panel-short,#panel-orders,#panel-questions,#panel-luck,#panel-victory,.nothing{display:none!important}
.board .sheet{background:none}.board .sheet .pm{max-height:230mm}.board .panels svg{width:auto;max-height:none}
.report,.panel,.report section{break-inside:auto;border:0;padding-top:0}.report .scroll,.panel{overflow:visible}
.blank{display:block;break-before:page}
.blank h2{font-size:13pt}.blank h3{margin:6mm 0 1mm}
.blank ul{list-style:none;margin:0;padding:0}
.blank li{border-bottom:.3mm solid #000;height:8.5mm;display:flex;align-items:flex-end}
.page *{color:#000!important;border-color:#000!important}
.pm-paper,[class^=pm-tint]{fill:#fff!important}
[class^=pm-dot]{fill:#aaa}[class^=pm-ink]{stroke:#999}
.pm-water{stroke:#999}.pm-bank,.pm-grid,.pm-road-edge{stroke:#555}.pm-road-fill,.pm-road-main{stroke:#fff}
.pm-number{fill:#333}.pm-river-name,.pm-name .pm-worth{fill:#000}
.pm-disc,.pm-star,.pm-house{fill:#000}.pm-band{stroke:#555}
.pm-counter .pm-face{fill:#fff!important;stroke:#000!important;stroke-width:1.6}
.pm-stripe{fill:#fff;fill-opacity:1;stroke:#000;stroke-dasharray:2 2}
.pm-arrow{stroke:#000!important}.pm-head{fill:#000!important;stroke:#000!important}.pm-hollow{fill:#fff!important}
"""


def page_style(picture: Picture, *, with_hand: bool) -> str:
    """The report's style for what the map shows, and on top of it the page's.

    On paper the second side is grey, the first white.
    """
    greys = "".join(
        f".pm-{force.tone}.pm-counter .pm-face{{fill:{grey}!important}}"
        for force, grey in zip(picture.forces[1:], ("#c9c9c9", "#9a9a9a", "#e4e4e4"), strict=False)
    )
    hand = HAND_STYLE if with_hand else ""
    needed = Needed(tuple(looks_used(picture)), tuple(tones_used(picture)))
    return style(needed) + hand + _STYLE.strip() + greys + "}\n"
