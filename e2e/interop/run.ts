// `node e2e/interop/run.ts [NAME…] [--servers | --frameworks] [--keep] [--captures]` starts real servers and agents of frameworks from the
// package registries, calls every operation of every way in through Parley's engine, and writes docs/INTEROP.md, or the half of it that
// was asked for. NAME keeps those whose name contains it and writes nothing; `--keep` keeps the environments for the next run;
// `--captures` keeps what frameworks sent in e2e/fixtures/frameworks.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frameworks } from './frameworks/frameworks.ts'
import { runFramework } from './frameworks/run-framework.ts'
import { type Half, problemsOf, reportOf } from './report.ts'
import { runServer, type ServerResult } from './run-server.ts'
import type { Subject } from './server-table.ts'
import { servers } from './servers.ts'

const { keep, captures, halves, names } = optionsOf(process.argv.slice(2))
const kept = join(tmpdir(), 'parley-interop-kept')
if (keep) mkdirSync(kept, { recursive: true })
const cache = keep ? kept : mkdtempSync(join(tmpdir(), 'parley-interop-'))

const isWanted = ({ name }: Subject) => names.length === 0 || names.some((part) => name.includes(part))
const runs: Readonly<Record<Half, readonly (() => Promise<ServerResult>)[]>> = {
  servers: servers.filter(isWanted).map((server) => () => runServer(server, cache)),
  frameworks: frameworks.filter(isWanted).map((framework) => () => runFramework(framework, cache, captures)),
}
const all: ServerResult[] = []
try {
  for (const half of halves) {
    const results: ServerResult[] = []
    for (const run of runs[half]) results.push(await timed(run))
    if (names.length === 0) write(half, results)
    all.push(...results)
  }
} finally {
  if (!keep) rmSync(cache, { recursive: true, force: true })
}
if (all.length === 0 || all.some((result) => problemsOf(result).length > 0)) process.exitCode = 1
// Connections that a server left open must not keep the run alive.
process.exit()

async function timed(run: () => Promise<ServerResult>): Promise<ServerResult> {
  const started = performance.now()
  const result = await run()
  const problems = problemsOf(result)
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`${result.server.name} (${seconds} s): ${result.unavailable ?? summary(result)}`)
  for (const [address, outcome] of result.typed ?? []) console.log(`  typed ${address}: ${outcome}`)
  for (const problem of problems) console.log(`  ${problem}`)
  if (problems.length > 0 && result.tail) console.log(result.tail.replace(/^/gm, '    | '))
  return result
}

/** The other half stays as it is. */
function write(half: Half, results: readonly ServerResult[]): void {
  const place = join(import.meta.dirname, '..', '..', 'docs', 'INTEROP.md')
  const [first = '', second = ''] = readFileSync(place, 'utf8').split(/^(?=# Frameworks$)/m)
  const report = reportOf(half, results, new Date())
  const written = half === 'servers' ? [report, second] : [first, report]
  writeFileSync(
    place,
    `${written
      .map((text) => text.trim())
      .filter(Boolean)
      .join('\n\n')}\n`,
  )
}

function optionsOf(args: readonly string[]) {
  const asked = (['servers', 'frameworks'] as const).filter((half) => args.includes(`--${half}`))
  const halves: readonly Half[] = asked.length > 0 ? asked : ['servers', 'frameworks']
  const names = args.filter((each) => !each.startsWith('--'))
  return { keep: args.includes('--keep'), captures: args.includes('--captures'), halves, names }
}

function summary({ ways, discovered }: ServerResult): string {
  const verdicts = [...ways.values()].flatMap((each) => [...each.values()])
  const count = (kind: string) => verdicts.filter((each) => each.kind === kind).length
  const card = discovered?.kind === 'works' ? `card [${discovered.findings.join(' ')}]` : 'no card'
  return `${card}; ${ways.size} ways in, ${count('works')} work, ${count('fails')} do not`
}
