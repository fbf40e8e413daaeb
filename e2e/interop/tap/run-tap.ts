// Runs clients of SDKs and agents that delegate, one after another.

import type { Subject } from '../server-table.ts'
import { orchestrators } from './orchestrators.ts'
import { type ClientResult, runClient } from './run-client.ts'
import { type OrchestratorResult, runOrchestrator } from './run-orchestrator.ts'
import { tapProblems, tapReport } from './tap-report.ts'
import { tappedClients } from './tapped-clients.ts'

export async function runTap(
  isRequested: (subject: Subject) => boolean,
  cache: string,
  report: (line: string) => void,
) {
  const clients: ClientResult[] = []
  for (const client of tappedClients.filter(isRequested)) {
    const result = await runClient(client, cache)
    clients.push(result)
    const ways = [...result.bindings].map(
      ([binding, { operations, requests }]) =>
        `${binding} ${operations.size} operations, ${requests} requests`,
    )
    report(`client of ${client.name} at the tap: ${result.unavailable ?? ways.join('; ')}`)
  }
  const delegating: OrchestratorResult[] = []
  for (const orchestrator of orchestrators.filter(isRequested)) {
    const result = await runOrchestrator(orchestrator, cache)
    delegating.push(result)
    const works = [...result.scenes.values()].filter(({ kind }) => kind === 'works').length
    report(
      `${orchestrator.name} delegates through taps: ${result.unavailable ?? `${works} of ${result.scenes.size} scenes, ${result.exchanges} exchanges`}`,
    )
  }
  const results = { clients, orchestrators: delegating }
  const problems = tapProblems(results)
  for (const problem of problems) report(`  ${problem}`)
  return {
    report: tapReport(results, new Date()),
    ran: clients.length + delegating.length,
    problems: problems.length,
  }
}
