// The places of agents' spans, as Markdown.

import { type AgentResult, protocols } from './run-agent.ts'
import type { OneTrace } from './three-agents.ts'

/** Problems that must be explained or fixed before the run passes. */
export function agentProblems({ agent, seen }: AgentResult): readonly string[] {
  return [...seen].flatMap(([protocol, { under, apart, problem }]) => {
    const missing = agent.spans.filter((name) => !under.some((each) => each.trim() === name))
    return [
      ...(problem === undefined ? [] : [`${protocol}: ${problem}`]),
      ...missing.map(
        (name) => `${protocol}: “${name}” isn’t under the call; ${apart} spans are in traces of their own`,
      ),
      ...(agent.apart !== undefined && under.length > 0
        ? [`${protocol}: its spans are under the call, so this is no longer needed: ${agent.apart}`]
        : []),
    ]
  })
}

export function agentsReport(results: readonly AgentResult[], together: OneTrace | undefined): string {
  const ran = results.filter(({ unavailable }) => unavailable === undefined)
  const absent = results.filter(({ unavailable }) => unavailable !== undefined)
  return [
    '## Agents that send spans',
    [
      'Each is started with the variables that Parley offers, over OTLP/HTTP and over OTLP/gRPC, and called once with a `traceparent`. Counted is what',
      'Parley shows under that call, at any depth, and what it has of traces that no call names. Fake models, as in [Frameworks](#frameworks).',
    ].join('\n'),
    [
      `| | under the call | ${protocols.join(' | ')} |`,
      `|---|---|${protocols.map(() => '---').join('|')}|`,
      ...ran.map(rowOf),
    ].join('\n'),
    [
      ...ran.map(
        ({ agent }) =>
          `- **${agent.name}**: ${agent.how}.${agent.apart === undefined ? '' : ` ${agent.apart}`}`,
      ),
      ...absent.map(({ agent, unavailable }) => `- **${agent.name}** could not be had: ${unavailable}`),
    ].join('\n'),
    ...(together === undefined ? [] : [togetherOf(together)]),
  ].join('\n\n')
}

function togetherOf({ services, problem, unavailable }: OneTrace): string {
  const counts = [...services].map(([name, spans]) => `${spans} of ${name}`).join(', ')
  const isOne = 'one trace, whose only span without a parent is Parley’s call'
  return [
    '## Three agents, one trace',
    [
      'The example of [TRACES.md](TRACES.md#three-agents-one-trace): Parley calls a planner of a2a-python, which asks an agent of a2a-python and one of',
      'pydantic-ai through taps. All four send to the Collector, with Jaeger behind it.',
    ].join('\n'),
    unavailable ??
      `${problem === undefined ? isOne : `**NOT ONE TRACE**: ${problem}`}: ${counts}.`.replace(/^o/, 'O'),
  ].join('\n\n')
}

function rowOf({ agent, seen }: AgentResult): string {
  const cells = protocols.map((protocol) => {
    const { under = [], apart = 0 } = seen.get(protocol) ?? {}
    return under.length === 0 ? `none; ${apart} apart` : `${under.length} spans`
  })
  const named = agent.spans.map((name) => `\`${name}\``).join(', ')
  return `| ${agent.name} | ${named} | ${cells.join(' | ')} |`
}
