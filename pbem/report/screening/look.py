"""The replay's style: a wide screen, a phone, by night, on paper."""

from __future__ import annotations

from pbem.report.html_style import style

_STAGE = """
.stage{--plain:"Gill Sans","Gill Sans MT","Source Sans 3","Helvetica Neue",Arial,sans-serif;--fight:#b3261e;
--way:#7a1fa2;
--good:#2f6b34;font-size:1rem}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]) .stage{--fight:#ff8a7d;--way:#d9a0f0;
--good:#8fce93}}
:root[data-theme=dark] .stage{--fight:#ff8a7d;--way:#d9a0f0;--good:#8fce93}
.stage .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stage{display:flex;flex-direction:column;min-height:100vh;padding:.4rem .6rem;gap:.4rem}
.stage .top{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .9rem;margin:0;max-width:none;
padding:.1rem 0 .3rem;
border-bottom:1px solid var(--line)}
.stage h1{font-size:1.15rem;margin:0}.stage .which{margin:0;font:.82rem var(--plain);color:var(--soft)}
.which span{display:inline-block;border:1px solid var(--line);border-radius:.8rem;padding:.05rem .55rem;
margin-right:.3rem;background:var(--sheet)}
.which b{color:var(--accent)}
#proved{margin:0 0 0 auto;font:600 .85rem var(--plain);color:var(--soft)}
.stage .pass{color:var(--good)!important}.stage .broken{color:var(--fight)!important;font-weight:700}
.stage #theme{position:static;min-height:1.8rem;font-size:.8rem}
.board{margin:0;max-width:none;padding:0;display:flex;flex-direction:column;min-height:0}
.board>*{margin:0!important}
.stage figure.map{position:relative;display:flex;flex-direction:column;min-height:0;flex:1}
.stage .sheet{flex:1;min-height:0;background:var(--map)}
.stage .pm{width:100%;height:52vh;max-height:none;touch-action:none}
.stage .told{margin:.1rem 0;font-size:.8rem}
.keys{display:none;flex-wrap:wrap;gap:0 1rem;margin:0;font:.76rem var(--plain);color:var(--soft)}
kbd{font:inherit;font-weight:700;border:1px solid var(--line);border-radius:.25rem;padding:0 .3rem;
background:var(--sheet);
color:var(--ink)}
.stage .tools{position:absolute;right:.4rem;top:.4rem;margin:0;z-index:2}
.control{display:flex;flex-wrap:wrap;align-items:center;gap:.15rem .7rem;font:.85rem var(--plain)}
#strip{flex:1 0 calc(100% - 16px);height:14px;width:calc(100% - 16px);display:block;margin:0 8px -2px}
#strip .span{fill:var(--line)}#strip .odd{fill:var(--soft)}#strip .gone{fill:var(--line);opacity:.4}
#strip .dice{stroke:var(--fight);stroke-width:1.6;vector-effect:non-scaling-stroke}
#bar{flex:1 0 100%;margin:0;height:1.7rem;accent-color:var(--accent)}
.buttons{display:flex;gap:.2rem}
.stage button{font:600 1rem var(--plain);min-height:2.3rem;min-width:2.4rem}
.buttons #play{min-width:3.4rem;background:var(--accent);color:var(--sheet);border-color:var(--accent)}
.control select,.finding input{font:inherit;background:var(--sheet);color:var(--ink);border:1px solid var(--line);
border-radius:.3rem;min-height:2rem}
.caption{flex:1 0 100%;min-height:3.6em}
#when{margin:0;font:.85rem var(--plain);color:var(--soft)}#when b{color:var(--accent);font-size:1rem}
#when small{margin-left:.6rem}
#said{margin:0;font-size:1.08rem;line-height:1.35;display:-webkit-box;-webkit-line-clamp:4;-webkit-box-orient:vertical;
overflow:hidden}
.caption.short{min-height:0}
.eyes{color:var(--accent);font:italic .85rem var(--plain);margin:0}
#battle{flex:1 0 100%;border:1px solid var(--line);border-left:5px solid var(--fight);border-radius:.3rem;
background:var(--sheet);
padding:.35rem .7rem}
#battle[hidden]{display:none}
#dice .first{margin-left:.6rem}
#dice{display:flex;flex-wrap:wrap;gap:.35rem;float:right;max-width:50%;justify-content:flex-end}
.die{font:700 1.2rem/2rem var(--plain);min-width:2rem;height:2.1rem;text-align:center;border:2px solid var(--ink);
border-radius:.35rem;padding:0 .3rem}
.die.six{font:400 2.6rem/2.1rem "DejaVu Sans","Segoe UI Symbol",sans-serif;border:0;padding:0;color:var(--fight)}
#card{display:flex;flex-wrap:wrap;gap:.1rem .9rem;margin:0;align-items:baseline}
#card dt{font-size:.74rem;color:var(--soft);padding:0;white-space:nowrap}#card dd{font-size:.95rem}
#card .pair{display:flex;gap:.35rem;align-items:baseline}
#card .plain{font-weight:700}
#card .beside{flex:1 0 100%;font-size:.82rem;color:var(--soft)}
#signed{clear:both;margin:.1rem 0 0;font:.76rem ui-monospace,"DejaVu Sans Mono",monospace;color:var(--soft);
overflow-wrap:anywhere}
.beside{display:flex;flex-direction:column;min-height:0;min-width:0}
.tabs{display:flex;gap:.15rem;border-bottom:1px solid var(--line)}
.stage .tabs button{border-radius:.3rem .3rem 0 0;border-bottom:0;background:none;color:var(--soft);font-size:.9rem;
padding:0 .8rem}
.stage .tabs button[aria-selected=true]{background:var(--sheet);color:var(--ink);box-shadow:inset 0 3px 0 var(--accent)}
.panel{overflow:auto;padding:.3rem .2rem;max-height:75vh}
.panel[hidden]{display:none}
.panel ol{list-style:none;margin:0;padding:0}
.panel li li{padding-left:1.1rem}
.stage .panel ol button{display:block;width:100%;text-align:left;border:0;border-radius:.2rem;background:none;
min-height:1.7rem;
padding:.12rem .4rem;font:.88rem/1.35 var(--plain);color:var(--ink)}
.stage .panel .number{font-weight:600;border-top:1px solid var(--line);margin-top:.25rem}
.panel .number b,.panel .line b{color:var(--accent)}
.panel .diced{border-left:4px solid var(--fight)!important}
.panel .own{font-style:italic;color:var(--accent)!important}
.stage .panel [aria-current]{background:var(--ink);color:var(--paper)}.panel [aria-current] b{color:inherit}
.panel .aside{opacity:.6;text-decoration:line-through}
.panel .note,.panel .eyes{margin:.1rem .4rem;font-size:.82rem}
.finding{display:flex;gap:.5rem;align-items:center;font:.9rem var(--plain)}
#life-of{margin:.3rem .4rem}
.curve{margin:.2rem 0 .6rem}.curve figcaption{font:600 .85rem var(--plain)}
.curve svg{width:100%;height:auto;cursor:pointer}
.curve .rule{stroke:var(--line);fill:none}.curve .tick{font:12px var(--plain);fill:var(--soft);text-anchor:end}
.curve .curve{fill:none;stroke-width:2.4;stroke-linejoin:round}
.c0{stroke:var(--ink)}.c1{stroke:var(--fight)}.c2{stroke:var(--way)}.c3{stroke:var(--good)}
.end{font:600 13px var(--plain);stroke:none}.end.c0{fill:var(--ink)}.end.c1{fill:var(--fight)}.end.c2{fill:var(--way)}
.end.c3{fill:var(--good)}
.here{stroke:var(--accent);stroke-width:1.5}
#found table{font-size:.85rem;width:100%}#found th{font-weight:400;font-size:.85rem}#found .count{text-align:right}
.verdict{font:700 1.05rem var(--plain);margin:.4rem 0}.breaks{font-size:.85rem;color:var(--fight)}
.head{font:.76rem ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
#panel-proof table{font-size:.85rem}#panel-proof th{font-weight:400}#panel-proof td{color:var(--soft)}
#panel-proof p{font-size:.9rem}#panel-proof h3{margin-top:.7rem}
.past{opacity:.34}.past,.pm-arrows,.pm-battles,.life,.lit{pointer-events:none}
.stage .now .pm-face{stroke:var(--fight);stroke-width:4.5}
.stage .named .pm-face{stroke:var(--ink);stroke-width:5}
.fight{fill:var(--fight);fill-opacity:.16;stroke:var(--fight);stroke-width:5;stroke-dasharray:10 6}
.chosen-place{fill:var(--way);fill-opacity:.18;stroke:var(--way);stroke-width:6}
.way{fill:none;stroke:var(--way);stroke-width:6;stroke-linejoin:round;stroke-dasharray:3 11;stroke-linecap:round}
.way.edge{stroke:var(--sheet);stroke-width:12;stroke-dasharray:none;stroke-opacity:.75}
.stop{fill:var(--sheet);stroke:var(--way);stroke-width:4}.stop.start{fill:var(--way)}
.stage .pm-counter{cursor:pointer}
@media screen and (min-width:62rem) and (min-height:32rem){
.stage{height:100vh;display:grid;
grid-template:"top top" auto "map beside" minmax(0,1fr) "control beside" auto/minmax(0,1fr) 25rem}
.stage .top{grid-area:top}.board{grid-area:map}.control{grid-area:control}.beside{grid-area:beside}
.stage .pm{height:100%}.stage .sheet{height:0}
.keys{display:flex}.panel{flex:1;max-height:none}
.caption{flex:1 0 20rem;min-height:3.2em}#battle{flex:1 1 100%}
.control{min-height:11.6rem;align-content:flex-start}
}
@media screen and (max-width:40rem){
.stage .which span:nth-child(2){display:none}.stage .told{display:none}
.buttons{flex:1 0 100%;justify-content:space-between}.stage .buttons button{min-height:2.75rem;min-width:2.75rem;flex:1}
.panel{max-height:60vh}
.stage .pm{height:46vh}
#battle{max-height:9.5rem;overflow:auto}.caption{min-height:3em}#said{font-size:.98rem;-webkit-line-clamp:3}
}
@media print{.control .buttons,#bar,#strip,.tabs,.tools,#prove{display:none!important}.panel[hidden]{display:block}
.panel{max-height:none}}
"""


def stage_style() -> str:
    """The report's style, and on top of it the replay's."""
    return style() + _STAGE.strip() + "\n"
