// docs/RULES.md, made from the registry so that it cannot fall behind.

import type { Rule, RuleArea } from '#shared/a2a/rules/registry/rule.ts'
import { rulesByArea } from '#shared/a2a/rules/registry.ts'
import { sectionsOf } from '#shared/a2a/rules/sections.ts'

const areas: readonly (readonly [RuleArea, string])[] = [
  ['card', 'Agent cards'],
  ['object', 'Tasks, messages, parts, artifacts and events'],
  ['envelope', 'JSON-RPC envelopes and error bodies'],
  ['http', 'HTTP'],
  ['stream', 'Streams'],
  ['push', 'Push notifications'],
  ['sequence', 'Over a task’s life'],
  ['trace', 'Spans of the agent'],
  ['bounds', 'Bounds'],
]

export function rulesPage(): string {
  return `${[opening, ...areas.map(([area, title]) => sectionOf(area, title))].join('\n\n')}\n`
}

const opening = `# Rules

<!-- Made from shared/a2a/rules/registry: change the rules there, then \`npm run docs\`. -->

Each finding names one of these rules. Ids such as \`CARD-STRUCT-001\` are requirements of the A2A conformance kit; those
beginning with \`PARLEY-\` are ours. A finding cites the section of the version the agent speaks: the last one listed
that is not newer; where a version says nothing of a matter, that is the section that comes nearest. Where two severities are given, the milder or sterner one applies as the
version and the leniency of real clients say.`

const head = ['Rule', 'Severity', 'Says', 'Why and what to do', 'Specification']

function sectionOf(area: RuleArea, title: string): string {
  const rows = Object.entries(rulesByArea[area]).sort(([a], [b]) => (a < b ? -1 : 1))
  return `## ${title}\n\n${table([head, ...rows.map(cellsOf)])}`
}

function cellsOf([id, { title, severity, also, meaning, hint, section }]: readonly [
  string,
  Rule,
]): readonly string[] {
  const cells = [
    `\`${id}\``,
    [severity, ...also].join(', '),
    title,
    `${meaning} ${hint}`,
    sectionsOf(section)
      .map((spec) => `${spec.version} §${spec.section}`)
      .join(', '),
  ]
  return cells.map((cell) => cell.replaceAll('|', '\\|'))
}

/** Columns as wide as their widest cell, as the formatter has them. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [first = head, ...rest] = rows
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}
