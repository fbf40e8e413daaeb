// A run as a page for people: by level and section, each failure with its reason. No script, no external content, and
// well-formed as XML, too.

import { shorten } from '../../shorten.ts'
import { type CheckRun, countsOf, type TestResult } from '../run.ts'
import { type Level, levels } from '../suite.ts'
import {
  compareSections,
  figureHeads,
  figuresOf,
  type IsBaseline,
  inOrder,
  interfaceNames,
  isBad,
  levelWord,
  ofLevel,
  outcomeWords,
  reasonOf,
  sectionOf,
  verdictOf,
} from '../summary.ts'
import { badge } from './badge.ts'
import { maxReportedValueChars, xmlText } from './escape.ts'

/** Styles of the report: light and dark by the reader's setting, and for paper. */
const htmlStyle = `
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

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export function htmlReport(run: CheckRun, parley: string, isBaseline?: IsBaseline): string {
  const results = inOrder(run)
  const names = interfaceNames(run.ways)
  const title = xmlText(`A2A checks of ${run.agentName}`)
  const { state, sentence } = verdictOf(run, isBaseline)
  return [
    '<!DOCTYPE html>',
    '<html lang="en" xmlns="http://www.w3.org/1999/xhtml">',
    '<head>',
    '<meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`,
    `<title>${title}</title>`,
    `<style>${htmlStyle}</style>`,
    '</head>',
    '<body>',
    '<header>',
    badge(run),
    `<h1>${title}</h1>`,
    ...factsOf(run, parley).map((fact) => `<p class="soft">${fact}</p>`),
    `<p class="verdict ${state}">${xmlText(sentence)}</p>`,
    '</header>',
    '<main>',
    results.length === 0 ? '' : figures(results, names),
    ...levels.flatMap((level) => levelPart(level, ofLevel(results, level), run.ways)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function factsOf(run: CheckRun, parley: string): readonly string[] {
  const { agentVersion, cardUrl, startedAt, ways } = run
  const at = new Date(startedAt).toISOString().replace(/T(\d\d:\d\d).*/, ' $1 UTC')
  return [
    ...(cardUrl === undefined ? [] : [`Agent card: <code>${xmlText(cardUrl)}</code>`]),
    ...(agentVersion === undefined || agentVersion === '' ? [] : [`Version: ${xmlText(agentVersion)}`]),
    ...interfaceNames(ways).map(
      (name, interfaceIndex) => `${xmlText(name)}: <code>${xmlText(ways[interfaceIndex]?.url ?? '')}</code>`,
    ),
    `Checked ${at} with Parley ${xmlText(parley)}`,
  ]
}

function figures(results: readonly TestResult[], names: readonly string[]): string {
  const rows = figuresOf(results, names).map(({ level, name, counts }) => {
    const cells = counts.map((count) => `<td class="number">${count}</td>`)
    return `<tr><th scope="row">${level}</th><td>${xmlText(name)}</td>${cells.join('')}</tr>`
  })
  const head = figureHeads.map((each) => `<th scope="col">${each}</th>`).join('')
  return `<div class="figures"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table></div>`
}

function levelPart(
  level: Level,
  results: readonly TestResult[],
  interfaces: CheckRun['ways'],
): readonly string[] {
  if (results.length === 0) return []
  const counts = countsOf(results)
  const texts = (['passed', 'failed', 'inconclusive', 'skipped'] as const)
    .filter((each) => counts[each] > 0)
    .map((each) => `${counts[each]} ${countWords[each]}`)
  const bad = results.filter(isBad)
  const others = results.filter((result) => !isBad(result))
  return [
    '<section>',
    `<h2>${levelWord(level)}<small>${texts.join(', ')}</small></h2>`,
    ...sectionParts(bad, interfaces),
    ...(others.length === 0
      ? []
      : [
          '<details>',
          '<summary>Passed and not applicable</summary>',
          ...sectionParts(others, interfaces),
          '</details>',
        ]),
    '</section>',
  ]
}

function sectionParts(results: readonly TestResult[], interfaces: CheckRun['ways']): readonly string[] {
  const names = interfaceNames(interfaces)
  return [...Map.groupBy(results, (result) => sectionOf(result, interfaces) ?? 'Other')]
    .toSorted(([a], [b]) => compareSections(a, b))
    .flatMap(([section, own]) => [
      `<h3>${xmlText(section)}</h3>`,
      '<ul>',
      ...alike(own).map((group) => testPart(group, names)),
      '</ul>',
    ])
}

const countWords = {
  passed: outcomeWords.pass,
  failed: outcomeWords.fail,
  inconclusive: outcomeWords.inconclusive,
  skipped: outcomeWords.skip,
} as const

/** Groups equal results of one test over several interfaces. */
function alike(results: readonly TestResult[]): readonly (readonly [TestResult, ...TestResult[]])[] {
  const groups = Map.groupBy(results, (result) =>
    JSON.stringify([result.testId, result.outcome, reasonOf(result), result.failure?.actual]),
  )
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []))
}

function testPart(group: readonly [TestResult, ...TestResult[]], names: readonly string[]): string {
  const [result] = group
  const { outcome, testId, name, hint, failure } = result
  const ways = group.map(({ way }) => names[way] ?? '').join(', ')
  const row = (term: string, text: string | undefined, isValue = false) =>
    text === undefined || text === ''
      ? ''
      : `<dt>${term}</dt><dd${isValue ? ' class="value"' : ''}>${xmlText(shorten(text, maxReportedValueChars))}</dd>`
  const details = [
    row('Reason', reasonOf(result)),
    row('Path', failure?.path, true),
    row('Expected', failure?.expected, true),
    row('Actual', failure?.actual, true),
    outcome === 'fail' ? row('What to do', hint) : '',
  ].join('')
  return [
    `<li class="${outcome}"><span class="outcome">${outcomeWords[outcome]}</span>`,
    `<code>${xmlText(testId)}</code> <span class="name">${xmlText(name)}</span> <span class="ways">${xmlText(ways)}</span>`,
    details === '' ? '' : `<dl>${details}</dl>`,
    '</li>',
  ].join('')
}
