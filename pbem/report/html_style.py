"""The style of an HTML report, by day, by night and in print."""

from __future__ import annotations

from functools import cache

from pbem.report.drawing.palette import EVERY, Needed, named_colours, named_rules

_STYLE = """
:root{color-scheme:light;--paper:#fbf8ef;--ink:#1d1b16;--soft:#655f50;--line:#d8d0ba;--sheet:#fffdf6;--accent:#8c2b20;
--secret:#f6ead9;--map:#fbf8efDAY}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){NIGHT}}
@media screen{:root[data-theme=dark]{NIGHT}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.0625rem/1.55 "Iowan Old Style",Palatino,"Palatino Linotype","Book Antiqua",Georgia,serif}
header,nav,main{max-width:62rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.25rem;position:relative}
h1{font-size:clamp(1.6rem,4.5vw,2.4rem);line-height:1.1;margin:0 7rem .4rem 0;letter-spacing:.03em}
h2,h3,h4,dt,.mark,.tags,caption,th,nav,button,summary,.told,.audience{
font-family:"Gill Sans","Gill Sans MT","Source Sans 3","Helvetica Neue",Arial,sans-serif}
h2{font-size:1.02rem;letter-spacing:.09em;margin:0}
h3,h4{font-size:1rem;margin:0}
p{margin:.3rem 0}
.tags{display:flex;flex-wrap:wrap;gap:.4rem;list-style:none;margin:.4rem 0;padding:0;font-size:.85rem}
.tags li{border:1px solid var(--line);border-radius:1rem;padding:.05rem .7rem;background:var(--sheet)}
.subtitle{font-size:1.15rem;font-style:italic}
.audience{font-weight:700;color:var(--accent);font-size:.9rem}
.line{color:var(--soft)}
header{border-bottom:3px double var(--line);padding-bottom:.8rem}
nav ol{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.7rem 0;font-size:.85rem}
a{color:var(--accent)}
.skip{position:absolute;left:-99rem;background:var(--sheet);padding:.5rem 1rem;z-index:9}
.skip:focus{left:1rem;top:1rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
main>*{margin:1.5rem 0}
section.part,section.secret{border-top:1px solid var(--line);padding-top:.8rem}
section.part>h2+.note{display:inline-block}
.note{color:var(--soft)}
.rows{margin:.4rem 0}
.rows>div{display:grid;grid-template-columns:minmax(5.5rem,max-content) 1fr;gap:0 1rem;padding:.12rem 0}
dt{font-weight:700;font-size:.82rem;letter-spacing:.06em;padding-top:.18rem}
dd{margin:0}dd p{margin:0}
.items,.options{list-style:none;padding:0;margin:.4rem 0}
.items>li{padding:.35rem 0 .35rem 2.6rem;border-bottom:1px dotted var(--line)}
.items>li>p:first-child{margin-left:-2.6rem}
.items.bare>li{padding:.06rem 0 .06rem 1.1rem;border:0}.items.bare>li>p:first-child{margin:0 0 0 -1.1rem}
.items>li>p:first-child .mark{display:inline-block;min-width:2.2rem}
.mark{font-weight:700;color:var(--accent)}
.flow{display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;list-style:none;padding:0;margin:.3rem 0}
.scroll{overflow-x:auto}
@media screen and (max-width:40rem){.sheet>.pm{height:62vh}.scroll td:last-child{min-width:10rem}}
table{border-collapse:collapse;font-variant-numeric:tabular-nums lining-nums;font-size:.95rem;margin:.4rem 0}
caption{text-align:left;font-weight:700;font-size:.85rem;color:var(--soft);padding-bottom:.2rem}
th,td{padding:.16rem .8rem .16rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{font-size:.78rem;letter-spacing:.05em;color:var(--soft);border-bottom:2px solid var(--line)}
tbody th{font-weight:600}
.right{text-align:right}.centre{text-align:center}
.foot{font-size:.9rem;color:var(--soft)}
code,pre{font-family:ui-monospace,"Cascadia Mono","SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em}
code{background:var(--sheet);border:1px solid var(--line);border-radius:.2rem;padding:0 .25rem}
cite{font-style:normal}
pre{background:var(--sheet);border:1px solid var(--line);border-radius:.3rem;padding:.8rem 1rem;overflow-x:auto;
line-height:1.35;margin:.3rem 0}
figure{margin:0}figcaption{color:var(--soft)}
.question,section.secret{background:var(--sheet);border:1px solid var(--line);border-left:5px solid var(--accent);
border-radius:.3rem;padding:.7rem 1rem;margin:.7rem 0}
section.secret{background:var(--secret)}
.options li{padding:.1rem 0 .1rem 1.2rem}
hr{border:0;border-top:3px double var(--line)}
.map{position:relative}
.sheet{border:1px solid var(--line);border-radius:.3rem;overflow:hidden;background:var(--map)}
.pm{display:block;width:100%;height:auto;max-height:85vh}
.live .pm{cursor:grab;touch-action:pan-y}.live .near{touch-action:none}
.sheet{position:relative}.panels,.stacks{display:none}
.inset{position:absolute;left:.4rem;bottom:.4rem;width:auto;height:auto;max-width:min(24%,13rem);
max-height:36%;border:1px solid var(--line);border-radius:.25rem;
opacity:.94;cursor:crosshair;touch-action:none}.inset.away{display:none}
.inset.right{left:auto;right:.4rem}.inset.upper{bottom:auto;top:.4rem}
.pm-fan .meant .pm-face{stroke:var(--accent);stroke-width:6}.pm-fan .pm-sheet{stroke-width:2}
.tools{display:flex;gap:.3rem;justify-content:flex-end;margin-bottom:.4rem}
button{font-size:.9rem;min-width:2.2rem;min-height:2.2rem;border:1px solid var(--line);border-radius:.3rem;
background:var(--sheet);color:var(--ink);cursor:pointer}
#theme{position:absolute;right:1.25rem;top:2.1rem;padding:0 .7rem}
.told{font-size:.88rem;color:var(--soft);min-height:1.4em;margin:.3rem 0}
.place,.unit{border-bottom:1px dotted var(--soft)}
.pm .lit,.lit-place{stroke:#d8342a;stroke-width:6;stroke-opacity:1}.lit-place{fill:none;pointer-events:none}
summary{cursor:pointer;font-size:.88rem}
@media print{
@page{margin:13mm 16mm}
body{font-size:10pt;background:#fff;color:#000}
nav,.skip,button,.tools,.told,summary{display:none!important}
header,main{max-width:none;padding:0}header h1{font-size:15pt;margin:0}header *{margin-top:0;margin-bottom:1mm}
section,table,.items>li,.question{break-inside:avoid}
h2,h3{break-after:avoid}main>*{margin:.7rem 0}
.sheet{border:0;break-inside:avoid}.pm{max-height:230mm}.inset,.pm-fan{display:none}
.panels{display:block}.panels figure{break-inside:avoid;margin:0 0 4mm}.panels svg{width:auto;max-height:none}
.stacks{display:block;font-size:8pt}
.scroll{overflow:visible}pre{white-space:pre-wrap}
}
"""

_NIGHT = (
    "color-scheme:dark;--paper:#181917;--ink:#ece7da;--soft:#a8a292;--line:#3a3a35;--sheet:#20211e;"
    "--accent:#e98a7c;--secret:#2a2420;--map:#1c1d1b"
)


@cache
def style(needed: Needed = EVERY) -> str:
    """The page's style sheet, that of the drawings included."""
    day, night = named_colours(night=False, needed=needed), named_colours(night=True, needed=needed)
    return _STYLE.replace("DAY", day).replace("NIGHT", _NIGHT + night).strip() + named_rules(needed)
