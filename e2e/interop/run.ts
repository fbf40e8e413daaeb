// `node e2e/interop/run.ts [NAME…] [--keep]` starts real servers from the package registries, calls every operation of every
// way in through Parley's engine, and writes docs/INTEROP.md. NAME keeps the servers whose name contains it and writes
// nothing; `--keep` keeps the environments for the next run.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problemsOf, reportOf } from './report.ts'
import { runServer, type ServerResult } from './run-server.ts'
import { servers } from './servers.ts'

const { keep, names } = optionsOf(process.argv.slice(2))
const kept = join(tmpdir(), 'parley-interop-kept')
if (keep) mkdirSync(kept, { recursive: true })
const cache = keep ? kept : mkdtempSync(join(tmpdir(), 'parley-interop-'))

const wanted = servers.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
const results: ServerResult[] = []
try {
  for (const server of wanted) {
    const started = performance.now()
    const result = await runServer(server, cache)
    results.push(result)
    const problems = problemsOf(result)
    const seconds = Math.round((performance.now() - started) / 1_000)
    console.log(`${server.name} (${seconds} s): ${result.unavailable ?? summary(result)}`)
    for (const problem of problems) console.log(`  ${problem}`)
    if (problems.length > 0 && result.tail) console.log(result.tail.replace(/^/gm, '    | '))
  }
} finally {
  if (!keep) rmSync(cache, { recursive: true, force: true })
}
if (names.length === 0) {
  const place = join(import.meta.dirname, '..', '..', 'docs', 'INTEROP.md')
  writeFileSync(place, reportOf(results, new Date()))
}
if (results.length === 0 || results.some((result) => problemsOf(result).length > 0)) process.exitCode = 1
// Connections that a server left open must not keep the run alive.
process.exit()

function optionsOf(args: readonly string[]) {
  return { keep: args.includes('--keep'), names: args.filter((each) => !each.startsWith('--')) }
}

function summary({ ways, discovered }: ServerResult): string {
  const verdicts = [...ways.values()].flatMap((each) => [...each.values()])
  const count = (kind: string) => verdicts.filter((each) => each.kind === kind).length
  const card = discovered?.kind === 'works' ? `card [${discovered.findings.join(' ')}]` : 'no card'
  return `${card}; ${ways.size} ways in, ${count('works')} work, ${count('fails')} do not`
}
