// docs/RULES.md, made from the registry so that it cannot fall behind.

import type { Rule, RuleArea } from './registry/rule.ts'
import { rulesByArea } from './registry.ts'

const areas: readonly (readonly [RuleArea, string])[] = [
  ['card', 'Agent cards'],
  ['object', 'Tasks, messages, parts, artifacts and events'],
  ['envelope', 'JSON-RPC envelopes and error bodies'],
  ['http', 'HTTP'],
  ['stream', 'Streams'],
  ['push', 'Push notifications'],
  ['sequence', 'Over a task’s life'],
  ['bounds', 'Bounds'],
]

export function rulesTable(): string {
  return `${[opening, ...areas.map(([area, title]) => sectionOf(area, title))].join('\n\n')}\n`
}

const opening = `# Rules

<!-- Made from shared/a2a/rules/registry: change the rules there, then write this file anew. -->

Each finding names one of these rules. Ids such as \`CARD-STRUCT-001\` are requirements of the A2A conformance kit; those
beginning with \`PARLEY-\` are ours. Sections are those of the specification version named; a finding cites the section of
the version the agent speaks where that differs. Where two severities are given, the milder or sterner one applies as the
version and the leniency of real clients say.`

function sectionOf(area: RuleArea, title: string): string {
  const rows = Object.entries(rulesByArea[area]).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    `## ${title}`,
    '',
    '| Rule | Severity | Says | Why and what to do | Specification |',
    '|---|---|---|---|---|',
    ...rows.map(rowOf),
  ].join('\n')
}

function rowOf([id, { title, severity, also, meaning, hint, spec }]: readonly [string, Rule]): string {
  const severities = [severity, ...also].join(', ')
  const cells = [`\`${id}\``, severities, title, `${meaning} ${hint}`, `${spec.version} §${spec.section}`]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
