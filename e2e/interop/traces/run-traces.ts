// Traces with real programs: stores that receive them, and agents that send spans.

import { spanAgents } from './agents.ts'
import { agentProblems, agentsReport } from './agents-report.ts'
import { type AgentResult, runAgent } from './run-agent.ts'
import { runStore, type StoreResult, ways } from './run-store.ts'
import { stores } from './stores.ts'
import { threeAgents } from './three-agents.ts'
import { storeProblems, tracesReport } from './traces-report.ts'

interface TracesRun {
  readonly report: string
  readonly ran: number
  readonly problems: number
}

export async function runTraces(cache: string, isRequested: (name: string) => boolean): Promise<TracesRun> {
  const results: StoreResult[] = []
  for (const store of stores.filter(({ name }) => isRequested(name))) {
    const started = performance.now()
    const result = await runStore(store, cache)
    results.push(result)
    const seconds = Math.round((performance.now() - started) / 1_000)
    const problems = storeProblems(result)
    console.log(
      `traces to ${store.name} (${seconds} s): ${result.unavailable ?? `${result.spans} spans by ${ways.length} ways, ${problems.length} problems`}`,
    )
    for (const problem of problems) console.log(`  ${problem}`)
    if (problems.length > 0 && result.tail) console.log(result.tail.replace(/^/gm, '    | '))
  }
  const agents: AgentResult[] = []
  for (const agent of spanAgents.filter(({ name }) => isRequested(name))) {
    const result = await runAgent(agent, cache)
    agents.push(result)
    const problems = agentProblems(result)
    console.log(`spans of ${agent.name}: ${result.unavailable ?? `${problems.length} problems`}`)
    for (const problem of problems) console.log(`  ${problem}`)
    if (problems.length > 0 && result.tail) console.log(result.tail.replace(/^/gm, '    | '))
  }
  const together = isRequested('three agents') ? await threeAgents(cache) : undefined
  if (together) console.log(`three agents: ${together.unavailable ?? together.problem ?? 'one trace'}`)
  const problems = [
    ...results.flatMap(storeProblems),
    ...agents.flatMap(agentProblems),
    ...(together?.problem === undefined ? [] : [together.problem]),
  ]
  return {
    report: tracesReport(results, agentsReport(agents, together), problems.length),
    ran: results.length + agents.length + (together === undefined ? 0 : 1),
    problems: problems.length,
  }
}
