// `node e2e/interop/run.ts [NAME…] [--servers] [--frameworks] [--sign-in] [--keep] [--captures]` starts real servers and agents of frameworks
// from the package registries, calls every operation of every way in through Parley's engine, signs in at Keycloak in a real window, and
// writes docs/INTEROP.md, or the parts of it that were asked for. NAME keeps those whose name contains it and writes nothing; `--keep` keeps
// the environments for the next run; `--captures` keeps what frameworks sent in e2e/fixtures/frameworks.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frameworks } from './frameworks/frameworks.ts'
import { runFramework } from './frameworks/run-framework.ts'
import { type Part, parts, problemsOf, reportOf } from './report.ts'
import { runServer, type ServerResult } from './run-server.ts'
import type { Subject } from './server-table.ts'
import { servers } from './servers.ts'
import { runSignIn } from './sign-in/run-sign-in.ts'
import { openSignInDesk, type SignInDesk } from './sign-in/sign-in-desk.ts'
import { guardedAgents } from './sign-in/subjects.ts'

const { keep, captures, asked, names } = optionsOf(process.argv.slice(2))
const kept = join(tmpdir(), 'parley-interop-kept')
if (keep) mkdirSync(kept, { recursive: true })
const cache = keep ? kept : mkdtempSync(join(tmpdir(), 'parley-interop-'))

const isWanted = ({ name }: Subject) => names.length === 0 || names.some((part) => name.includes(part))
let desk: Promise<SignInDesk> | undefined
const runs: Readonly<Record<Part, readonly (() => Promise<ServerResult>)[]>> = {
  servers: servers.filter(isWanted).map((server) => () => runServer(server, cache)),
  frameworks: frameworks.filter(isWanted).map((framework) => () => runFramework(framework, cache, captures)),
  'sign-in': guardedAgents.filter(isWanted).map((agent) => () => {
    desk ??= openSignInDesk(cache)
    return runSignIn(agent, cache, desk)
  }),
}
const all: ServerResult[] = []
try {
  for (const part of asked) {
    const results: ServerResult[] = []
    for (const run of runs[part]) results.push(await timed(run))
    if (names.length === 0) write(part, results)
    all.push(...results)
  }
} finally {
  await desk?.then(
    ({ close }) => close(),
    () => undefined,
  )
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

/** The others stay as they are. */
function write(part: Part, results: readonly ServerResult[]): void {
  const place = join(import.meta.dirname, '..', '..', 'docs', 'INTEROP.md')
  const before = readFileSync(place, 'utf8').split(/^(?=# )/m)
  const written = parts.map((each, index) =>
    each === part ? reportOf(part, results, new Date()) : (before[index] ?? ''),
  )
  writeFileSync(
    place,
    `${written
      .map((text) => text.trim())
      .filter(Boolean)
      .join('\n\n')}\n`,
  )
}

function optionsOf(args: readonly string[]) {
  const said = parts.filter((part) => args.includes(`--${part}`))
  const asked = said.length > 0 ? said : parts
  const names = args.filter((each) => !each.startsWith('--'))
  return { keep: args.includes('--keep'), captures: args.includes('--captures'), asked, names }
}

function summary({ ways, discovered }: ServerResult): string {
  const verdicts = [...ways.values()].flatMap((each) => [...each.values()])
  const count = (kind: string) => verdicts.filter((each) => each.kind === kind).length
  const card = discovered?.kind === 'works' ? `card [${discovered.findings.join(' ')}]` : 'no card'
  return `${card}; ${ways.size} ways in, ${count('works')} work, ${count('fails')} do not`
}
