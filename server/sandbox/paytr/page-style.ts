const light = `
  --body: #f6f5f0; --surface: #fff; --line: #ddd9cd; --soft: #e9e6dc; --ink: #1b1f27; --ink2: #4a505b; --ink3: #626874;
  --border: #827d70; --blue: #2a5bb8; --blue-hover: #234e9f; --blue-soft: #eaf0fb; --focus: #2a5bb8; --note: #fff6d6;
  --good: #187344; --bad: #be3a22; --amber: #8a5800;`
const dark = `
  --body: #0e1116; --surface: #161b22; --line: #2d3440; --soft: #222933; --ink: #e9ebee; --ink2: #b5bcc7; --ink3: #929ba8;
  --border: #6f7a8a; --blue: #386cd0; --blue-hover: #3d72d6; --blue-soft: #16243a; --focus: #8db1f5; --note: #3a3115;
  --good: #5cc48c; --bad: #f07f68; --amber: #e3a94a;`

const latin =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2212'
const face = (family: string, weight: string, file: string, range?: string) => `@font-face {
  font-family: "${family}"; font-weight: ${weight}; font-display: swap; src: url("${file}") format("woff2");${
    range ? ` unicode-range: ${range};` : ''
  }
}`

export const pageStyle = `
${face('Plex', '100 700', 'plex-latin-ext.woff2')}
${face('Plex', '100 700', 'plex-latin.woff2', latin)}
${face('Plex Figures', '400', 'plex-mono-400.woff2', latin)}
${face('Plex Figures', '500 600', 'plex-mono-500.woff2', latin)}
:root {${light} }
:root[data-scheme="dark"] {${dark} color-scheme: dark; }
* { box-sizing: border-box; margin: 0; }
body {
  background: var(--body); color: var(--ink); font: 14px/20px "Plex", system-ui, sans-serif;
  -webkit-font-smoothing: antialiased; padding: 16px; min-width: 320px;
}
code, .figure, .total strong, dd { font-family: "Plex Figures", "Plex", ui-monospace, monospace; font-variant-numeric: tabular-nums; }
header, .columns, .narrow { max-width: 880px; margin-inline: auto; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; margin-bottom: 16px; }
header h1 { font-size: 14px; line-height: 20px; letter-spacing: 0; }
header .lock { display: flex; color: var(--good); }
header p { flex: 1 1 100%; font-size: 12px; line-height: 16px; color: var(--ink3); }
.chip { padding: 0 8px; border-radius: 4px; background: var(--note); font-size: 12px; font-weight: 500; }
h1, .panel .title { font-size: 18px; line-height: 26px; font-weight: 600; letter-spacing: -0.01em; margin: 0; }
h2, legend { font-size: 14px; line-height: 20px; font-weight: 600; padding: 0; }
.columns { display: grid; gap: 16px; }
.panel { padding: 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; min-width: 0; }
.panel > p { margin-top: 4px; color: var(--ink2); }
.panel h2 { margin: 20px 0 12px; }
fieldset { border: 0; padding: 0; min-width: 0; }
legend { margin-bottom: 8px; }
.card {
  display: grid; grid-template-columns: auto 1fr auto; align-items: center; gap: 10px; min-height: 44px; padding: 6px 12px;
  border: 1px solid var(--line); margin-top: -1px; cursor: pointer; position: relative;
}
.card:first-of-type { border-radius: 6px 6px 0 0; }
.card:nth-of-type(4) { border-radius: 0 0 6px 6px; }
.card:hover { background: var(--blue-soft); }
.card:has(:checked) { background: var(--blue-soft); box-shadow: inset 3px 0 0 var(--blue); }
.card:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; z-index: 1; }
.card input { appearance: none; width: 16px; height: 16px; border: 1.5px solid var(--border); border-radius: 50%; outline: 0; }
.card input:checked { border: 5px solid var(--focus); background: var(--surface); }
.card code { font-size: 12px; color: var(--ink3); white-space: nowrap; }
.card[data-does="refused"] span, .card[data-does="insufficient"] span, .card[data-does="wrongCode"] span { color: var(--bad); }
.card[data-does="pays"] span { color: var(--good); }
details { margin-top: 8px; }
details .card:first-of-type { margin-top: 4px; border-radius: 6px 6px 0 0; }
details .card:last-of-type { border-radius: 0 0 6px 6px; }
summary { display: flex; align-items: center; gap: 8px; min-height: 36px; font-size: 13px; color: var(--ink2); cursor: pointer; border-radius: 4px; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ""; width: 6px; height: 6px; margin-inline: 4px 2px; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
details[open] summary::before { transform: rotate(45deg); }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.field { display: flex; flex-direction: column; gap: 6px; grid-column: 1 / -1; min-width: 0; }
.field[data-name="expiry"], .field[data-name="cvc"] { grid-column: auto; }
.field span { font-size: 13px; font-weight: 500; line-height: 18px; }
.field em { font-style: normal; font-size: 12px; line-height: 16px; color: var(--bad); }
input:not([type="radio"]), select {
  width: 100%; height: 44px; padding: 0 12px; font: inherit; font-size: 16px; color: var(--ink); background: var(--surface);
  border: 1px solid var(--border); border-radius: 6px; outline: 0;
}
input.figure { font-family: "Plex Figures", "Plex", ui-monospace, monospace; }
input:not([type="radio"]):focus, select:focus { border-color: var(--focus); box-shadow: inset 0 0 0 1px var(--focus); }
input[aria-invalid] { border-color: var(--bad); }
input.code:not([type="radio"]) { font-size: 22px; letter-spacing: 0.2em; height: 52px; max-width: 220px; }
.sms { margin: 16px 0; padding: 12px 16px; background: var(--note); border-radius: 10px 10px 10px 2px; max-width: 420px; }
.sms span { font-size: 12px; line-height: 16px; color: var(--ink2); }
.sms b { font-family: "Plex Figures", "Plex", ui-monospace, monospace; font-size: 18px; font-weight: 500; letter-spacing: 0.06em; }
aside { display: flex; flex-direction: column; gap: 20px; min-width: 0; }
.receipt { position: relative; padding: 16px 20px; background: var(--surface); border: 1px solid var(--line); border-bottom: 0; border-radius: 10px 10px 0 0; }
.receipt { margin-bottom: 7px; }
.receipt::before, .receipt::after {
  content: ""; position: absolute; inset: 100% -1px auto; height: 7px; background: var(--line);
  mask: conic-gradient(from -45deg at bottom, #0000, #000 1deg 89deg, #0000 90deg) 50% 0 / 12px 7px repeat-x;
}
.receipt::after { margin-top: -1px; background: var(--surface); }
dl { display: grid; gap: 4px; font-size: 13px; }
dl > div { display: flex; align-items: baseline; gap: 8px; min-width: 0; }
dt { color: var(--ink2); overflow-wrap: anywhere; min-width: 0; }
dt { flex: 1; display: flex; align-items: baseline; gap: 8px; }
dt::after { content: ""; flex: 1; min-width: 12px; height: 1.5px; background: radial-gradient(circle, var(--border) 0.75px, #0000 1px) 0 0 / 5px 1.5px repeat-x; }
dd { font-size: 13px; text-align: right; }
dd code { font-size: 13px; }
.total { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 12px; margin-top: 10px; padding-top: 8px; border-top: 2px solid var(--ink); }
.total span { font-weight: 600; font-size: 13px; }
.total strong { font-size: 28px; line-height: 36px; font-weight: 500; letter-spacing: -0.03em; }
.buttons { display: grid; gap: 8px; }
button {
  min-height: 44px; padding: 8px 18px; font: inherit; font-weight: 500; border-radius: 6px; border: 1px solid transparent;
  cursor: pointer; transition: background-color 140ms cubic-bezier(.2,0,0,1);
}
button.solid { background: var(--blue); color: #fff; }
button.solid:hover { background: var(--blue-hover); }
button.plain { background: var(--surface); color: var(--ink); border-color: var(--line); }
button.plain:hover { border-color: var(--border); }
button[aria-busy] { opacity: 0.7; cursor: progress; }
button:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (min-width: 680px) {
  body { padding: 24px; }
  .columns { grid-template-columns: minmax(0, 1fr) 300px; gap: 24px; align-items: start; }
  .panel { padding: 20px 24px; }
  aside { position: sticky; top: 24px; }
  input:not([type="radio"]), select { height: 40px; font-size: 14px; }
  .card { min-height: 40px; }
}
@media (max-width: 679px) {
  .columns aside { display: contents; }
  html { scroll-padding-block: 16px 88px; }
  .receipt { order: -1; }
  .buttons {
    position: sticky; bottom: 0; z-index: 2; display: flex; margin: 0 -16px -16px; padding: 12px 16px;
    background: var(--body); border-top: 1px solid var(--line);
  }
  button.solid { flex: 1; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`
