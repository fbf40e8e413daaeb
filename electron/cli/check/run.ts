// `parley check`: adds the agent, reads its card, runs the tests, prints the results and writes the reports.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { isLoopback } from '#engine/platform/net.ts'
import { hostOf } from '#engine/receiver/addresses.ts'
import type { Prompts } from '#shared/checks/behaviors.ts'
import type { CheckRun, TestResult } from '#shared/checks/run.ts'
import { transportOf } from '#shared/checks/suite.ts'
import { failsRun, type IsBaseline, verdictOf, versionOf } from '#shared/checks/summary.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { Fault } from '#shared/contract/fault.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import { commandLine } from '../command-name.ts'
import { type Ending, timeoutHint, timeoutSentence, watchForEnd } from '../ending.ts'
import { type Ended, exitCodeOfEnd, verbExitCodes } from '../exit-codes.ts'
import { openHeadless } from '../headless.ts'
import { openTerminal, type Terminal } from '../output.ts'
import { readInputFile } from '../read-input.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { connect, credentialsHint, kindOfProblem } from '../with-agent.ts'
import { chooseTests } from './choose-tests.ts'
import { type CheckSettings, readSettings } from './settings.ts'
import { tableOf } from './table.ts'
import { refuseUnwritable, writeReports, writeSessionFile } from './write-files.ts'

/** Of the report that --baseline names; a larger one is refused. */
const maxBaselineBytes = 64_000_000

const reportSchema = z.object({
  acts_version: z.string(),
  spec_version: z.string(),
  transport: z.string(),
  suites: z.array(z.object({ tests: z.array(z.object({ id: z.string(), result: z.string() })) })),
})

const isSuite = /\.acts\.(ya?ml|json)$/
/** The suite files that include all others. */
const wholeSuite = ['suite.acts.yaml', 'suite.acts.yml', 'suite.acts.json'] as const

export async function runCheck(call: VerbCall): Promise<number> {
  const settings = readSettings(call, call.caller.path('.'))
  refuseUnwritable(settings)
  const baseline = settings.baseline === undefined ? undefined : readBaseline(settings.baseline)
  const terminal = openTerminal(call.caller, Object.values(settings).includes('-'))
  const ending = watchForEnd(call.caller, settings.timeout)
  const { engine, isKept, close } = await openHeadless(call, settings['data-dir'], terminal.note)
  try {
    const run = await checked({ engine, settings, terminal, ending })
    terminal.clearProgress()
    const isBaseline: IsBaseline | undefined = baseline?.(run)
    await writeReports(run, isBaseline, settings, call)
    if (run.planned > 0) terminal.print(tableOf(run, terminal.styled, isBaseline))
    if (run.problem) terminal.note(run.problem.sentence)
    if (run.problem?.kind === 'credentials') terminal.note(credentialsHint)
    if (ending.why() === 'timeout') terminal.note(`${timeoutSentence(settings.timeout)} ${timeoutHint}`)
    const failed = run.results.find((result) => failsRun(result, isBaseline))
    if (failed) terminal.note(nextStep(failed, call, settings, isKept && !settings['no-record']))
    return exitCodeOf(run, ending.why(), isBaseline)
  } finally {
    terminal.clearProgress()
    ending.stop()
    await close()
  }
}

function nextStep(
  { testId }: TestResult,
  { caller }: VerbCall,
  settings: CheckSettings,
  isShown: boolean,
): string {
  const again = `Run a test alone with --only, as in --only ${testId}.`
  if (!isShown) return again
  const shown = commandLine(caller.command, 'sessions show last', settings['data-dir'])
  return `${again} What was sent and returned: ${shown}`
}

interface CheckTerminal {
  readonly engine: Engine
  readonly settings: CheckSettings
  readonly terminal: Terminal
  readonly ending: Ending
}

/** The run, with its session written if requested; for an agent without a card, a run without results. */
async function checked({ engine, settings, terminal, ending }: CheckTerminal): Promise<CheckRun> {
  const { signal } = ending
  const isKept = !settings['no-record'] || settings.session !== undefined
  // The run itself reads the card again, so this first reading needs no session.
  await engine.sessions.record('stop')
  const before = new Set(engine.agents.list().map(({ id }) => id))
  terminal.progress(`Reading the card of ${settings.url}`)
  const { agent, discovery } = await connect(engine, settings, signal, terminal.note)
  if (!discovery.found) {
    if (!before.has(agent.id)) await engine.forgetAgent(agent.id)
    return noCardRun(agent, discovery, ending.why())
  }
  if (isKept) await engine.sessions.record('start')
  const own = {
    ...(settings.acts.length > 0 && { paths: suiteFiles(settings.acts) }),
    variables: settings.var,
    prompts: withAnswer(
      { ...(await triedPrompts(engine, settings, agent.id, terminal, signal)), ...settings.prompts },
      settings.answer,
    ),
  }
  const chosen = await chooseTests(engine, settings, agent.id, own)
  const isHere = chosen.urls.every((url) => isLoopback(hostOf(url) ?? ''))
  const active = settings.active ?? isHere
  if (active) await listenForCalls(engine, isHere, terminal.note)
  const request = { agentId: agent.id, ways: [...chosen.ways], tests: [...chosen.tests], active }
  const { sessionId } = await engine.checks.start(request, undefined, own)
  const run = await followed(engine, sessionId, terminal, signal)
  if (settings.session !== undefined) await writeSessionFile(engine.sessions, sessionId, settings.session)
  if (settings['no-record'] && isKept) {
    await engine.sessions.record('stop')
    await engine.sessions.remove(sessionId)
  }
  if (settings['no-record'] && !before.has(agent.id)) await engine.forgetAgent(agent.id)
  return run
}

/** A run that makes no progress is looked at again after this. */
const progressWaitMs = 1_000

/** Returns the run once it is over, or its results so far when it was ended. */
async function followed(
  { checks }: Engine,
  sessionId: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<CheckRun> {
  const stop = guarded(
    'end of checks',
    () => void checks.stop(sessionId),
    () => undefined,
  )
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  for (let after = 0; ; ) {
    const page = await checks.runs.read({
      sessionId,
      after,
      limit: 1_000,
      state: 'running',
      waitMs: progressWaitMs,
    })
    after = page.next
    if (page.run?.state !== 'running') break
    terminal.progress(`${after} of ${page.run.planned} tests made`)
  }
  const run = checks.runs.of(sessionId)
  if (!run) throw new Fault('internal', 'The run of checks is gone.')
  return run
}

/** Without a receiver that the agent can reach, a missing push notification would not be a fault of the agent. */
async function listenForCalls(
  { push: { receiver } }: Engine,
  isHere: boolean,
  note: (sentence: string) => void,
): Promise<void> {
  const { settings } = receiver.state()
  if (!isHere && settings.reach.kind === 'loopback' && settings.publicUrl === undefined) return
  const { problem } = await receiver.start(settings)
  if (problem !== undefined) note(problem)
}

function withAnswer(prompts: Prompts, answer: string | undefined): Prompts {
  const multiTurn = prompts['tck-multi-turn']
  return answer === undefined || !multiTurn
    ? prompts
    : { ...prompts, 'tck-multi-turn': { ...multiTurn, answer } }
}

/** Stored prompts take precedence over tried ones. */
async function triedPrompts(
  { checks }: Engine,
  settings: CheckSettings,
  agentId: string,
  terminal: Terminal,
  signal: AbortSignal,
) {
  const stored = checks.prompts.of(agentId)
  if (!settings.try || signal.aborted) return stored
  for await (const step of checks.tryPrompts(agentId, signal)) {
    if (step.kind === 'trying') terminal.progress(`Trying prompts: ${step.done} of ${step.total}`)
    if (step.kind === 'done') return { ...step.prompts, ...stored }
  }
  return stored
}

// The files of suites that were named: a file, or all in a folder.

function suiteFiles(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (!facts) throw new WrongUsage(`${path} isn’t there.`)
    if (!facts.isDirectory()) return [path]
    const whole = wholeSuite.map((name) => join(path, name)).find((each) => existsSync(each))
    if (whole !== undefined) return [whole]
    const matches = readdirSync(path)
      .filter((name) => isSuite.test(name))
      .toSorted()
    if (matches.length === 0)
      throw new WrongUsage(`${path} has no suite: none of its files ends in .acts.yaml.`)
    return matches.map((name) => join(path, name))
  })
}

// Reads an earlier report; its failures do not fail this run.

function readBaseline(
  path: string,
  text = readInputFile(path, maxBaselineBytes).toString('utf8'),
): (run: CheckRun) => IsBaseline {
  const read = z
    .union([z.array(reportSchema), reportSchema.transform((one) => [one])])
    .safeParse(parsedJson(text))
  if (!read.success) throw new WrongUsage(`${path} isn’t an ACTS report as --json writes it.`)
  const names = new Set(
    read.data.flatMap(({ spec_version, transport, suites }) =>
      suites.flatMap(({ tests }) =>
        tests.flatMap(({ id, result }) =>
          result === 'fail' || result === 'error' ? [`${spec_version} ${transport} ${id}`] : [],
        ),
      ),
    ),
  )
  return ({ ways }) =>
    ({ testId, way }) => {
      const own = ways[way]
      return own !== undefined && names.has(`${versionOf(own)} ${transportOf[own.binding]} ${testId}`)
    }
}

// The exit code of a run. A test without a result is no success.

export function exitCodeOf(
  run: CheckRun,
  ended: Ended | undefined,
  isBaseline: IsBaseline | undefined,
): number {
  if (ended) return exitCodeOfEnd[ended]
  if (run.problem) return verbExitCodes[run.problem.kind]
  return verdictOf(run, isBaseline).state === 'passed' ? verbExitCodes.done : verbExitCodes.failed
}

/** A run without tests; its reports state why. */
function noCardRun(
  agent: Agent,
  { problem }: Extract<Discovery, { found: false }>,
  ended: Ended | undefined,
): CheckRun {
  const now = Date.now()
  return {
    id: agent.id,
    agentId: agent.id,
    agentName: agent.name,
    cardUrl: agent.address,
    startedAt: now,
    endedAt: now,
    state: ended === undefined ? 'done' : 'stopped',
    ways: [],
    suites: [],
    planned: 0,
    results: [],
    problem: ended
      ? { kind: 'timeout', sentence: 'The run ended before the agent’s card was read.' }
      : { kind: kindOfProblem(problem.kind), sentence: problem.sentence },
  }
}
