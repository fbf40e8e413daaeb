// Traces against real parts: stores that take them.

import { runStore, type StoreResult, ways } from './run-store.ts'
import { stores } from './stores.ts'
import { storeProblems, tracesReport } from './traces-report.ts'

interface TracesRun {
  readonly report: string
  readonly ran: number
  readonly problems: number
}

export async function runTraces(cache: string, isWanted: (name: string) => boolean): Promise<TracesRun> {
  const results: StoreResult[] = []
  for (const store of stores.filter(({ name }) => isWanted(name))) {
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
  return {
    report: tracesReport(results, new Date()),
    ran: results.length,
    problems: results.flatMap(storeProblems).length,
  }
}
