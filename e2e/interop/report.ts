// The results as Markdown: one table per server, one row per operation, one column per interface.

import type { ServerResult } from './run-server.ts'
import { knownOf } from './server-table.ts'
import type { Verdict } from './verdict.ts'

/** Problems that must be explained or fixed before the run passes. */
export function problemsOf(result: ServerResult): readonly string[] {
  const { server, discovered, ways } = result
  if (result.unavailable !== undefined) return []
  const problems = discovered?.kind === 'fails' ? [`discover: ${discovered.why}`] : []
  const needed = new Set<unknown>()
  for (const [way, verdicts] of ways) {
    for (const [operation, verdict] of verdicts) {
      if (verdict.kind !== 'fails') continue
      const existing = knownOf(server, way, operation)
      if (existing === undefined) problems.push(`${way}, ${operation}: ${verdict.why}`)
      else needed.add(`${operation} ${existing.why}`)
    }
  }
  for (const { operations, why, sometimes } of server.known ?? []) {
    if (sometimes) continue
    for (const operation of operations)
      if (!needed.has(`${operation} ${why}`))
        problems.push(`${operation} works, so this is no longer needed: ${why}`)
  }
  return problems
}

const heads = {
  servers: [
    '# Real servers',
    [
      'Written by `npm run interop`, which installs each server from its package registry, unmodified, starts it with a few',
      "lines of executor, and calls every operation of every way in through Parley's wire, dialects, record and projections.",
      'A verdict rests on the content that came back.',
    ].join('\n'),
  ],
  frameworks: [
    '# Frameworks',
    [
      'Agents of frameworks as their guides have them, unmodified, each with a fake model of a few lines that says one sentence in',
      'eighteen tokens, calls a tool, or breaks down. They are connected to from their root, with and without a scheme, and from what else',
      'someone would type; where that is a list, the agent is chosen from it. They are talked to through the contract that the window',
      'uses. A verdict rests on what the chat and the timeline show: that the answer is read once, that get and list move nothing, that a',
      'failed run says why, that first byte, event and text come in order and before the end.',
    ].join('\n'),
    [
      '- **tool**: a tool is called on the way to the answer, and what the framework tells of it is drawn as a call, once. **file**, **data**: the model was handed the part.',
      '- **waits to be confirmed**, **waits for a tool**: the task stops for a call. What was said before stands above it, and the call is drawn once.',
      '- **not on the card**: the card does not offer it, so Parley does not either.',
    ].join('\n'),
  ],
  'sign-in': [
    '# Sign in',
    [
      'Keycloak in development mode, with a realm of two people, four clients and two scopes that trusts 127.0.0.1 to register clients.',
      "Behind it stand agents: each verifies a token by Keycloak's keys, wants it to be meant for itself, and answers 401 without one and",
      '403 where a scope is missing. Parley is served and used in Chromium by accessible names; whoever signs in goes through the pages of',
      'Keycloak in the same browser. Each case begins with an agent that nobody has signed in to. A verdict rests on what the window shows:',
      'the steps, account, scopes and expiry, and an answer of the agent to the token; or the sentence for what was refused.',
    ].join('\n'),
    [
      '- **OpenID Connect**, **oauth2MetadataUrl**, **flows alone**: where the card names Keycloak. **challenge**: the `resource_metadata` of a 401 does.',
      '- **registered**: nothing is typed. **client ID**, **secret**, **key**: of a client of the realm, and nothing else is typed.',
      '- **not on the card**: endpoints alone name nowhere to register, and the window asks for a client ID.',
      '- An empty cell: it is the same wherever Keycloak is named, and was tried once.',
    ].join('\n'),
  ],
} as const
export const parts = ['servers', 'frameworks', 'sign-in'] as const
export type Part = (typeof parts)[number]
/** In the order of the report. */
export const sections = [...parts, 'tap', 'checks', 'inspector', 'traces'] as const
export type Section = (typeof sections)[number]

export function reportOf(part: Part, results: readonly ServerResult[], date: Date): string {
  const ran = results.filter(({ unavailable }) => unavailable === undefined)
  const absent = results.filter(({ unavailable }) => unavailable !== undefined)
  const open = results.flatMap((result) => problemsOf(result))
  return `${[
    ...heads[part],
    `Run on ${date.toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}: ` +
      `${ran.length} servers ran, ${absent.length} could not be had, ${open.length} failures have no explanation.`,
    [
      '- **works**: it did what was asked; rule names after it are the findings of that operation (see [RULES.md](RULES.md)).',
      '- **not in version**: the protocol version does not have it over this binding.',
      '- **not offered**: the server does not have it. **server bug**: it has it, but not as its protocol version says.',
      '- **FAILS**: not explained. Numbers refer to the notes below a table.',
    ].join('\n'),
    ...ran.map(tableOf),
    ...(absent.length === 0 ? [] : ['## Unavailable', absent.map(absence).join('\n')]),
  ].join('\n\n')}\n`
}

function tableOf(result: ServerResult): string {
  const { server, operations, ways, discovered, cardPath = '', typed = [], tells } = result
  const notes: string[] = []
  const names = [...ways.keys()]
  const rows = operations.map((name) => {
    const cells = names.map((way) => cell(result, way, name, notes))
    return `| ${name} | ${cells.join(' | ')} |`
  })
  const packages = server.needs.packages.map(([name, version]) => `${name} ${version}`).join(', ')
  const card = discovered === undefined ? '' : cardLine(discovered, cardPath)
  return [
    `## ${server.name}`,
    `${packages}${server.flags ? `; started with ${server.flags.join(' ')}` : ''}. ${card}`,
    ...(typed.length === 0 ? [] : [[typedLines(typed), `- ${tells}`].join('\n')]),
    [`| | ${names.join(' | ')} |`, `|---|${names.map(() => '---').join('|')}|`, ...rows].join('\n'),
    ...(notes.length === 0 ? [] : [notes.map((note, index) => `${index + 1}. ${note}`).join('\n')]),
  ].join('\n\n')
}

/** Groups addresses with the same outcome in a line. */
function typedLines(typed: NonNullable<ServerResult['typed']>): string {
  const outcomes = [...new Set(typed.map(([, outcome]) => outcome))]
  return outcomes
    .map((outcome) => {
      const addresses = typed.filter((one) => one[1] === outcome).map(([address]) => `\`${address}\``)
      return `- Typed ${addresses.join(', ')}: ${outcome}`
    })
    .join('\n')
}

function cell(result: ServerResult, way: string, operation: string, notes: string[]): string {
  const verdict = result.ways.get(way)?.get(operation)
  switch (verdict?.kind) {
    case undefined:
      return ''
    case 'works': {
      const chosen = verdict.filesTwice ? ` (${noteNumber(notes, filesTwice)})` : ''
      return [`works${chosen}`, ...verdict.findings].join(', ')
    }
    case 'not in version':
    case 'not on the card':
      return verdict.kind
    case 'fails': {
      const existing = knownOf(result.server, way, operation)
      return `${existing?.is ?? '**FAILS**'} (${noteNumber(notes, existing?.why ?? verdict.why)})`
    }
  }
}

const filesTwice =
  'Plain bytes do not arrive. It works once the user chooses "File bytes: encoded twice" under Connection, as its own client sends them.'

function noteNumber(notes: string[], note: string): number {
  const index = notes.indexOf(note)
  return index >= 0 ? index + 1 : notes.push(note)
}

function cardLine(verdict: Verdict, path: string): string {
  if (verdict.kind !== 'works')
    return `Card: **FAILS**, ${verdict.kind === 'fails' ? verdict.why : verdict.kind}.`
  const findings = verdict.findings.length === 0 ? 'no findings' : verdict.findings.join(', ')
  return `Card found at \`${path}\`: ${findings}.`
}

function absence({ server, unavailable }: ServerResult): string {
  return `- **${server.name}**: ${unavailable}`
}
