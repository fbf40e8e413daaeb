// The command line without a window: a verb, its flags and its end. Standard output carries what was asked for; the rest goes to
// standard error.

import { oneLine } from '#shared/checks/reports/escape.ts'
import { Fault } from '#shared/contract/fault.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { defaultDataDir } from '../options.ts'
import { checkVerb } from './check/verb.ts'
import { verbExitCodes } from './exit-codes.ts'
import { helpOf, readCall, type Verb, WrongUsage } from './verb.ts'

const verbs: readonly Verb[] = [checkVerb]

/** What the first word of a command line asks for, where it is a verb. */
export function verbNamed(word: string | undefined): Verb | undefined {
  return verbs.find(({ name }) => name === word)
}

/** `bundles` is the folder of the running bundle. The process has an exit code when this resolves. */
export async function runVerb(verb: Verb, args: readonly string[], bundles: string): Promise<number> {
  try {
    const { help, ...call } = readCall(verb, args)
    if (help) {
      process.stdout.write(helpOf(verb, 'parley'))
      return verbExitCodes.done
    }
    const { run } = await verb.load()
    return await run({
      ...call,
      bundles,
      version: packageJson.version,
      usualDataDir: defaultDataDir(process.platform, process.env),
    })
  } catch (error) {
    const { sentence, code } = complaintOf(error)
    process.stderr.write(`${oneLine(sentence)}\n`)
    if (error instanceof WrongUsage) process.stderr.write(`See parley ${verb.name} --help.\n`)
    return code
  }
}

/** Ends once everything that was written has gone. */
export async function endWith(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => {
      stream.once('error', () => resolve())
      stream.write('', () => resolve())
    })
  }
  process.exit(code)
}

function complaintOf(error: unknown): { readonly sentence: string; readonly code: number } {
  if (error instanceof WrongUsage) return { sentence: error.message, code: verbExitCodes.wrongUsage }
  if (error instanceof Fault) {
    const isInput = error.kind === 'bad-input'
    return { sentence: error.message, code: isInput ? verbExitCodes.wrongUsage : verbExitCodes.failed }
  }
  const said = error instanceof Error ? error.message : String(error)
  return { sentence: `Something broke inside Parley: ${said}`, code: verbExitCodes.failed }
}
