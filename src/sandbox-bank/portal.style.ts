/** Fits 360 px, contrast 4.5:1, works without JavaScript. */
export const PAGE_STYLE = `
:root { color-scheme: light; --ink: #1b2430; --soft: #4a5666; --line: #c5ccd6; --brand: #12305c; --brand-dark: #0c2244; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #eef1f5; }
.banner { margin: 0; padding: 8px 16px; text-align: center; color: #4a3000; background: #ffe7a3; border-bottom: 1px solid #d9b44a; }
.brand { margin: 0; display: flex; gap: 12px; align-items: center; padding: 12px 16px; color: #fff; background: var(--brand); font-weight: 600; }
.brand small { display: block; font-weight: 400; }
.mark { width: 36px; height: 36px; border-radius: 8px; display: grid; place-items: center; color: var(--brand); background: #fff; font-size: 20px; }
main { max-width: 480px; margin: 0 auto; padding: 16px; display: grid; gap: 16px; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 16px; min-width: 0; }
h1 { margin: 0 0 8px; font-size: 20px; }
.amount { margin: 0 0 12px; font-size: 32px; font-weight: 700; font-variant-numeric: tabular-nums; }
.warning { margin: 0 0 12px; padding: 8px 12px; color: #6b2400; background: #ffe9df; border-radius: 8px; }
dl { margin: 0; display: grid; gap: 4px; }
dl div { display: flex; justify-content: space-between; gap: 16px; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 8px; font-weight: 600; }
.methods { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; }
.methods legend { grid-column: 1 / -1; }
.methods > input { position: absolute; opacity: 0; }
.methods > label { grid-row: 2; display: grid; place-items: center; text-align: center; min-height: 44px; padding: 8px 4px; border: 1px solid #7d8896; border-radius: 8px; cursor: pointer; }
.methods > input:checked + label { color: var(--brand); background: #e4ecf8; border: 2px solid var(--brand); font-weight: 600; }
.methods > input:focus-visible + label { outline: 3px solid #b25b00; outline-offset: 2px; }
.panel { grid-column: 1 / -1; grid-row: 3; display: none; }
#m-upi:checked ~ #p-upi, #m-card:checked ~ #p-card, #m-nb:checked ~ #p-nb { display: block; }
.panel p { margin: 4px 0 12px; }
select { font: inherit; min-height: 44px; max-width: 100%; padding: 4px 8px; border: 1px solid #7d8896; border-radius: 8px; background: #fff; color: inherit; }
.outcomes { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--line); display: grid; gap: 8px; }
button { font: inherit; width: 100%; min-height: 44px; padding: 8px 16px; color: var(--brand); background: #fff; border: 1px solid #7d8896; border-radius: 8px; cursor: pointer; }
button:hover { background: #eef3fa; }
button.primary { color: #fff; background: var(--brand); border-color: var(--brand); font-weight: 600; }
button.primary:hover { background: var(--brand-dark); }
button:focus-visible, select:focus-visible { outline: 3px solid #b25b00; outline-offset: 2px; }
footer { padding: 8px 16px 24px; text-align: center; color: var(--soft); font-size: 14px; }
`;
