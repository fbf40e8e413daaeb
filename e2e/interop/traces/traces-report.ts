// The results of traces, as Markdown.

import { type StoreResult, ways } from './run-store.ts'
import { aspects } from './seen-spans.ts'

/** Problems that must be explained or fixed before the run passes. */
export function storeProblems({ store, ways: visited }: StoreResult): readonly string[] {
  const differ = [...visited].flatMap(([way, matches]) =>
    [...matches].map(([aspect, why]) => ({ way, aspect, why })),
  )
  const open = differ.filter(({ aspect }) => store.known?.[aspect] === undefined)
  const unneeded = Object.entries(store.known ?? {}).filter(
    ([aspect]) => visited.size > 0 && !differ.some((each) => each.aspect === aspect),
  )
  return [
    ...open.map(({ way, aspect, why }) => `${way}, ${aspect}: ${why}`),
    ...unneeded.map(([aspect, why]) => `${aspect} come back, so this is no longer needed: ${why}`),
  ]
}

export function tracesReport(results: readonly StoreResult[], agents: string, open: number): string {
  const date = new Date()
  const ran = results.filter(({ unavailable }) => unavailable === undefined)
  const absent = results.filter(({ unavailable }) => unavailable !== undefined)
  return `${[
    '# Traces',
    [
      'Each store gets four sessions: as a file of lines and as one of protobuf, each posted as it is, and sent live in both encodings. A session has',
      'calls that are answered, streamed, failed and refused over JSON-RPC and gRPC, one with findings, and one through a tap that came with a trace of its own.',
      'Each trace is then asked for by its id and compared with what Parley exported, span by span. A verdict rests on the spans that came back.',
    ].join('\n'),
    `Run on ${date.toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}: ` +
      `${open} differences have no explanation.`,
    ...ran.map(tableOf),
    agents,
    [
      '## Not tried\n',
      ...absent.map(({ store, unavailable }) => `- **${store.name}**: ${unavailable}`),
      ...notTried,
    ].join('\n'),
  ].join('\n\n')}\n`
}

const notTried = [
  '- **Grafana Tempo**: its licence is the AGPL; it is left out of what this project builds and runs.',
]

function tableOf({ store, ways: visited, spans }: StoreResult): string {
  const notes: string[] = []
  const rows = aspects.map((aspect) => {
    const cells = ways.map((way) => {
      const why = visited.get(way)?.get(aspect)
      if (why === undefined) return 'the same'
      const note = store.known?.[aspect]
      if (note === undefined) return '**DIFFERENT**'
      if (!notes.includes(note)) notes.push(note)
      return `different (${notes.indexOf(note) + 1})`
    })
    return `| ${aspect} | ${cells.join(' | ')} |`
  })
  return [
    `## ${store.name}`,
    `${store.how[0]?.toUpperCase()}${store.how.slice(1)}. ${spans} spans.`,
    [`| | ${ways.join(' | ')} |`, `|---|${ways.map(() => '---').join('|')}|`, ...rows].join('\n'),
    ...(notes.length === 0 ? [] : [notes.map((note, index) => `${index + 1}. ${note}`).join('\n')]),
  ].join('\n\n')
}
