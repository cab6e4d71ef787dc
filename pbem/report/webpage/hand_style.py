"""The style of a hand of cards: below the map over the whole width where there is room, so that the map stays high."""

from __future__ import annotations

HAND_STYLE = """
.hand{border-top:1px solid var(--line);padding-top:.35rem;min-width:0;font-family:var(--plain)}
.hand[hidden]{display:none}
.hand h2{font-size:.9rem;margin:0 0 .25rem}.hand h2 small{letter-spacing:0;font-size:.8rem}
.hand h2 small,#uses small{color:var(--soft);font-weight:400}
#cards{display:flex;gap:.4rem;overflow-x:auto;padding:3px 3px .4rem}
.page .card{flex:0 0 7.6rem;min-height:4.6rem;display:grid;grid-template-columns:auto 1fr;
align-content:start;gap:.05rem .4rem;text-align:left;padding:.3rem .45rem;background:var(--map);
border:1.5px solid var(--ink);
border-radius:.5rem;line-height:1.15}
.card b{font-size:1.15rem}.card span{font-weight:600;align-self:center}
.card small{grid-column:1/-1;align-self:end;color:var(--soft)}
.page .card.absent{border-style:dashed;background:none}
.card.used b::after{content:"\\2009\\2713"}
.page .card[aria-pressed=true]{box-shadow:inset 0 0 0 2.5px var(--ink)}
#uses{display:flex;flex-wrap:wrap;gap:.3rem;padding:3px;max-height:7.2rem;overflow:auto}
#uses p{margin:0;font-size:.82rem;color:var(--soft);flex-basis:100%}
.page #uses button[aria-pressed=true]{box-shadow:inset 0 0 0 1.5px var(--ink);font-weight:700}
#uses button small{margin-left:.4rem}
@media screen and (max-width:61.99rem){
.with-hand .writing{order:1}.with-hand .blank{order:2}.page #uses{max-height:none}
}
@media screen and (min-width:62rem) and (min-height:36rem){
.page.ready.with-hand{grid-template:"status status" auto "map report" minmax(0,1fr) "map bar" auto
"map sheet" minmax(7rem,.55fr) "hand hand" auto/minmax(0,1.5fr) minmax(24rem,1fr);row-gap:.4rem;padding-block:.3rem}
.ready.with-hand .bar{min-height:0}.ready.with-hand #sheet{min-height:3rem}
.ready .hand{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:0 .8rem}
.hand h2{grid-row:1/3}.hand h2 small{display:block}.hand #uses{max-height:4.6rem}.page .card{min-height:4rem}
.with-hand .keys{column-gap:.7rem;font-size:.73rem}
.with-hand .status{column-gap:.8rem}.with-hand .status p{font-size:.84rem}
.with-hand .told:has(+.keys:not([hidden])){display:none}
.ready .hand{grid-area:hand}
}
@media screen and (min-width:62rem) and (min-height:36rem) and (max-height:48rem){.hand #uses{max-height:2.5rem}
}
"""
