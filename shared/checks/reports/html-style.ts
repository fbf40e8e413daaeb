/** Of the report as a page: light and dark as the reader has it, and on paper. */
export const htmlStyle = `
:root { color-scheme: light dark; --text: #1c2128; --soft: #57606a; --line: #d8dee4; --back: #ffffff; --raised: #f6f8fa;
  --pass: #1f7a3a; --fail: #b42318; --inconclusive: #8a6100; --skip: #57606a; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9ba5b1; --line: #30363d; --back: #0f1319; --raised: #171c24;
    --pass: #4cc26f; --fail: #ff8f85; --inconclusive: #e0b341; --skip: #9ba5b1; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 1rem 0 0.25rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 0; padding-bottom: 0.35rem; border-bottom: 1px solid var(--line); font-size: 1.2rem; }
h2 small { margin-left: 0.75rem; color: var(--soft); font-size: 0.85rem; font-weight: normal; }
h3 { margin: 1.25rem 0 0.25rem; color: var(--soft); font-size: 0.85rem; font-weight: 600; }
p { margin: 0.25rem 0; }
summary { margin-top: 1rem; color: var(--soft); cursor: pointer; }
code, dd.value { font: 13px/1.5 ui-monospace, monospace; }
.soft { color: var(--soft); font-size: 0.85rem; }
.verdict { margin: 1rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--skip);
  border-radius: 6px; background: var(--raised); font-size: 1.05rem; font-weight: 600; }
.verdict.passed { border-left-color: var(--pass); }
.verdict.failed { border-left-color: var(--fail); }
.verdict.incomplete { border-left-color: var(--inconclusive); }
.figures { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 0.3rem 0 0.3rem 7.5rem; border-bottom: 1px solid var(--line); }
li:last-child { border-bottom: 0; }
.outcome { display: inline-block; width: 7.5rem; margin-left: -7.5rem; font-size: 0.85rem; font-weight: 600; }
.pass .outcome { color: var(--pass); }
.fail .outcome { color: var(--fail); }
.inconclusive .outcome { color: var(--inconclusive); }
.skip .outcome, .skip .name { color: var(--skip); }
.ways { color: var(--soft); font-size: 0.85rem; }
dl { display: grid; grid-template-columns: 7.5rem 1fr; gap: 0.15rem 0; margin: 0.35rem 0 0.5rem -7.5rem; font-size: 0.9rem; }
dt { color: var(--soft); }
dd { margin: 0; white-space: pre-wrap; }
@media (max-width: 40rem) {
  li { padding-left: 0; }
  .outcome { display: block; margin-left: 0; }
  dl { grid-template-columns: 1fr; margin-left: 0; }
  dd { margin-bottom: 0.35rem; }
}
@media print { body { max-width: none; padding: 0; } li { break-inside: avoid; } }
`
