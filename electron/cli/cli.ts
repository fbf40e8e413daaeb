// The command line without a window: runs a verb. Standard output has what was requested, standard error the rest.

import type { Engine } from '#engine/engine.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { defaultDataDir } from '../options.ts'
import { requireSettled } from '../require-settled.ts'
import { type Caller, ownCaller } from './caller.ts'
import { stopOf } from './ending.ts'
import { exitCodeOfEnd, verbExitCodes } from './exit-codes.ts'
import { Failure, FolderInUse } from './failure.ts'
import { jsonText } from './output.ts'
import { firstWord, groupText, helpOf, readCall, type Verb, WrongUsage } from './verb.ts'
import { allVerbs, verbs } from './verbs.ts'

export function isVerb([word]: readonly string[]): boolean {
  return verbs.some(({ name }) => name === word || firstWord(name) === word)
}

/**
 * `bundles` is the folder of the running bundle. `window` is the engine of an open window, whose process runs the verbs
 * of other processes that need its data. `process.exitCode` is set when this resolves.
 */
export async function runVerb(
  args: readonly string[],
  bundles: string,
  caller: Caller,
  window?: Engine,
): Promise<number> {
  const ownVerb = verbOf(args)
  if (!ownVerb || (window !== undefined && !ownVerb.verb.ofKept)) return groupHelp(args, caller)
  const { verb, rest } = ownVerb
  try {
    const { help, ...call } = readCall(verb, rest)
    if (help) {
      caller.stdout.write(helpOf(verb, caller.command))
      return verbExitCodes.done
    }
    const { run } = await verb.load()
    const code = await run({
      ...call,
      bundles,
      caller,
      ...defined({ window }),
      verbs: allVerbs,
      version: packageJson.version,
      usualDataDir: defaultDataDir(process.platform, caller.env),
    }).catch((error: unknown) => inOpenWindow(error, args, caller))
    return caller.broken() ?? code
  } catch (error) {
    return (
      caller.broken() ??
      stoppedCode(error, caller) ??
      complain(complaintOf(error, `${caller.command} ${verb.name}`), isJsonRequested(rest), caller)
    )
  }
}

/** The exit code of a wait that a stop signal ended, which needs no sentence. */
function stoppedCode(error: unknown, { signal }: Caller): number | undefined {
  const isEnded = signal.aborted && error instanceof Error && error.name === 'AbortError'
  return isEnded ? exitCodeOfEnd[stopOf(signal)] : undefined
}

/** Another Parley owns the data folder: its window runs the verb. */
async function inOpenWindow(error: unknown, args: readonly string[], caller: Caller): Promise<number> {
  if (!(error instanceof FolderInUse)) throw error
  const { runInWindow } = await import('./attach/run-in-window.ts')
  const code = await runInWindow(error.path, args, caller)
  if (code === undefined) throw error
  return code
}

export async function runAsProcess(args: readonly string[], bundles: string): Promise<never> {
  const caller = ownCaller()
  const code = await requireSettled(`${caller.command} ${args[0]}`, runVerb(args, bundles, caller))
  // Exits after all output was flushed.
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => {
      stream.once('error', () => resolve())
      stream.write('', () => resolve())
    })
  }
  process.exit(caller.broken() ?? code)
}

export function verbOf(
  args: readonly string[],
): { readonly verb: Verb; readonly rest: readonly string[] } | undefined {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const verb = verbs.find((each) => each.name === name)
    if (verb) return { verb, rest: args.slice(words) }
  }
  return undefined
}

/** Help for the first word of several verbs, without a second word. */
function groupHelp(args: readonly string[], caller: Caller): number {
  const [word = '', next] = args
  const members = verbs.filter(({ name }) => firstWord(name) === word)
  const isHelp = next === '--help' || next === '-h'
  if (isHelp) {
    caller.stdout.write(groupText(members, caller.command))
    return verbExitCodes.done
  }
  const names = members.map(({ name }) => name.slice(word.length + 1)).join(', ')
  const message = `${word} expects one of ${names}${next === undefined ? '' : `, not "${next}"`}.`
  const hint = `See ${caller.command} ${word} --help.`
  return complain({ message, hint, code: 'wrongUsage' }, isJsonRequested(args), caller)
}

interface Complaint {
  readonly code: keyof typeof verbExitCodes
  readonly message: string
  readonly hint?: string | undefined
}

function complain({ code, message, hint }: Complaint, asJson: boolean, { stderr }: Caller): number {
  if (asJson) {
    const error = { code, message, ...defined({ hint }) }
    stderr.write(`${jsonText({ error })}\n`)
  } else {
    for (const sentence of [message, hint]) if (sentence !== undefined) stderr.write(`${oneLine(sentence)}\n`)
  }
  return verbExitCodes[code]
}

/** Works for a command line that can't be parsed, too. */
function isJsonRequested(args: readonly string[]): boolean {
  return args.some(
    (arg, at) =>
      arg === '--output=json' || arg === '-ojson' || (/^(-o|--output)$/.test(arg) && args[at + 1] === 'json'),
  )
}

function complaintOf(error: unknown, called: string): Complaint {
  if (error instanceof Failure) return error
  if (error instanceof WrongUsage) {
    return { code: 'wrongUsage', message: error.message, hint: `See ${called} --help.` }
  }
  if (error instanceof Fault) {
    return { code: error.kind === 'bad-input' ? 'wrongUsage' : 'failed', message: error.message }
  }
  return { code: 'failed', message: `Something broke inside Parley: ${messageOf(error)}` }
}
