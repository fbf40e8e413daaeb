// `node e2e/interop/run.ts [NAME…] [--servers] [--frameworks] [--sign-in] [--tap] [--checks] [--inspector] [--traces] [--keep] [--captures]` starts real servers and agents of frameworks
// from the package registries, calls every operation of every way in through Parley's engine, signs in at Keycloak in a real window,
// has clients of SDKs and agents that delegate call through taps, holds the servers to Parley's checks, has the MCP Inspector call every tool, sends traces to stores, and writes docs/INTEROP.md, or the parts of
// it that were requested. NAME keeps those whose name contains it and writes nothing; `--keep` keeps
// the environments for the next run; `--captures` keeps what frameworks sent in e2e/fixtures/frameworks.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckedServer, checkServer } from './checks/check-server.ts'
import { checkProblems, checksReport } from './checks/checks-report.ts'
import { knownFailures } from './checks/expected-failures.ts'
import { frameworks } from './frameworks/frameworks.ts'
import { runFramework } from './frameworks/run-framework.ts'
import { inspect } from './inspector/inspect.ts'
import { inspectorProblems, inspectorReport } from './inspector/inspector-report.ts'
import { type Part, parts, problemsOf, reportOf, type Section, sections } from './report.ts'
import { runServer, type ServerResult } from './run-server.ts'
import type { Server, Subject } from './server-table.ts'
import { servers } from './servers.ts'
import { runSignIn } from './sign-in/run-sign-in.ts'
import { openSignInDesk, type SignInDesk } from './sign-in/sign-in-server.ts'
import { guardedAgents } from './sign-in/subjects.ts'
import { runTap } from './tap/run-tap.ts'
import { runTraces } from './traces/run-traces.ts'

const { keep, captures, asked, names } = optionsOf(process.argv.slice(2))
const stored = join(tmpdir(), 'parley-interop-kept')
if (keep) mkdirSync(stored, { recursive: true })
const cache = keep ? stored : mkdtempSync(join(tmpdir(), 'parley-interop-'))

const isRequested = ({ name }: Pick<Subject, 'name'>) =>
  names.length === 0 || names.some((part) => name.includes(part))
let desk: Promise<SignInDesk> | undefined
const runs: Readonly<Record<Part, readonly (() => Promise<ServerResult>)[]>> = {
  servers: servers.filter(isRequested).map((server) => () => runServer(server, cache)),
  frameworks: frameworks
    .filter(isRequested)
    .map((framework) => () => runFramework(framework, cache, captures)),
  'sign-in': guardedAgents.filter(isRequested).map((agent) => () => {
    desk ??= openSignInDesk(cache)
    return runSignIn(agent, cache, desk)
  }),
}
const isChecked = ({ name }: Subject) => Object.hasOwn(knownFailures, name)
let problems = 0
let ran = 0
try {
  for (const part of parts.filter((each) => asked.includes(each))) {
    const results: ServerResult[] = []
    for (const run of runs[part]) results.push(await timed(run))
    if (names.length === 0) write(part, reportOf(part, results, new Date()))
    ran += results.length
    problems += results.flatMap(problemsOf).length
  }
  if (asked.includes('tap')) {
    const tapped = await runTap(isRequested, cache, console.log)
    if (names.length === 0) write('tap', tapped.report)
    ran += tapped.ran
    problems += tapped.problems
  }
  if (asked.includes('checks')) {
    const checked: CheckedServer[] = []
    for (const server of servers)
      if (isRequested(server) && isChecked(server)) checked.push(await checkedServer(server))
    if (names.length === 0) write('checks', checksReport(checked, new Date()))
    ran += checked.length
    problems += checked.flatMap(checkProblems).length
  }
  if (asked.includes('inspector') && names.length === 0) problems += await inspected()
  if (asked.includes('traces')) {
    const traced = await runTraces(cache, (name) => isRequested({ name }))
    if (names.length === 0) write('traces', traced.report)
    ran += traced.ran
    problems += traced.problems
  }
} finally {
  await desk?.then(
    ({ close }) => close(),
    () => undefined,
  )
  if (!keep) rmSync(cache, { recursive: true, force: true })
}
if (ran === 0 || problems > 0) process.exitCode = 1
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
function write(section: Section, report: string): void {
  const place = join(import.meta.dirname, '..', '..', 'docs', 'INTEROP.md')
  const before = readFileSync(place, 'utf8').split(/^(?=# )/m)
  const written = sections.map((each, index) => (each === section ? report : (before[index] ?? '')))
  writeFileSync(
    place,
    `${written
      .map((text) => text.trim())
      .filter(Boolean)
      .join('\n\n')}\n`,
  )
}

function optionsOf(args: readonly string[]) {
  const texts = sections.filter((section) => args.includes(`--${section}`))
  const request = texts.length > 0 ? texts : sections
  const names = args.filter((each) => !each.startsWith('--'))
  return { keep: args.includes('--keep'), captures: args.includes('--captures'), asked: request, names }
}

/** How many of its calls failed. */
async function inspected(): Promise<number> {
  const result = await inspect(cache)
  const problems = inspectorProblems(result)
  console.log(`MCP Inspector: ${result.size} calls over each transport, ${problems.length} problems`)
  for (const problem of problems) console.log(`  ${problem}`)
  write('inspector', inspectorReport(result, new Date()))
  ran += 1
  return problems.length
}

async function checkedServer(server: Server): Promise<CheckedServer> {
  const checked = await checkServer(server, cache)
  const { unavailable, results, seconds } = checked
  const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length
  const text = `${count('pass')} passed, ${count('fail') + count('error')} failed, ${count('skip')} not applicable`
  console.log(`checks of ${server.name} (${Math.round(seconds)} s): ${unavailable ?? text}`)
  for (const problem of checkProblems(checked)) console.log(`  ${problem}`)
  return checked
}

function summary({ ways, discovered }: ServerResult): string {
  const verdicts = [...ways.values()].flatMap((each) => [...each.values()])
  const count = (kind: string) => verdicts.filter((each) => each.kind === kind).length
  const card = discovered?.kind === 'works' ? `card [${discovered.findings.join(' ')}]` : 'no card'
  return `${card}; ${ways.size} ways in, ${count('works')} work, ${count('fails')} do not`
}
