// Wraps a verb that needs the engine: opens it by the verb's flags, ends it on a signal or time-out, and closes it.

import { join } from 'node:path'
import type { Engine } from '#engine/engine.ts'
import { commandLine } from './command-name.ts'
import { timeoutHint, timeoutSentence, watchForEnd } from './ending.ts'
import { type Ended, exitCodeOfEnd, verbExitCodes } from './exit-codes.ts'
import { Failure, whyUnkept } from './failure.ts'
import type { FolderUse } from './headless.ts'
import { type Output, openOutput } from './output.ts'
import { type VerbCall, WrongUsage } from './verb.ts'

export interface EngineRun {
  readonly engine: Engine
  /** Aborts on Ctrl+C, on the time-out, and when the output is closed. */
  readonly signal: AbortSignal
  readonly output: Output
  /** Sessions remain after the run. */
  readonly isKept: boolean
  /** The command line of another verb on the same data folder. */
  commandLine(words: string): string
}

/** Resolves with the exit code. */
export type Act<Run> = (run: Run) => Promise<number>

/** By the flags for the data folder; undefined for the default one. */
export function dataDirOf({
  flags,
  usualDataDir,
}: Pick<VerbCall, 'flags' | 'usualDataDir'>): string | undefined {
  const { 'data-dir': dataDir, profile } = flags
  if (typeof profile !== 'string') return typeof dataDir === 'string' ? dataDir : undefined
  if (dataDir !== undefined) throw new WrongUsage('Choose one of --data-dir and --profile.')
  if (!/^[\w-]{1,64}$/.test(profile)) {
    throw new WrongUsage(`--profile expects letters, digits, - and _, not "${profile}".`)
  }
  return join(usualDataDir, 'profiles', profile)
}

export interface EngineUse {
  readonly folder?: FolderUse
  /** The verb runs until it is stopped: a stop is no failure. */
  readonly untilStopped?: true
  readonly timeoutMs?: number | undefined
}

export async function withEngine(
  call: VerbCall,
  act: Act<EngineRun>,
  { folder, untilStopped, timeoutMs }: EngineUse = {},
): Promise<number> {
  const output = openOutput(call)
  const dataDir = dataDirOf(call)
  const ending = watchForEnd(call.caller, timeoutMs)
  const unread = new AbortController()
  call.caller.onUnread(() => unread.abort())
  const signal = AbortSignal.any([ending.signal, unread.signal])
  try {
    const { openHeadless } = await import('./headless.ts')
    const { engine, isKept, close } = await openHeadless(call, dataDir, output.note, folder)
    try {
      const closed = folder === 'kept' ? whyUnkept(engine) : undefined
      if (closed !== undefined) throw new Failure('failed', closed)
      const run = {
        engine,
        signal,
        output,
        isKept,
        commandLine: (words: string) => commandLine(call.caller.command, words, dataDir),
      }
      // In the window's process, the window's recording must not stop.
      const isUntraced = call.flags['no-record'] === true && call.window === undefined
      const acted = isUntraced ? untraced(run, act) : act(run)
      const code = await acted.catch((error: unknown) => {
        if (ending.why() === undefined) throw error
        return verbExitCodes.failed
      })
      return codeOfEnd(ending.why(), timeoutMs, untilStopped) ?? code
    } finally {
      output.clearProgress()
      await close()
    }
  } finally {
    ending.stop()
  }
}

/** Leaves no session, and removes agents that it added. */
async function untraced(run: EngineRun, act: Act<EngineRun>): Promise<number> {
  const { engine } = run
  await engine.sessions.record('stop')
  const before = new Set(engine.agents.list().map(({ id }) => id))
  try {
    return await act(run)
  } finally {
    for (const { id } of engine.agents.list()) if (!before.has(id)) await engine.forgetAgent(id)
  }
}

/** Undefined where nothing ended it early. */
function codeOfEnd(
  ended: Ended | undefined,
  timeoutMs: number | undefined,
  untilStopped: true | undefined,
): number | undefined {
  if (ended === undefined) return undefined
  if (ended !== 'timeout') return untilStopped ? verbExitCodes.done : exitCodeOfEnd[ended]
  throw new Failure('timeout', timeoutSentence(timeoutMs ?? 0), timeoutHint)
}
