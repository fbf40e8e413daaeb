// The results of clients and orchestrators at the tap, as Markdown.

import { asked, orchestrators } from './orchestrators.ts'
import type { ClientResult } from './run-client.ts'
import { type OrchestratorResult, scenes } from './run-orchestrator.ts'

export interface TapResults {
  readonly clients: readonly ClientResult[]
  readonly orchestrators: readonly OrchestratorResult[]
}

export function tapReport({ clients, orchestrators: delegating }: TapResults, date: Date): string {
  const problems = tapProblems({ clients, orchestrators: delegating })
  const absent = [
    ...clients.map(({ client, unavailable }) => ({ client, unavailable })),
    ...delegating.map(({ orchestrator, unavailable }) => ({ client: orchestrator, unavailable })),
  ].filter(({ unavailable }) => unavailable !== undefined)
  return `${[
    '# The tap',
    [
      'The clients of SDKs, unmodified, call each operation that they have of a server of the same SDK: once without and once through a',
      '[tap](TAP.md). What each was given, printed by a client program of a few lines, has to be the same to the byte, and so has what the agent',
      'was sent: a TCP server that knows nothing of HTTP but where a request ends keeps the bytes on both ways, and for gRPC a server of HTTP/2 the',
      'metadata in order and the bytes of each message. Ids and times that are made anew are numbered in the order in which they come up; `Host`,',
      '`:authority`, `Connection` and what else is of one connection alone is left out, and of `grpc-timeout` how long it is. Then the record has to',
      'have each exchange with its end, and each task in the state in which it ended.',
    ].join('\n'),
    `Run on ${date.toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}: ${problems.length} problems.`,
    clientTable(clients),
    [
      '- **same**: operations of which the client was given the same, a refusal included. **requests**: the agent was sent as many, of the same bytes.',
      '- **extended card**: these servers have none. The clients of a2a-js and a2a-python return the card that they have, without asking.',
      '- **findings**: of what went through the tap, which Parley’s own calls to the same server lead to as well ([Real servers](#real-servers)).',
    ].join('\n'),
    '## Agents that delegate',
    [
      `An orchestrator asks ${asked.map(([name, { name: made }]) => `${name} (${made})`).join(', ')} through taps. Each has a fake model or an executor of a few lines;`,
      'what calls is the SDK’s own client, for google-adk its `RemoteA2aAgent`. A verdict rests on the rows of the sequence and the edges of the map.',
    ].join('\n'),
    sceneTable(delegating),
    orchestrators.map(({ name, tells }) => `- **${name}**: ${tells}`).join('\n'),
    'CORE-STREAM-003: where the task goes on after the question, the stream of the executor begins with an artifact and not with the task.',
    ...(absent.length === 0
      ? []
      : [
          '## Not at the tap',
          absent.map(({ client, unavailable }) => `- **${client.name}**: ${unavailable}`).join('\n'),
        ]),
  ].join('\n\n')}\n`
}

function clientTable(clients: readonly ClientResult[]): string {
  const rows = clients.flatMap(({ client, bindings }) =>
    [...bindings].map(([binding, result]) => {
      const { operations, refused, requests, requestProblems, exchanges, findings } = result
      const same = [...operations.values()].filter((text) => text === undefined).length
      const cells = [
        ...[client.name, binding, `${same} of ${operations.size}`, refused.join(', ')],
        ...[requestProblems.length === 0 ? `${requests}` : '**differ**', `${exchanges}`, findings.join(', ')],
      ]
      return `| ${cells.join(' | ')} |`
    }),
  )
  return [
    '| client and server | over | same | refused, too, without the tap | requests | exchanges on the record | findings |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function sceneTable(delegating: readonly OrchestratorResult[]): string {
  const ran = delegating.filter(({ unavailable }) => unavailable === undefined)
  const rows = scenes.map(({ name }) => {
    const cells = ran.map((result) => (result.scenes.get(name)?.kind === 'works' ? 'works' : '**FAILS**'))
    return `| ${name} | ${cells.join(' | ')} |`
  })
  const facts = [
    ['why a call is the orchestrator’s', ...ran.map(({ orchestrator }) => wordsOf(orchestrator.reasons))],
    ['exchanges through the taps', ...ran.map(({ exchanges }) => `${exchanges}`)],
    ['findings of them', ...ran.map(({ findings }) => findings.join(', '))],
  ].map((cells) => `| ${cells.join(' | ')} |`)
  return [
    `| | ${ran.map(({ orchestrator }) => orchestrator.name).join(' | ')} |`,
    `|---|${ran.map(() => '---').join('|')}|`,
    ...rows,
    ...facts,
  ].join('\n')
}

const reasonWords: Readonly<Record<string, string>> = {
  reference: 'refers to the task',
  context: 'same context',
  inside: 'while the task was open',
}

/** In the words of docs/SEQUENCE.md. */
function wordsOf(reasons: readonly string[]): string {
  const text = reasons.map((each) => reasonWords[each] ?? each).join(', ')
  return reasons.every((each) => each === 'inside') ? `${text}: a guess` : text
}

export function tapProblems(results: TapResults): readonly string[] {
  return [
    ...results.clients.flatMap(({ client, bindings }) =>
      [...bindings].flatMap(([binding, { problems }]) =>
        problems.map((problem) => `${client.name}, ${binding}: ${problem}`),
      ),
    ),
    ...results.orchestrators.flatMap(({ orchestrator, scenes: played }) =>
      [...played].flatMap(([name, verdict]) =>
        verdict.kind === 'fails' ? [`${orchestrator.name}, ${name}: ${verdict.why}`] : [],
      ),
    ),
  ]
}
