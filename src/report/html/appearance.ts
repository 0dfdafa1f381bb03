/** How the page looks. It uses only what the browser brings: no fonts, no pictures, nothing from elsewhere. */
export const APPEARANCE = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfb; --ink: #1d1f24; --faint: #6b7079; --rule: #d9dbd7; --soft: #f1f2ee;
  --here: #fff1b8; --blue: #1a5fb4; --red: #b3261e; --green: #1e6b34; --amber: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191d; --ink: #e6e6e3; --faint: #9ba0a8; --rule: #33363c; --soft: #1f2227;
    --here: #4a4010; --blue: #7fb2ff; --red: #ff8a80; --green: #7bd394; --amber: #e8b75a;
  }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.2rem 1.6rem 3rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.25rem; margin: 0 0 .6rem; }
h2 { font-size: 1.05rem; margin: 1.4rem 0 .2rem; overflow-wrap: anywhere; }
h3 { font-size: .95rem; margin: 0 0 .4rem; overflow-wrap: anywhere; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
code, .code, svg { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 12px; }
table { border-collapse: collapse; }
td, th { text-align: left; vertical-align: top; padding: .15rem .9rem .15rem 0; min-width: 6.5em; overflow-wrap: anywhere; }
.answers-box { max-height: 36vh; overflow: auto; }
.answers { width: 100%; }
.answers td, .answers th { border-bottom: 1px solid var(--rule); max-width: 36rem; }
.stepping tr[data-show] { cursor: pointer; }
.stepping tr.shown td { background: var(--here); }
.holds { color: var(--green); } .violated { color: var(--red); } .inconclusive { color: var(--amber); }
.reason, .text, footer { color: var(--faint); }
.panes { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.2rem; margin-top: .6rem; }
@media (max-width: 900px) { .panes { grid-template-columns: minmax(0, 1fr); } }
.chart { overflow: auto; max-height: 74vh; border: 1px solid var(--rule); border-radius: 6px; }
.chart .names { position: sticky; top: 0; background: var(--paper); border-bottom: 1px solid var(--rule); width: max-content; min-width: 100%; }
.chart svg { display: block; }
svg text { fill: var(--ink); }
svg .name { fill: var(--soft); stroke: var(--rule); }
svg .lifeline { stroke: var(--rule); stroke-width: 1.5; }
svg .row { fill: transparent; }
svg .here .row { fill: var(--here); }
.stepping svg .moment-row[data-moment] { cursor: pointer; }
svg .message, svg .together, svg .cycle { fill: none; stroke: var(--blue); stroke-width: 1.5; }
svg .alone, svg .joint { fill: var(--blue); }
svg .stuck { fill: none; stroke: var(--red); stroke-width: 2.5; }
svg .aside { fill: var(--faint); }
svg .label { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
svg .here .label { stroke: var(--here); }
.controls { display: none; gap: .4rem; align-items: center; flex-wrap: wrap; margin: .4rem 0; }
.stepping .controls { display: flex; }
button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--rule); border-radius: 5px; padding: .1rem .7rem; }
kbd { font: 12px ui-monospace, monospace; border: 1px solid var(--rule); border-radius: 3px; padding: 0 .3rem; }
.moment { border: 1px solid var(--rule); border-radius: 6px; padding: .6rem .8rem; min-height: 9rem; max-height: 42vh; margin-bottom: .6rem; overflow: auto; }
.values td { min-width: 0; }
.places td { min-width: 5em; }
.places td:first-child { min-width: 7em; }
.places td.where { min-width: 0; color: var(--faint); }
.values td:first-child, .places td:first-child { font-weight: 600; }
.values td { font-family: ui-monospace, monospace; font-size: 12px; }
.source { margin-top: .8rem; }
.code { overflow: auto; max-height: 28vh; border: 1px solid var(--rule); border-radius: 6px; padding: .3rem 0; }
.line { display: flex; white-space: pre; }
.line:has(.here) { background: var(--soft); }
.number { flex: none; width: 4em; padding-right: 1em; text-align: right; color: var(--faint); user-select: none; }
.line .here { background: var(--here); outline: 1px solid var(--amber); border-radius: 2px; }
.gap { padding-left: 3em; color: var(--faint); }
[hidden] { display: none; }
@media print { .controls { display: none; } .chart, .code { max-height: none; } }
`;
