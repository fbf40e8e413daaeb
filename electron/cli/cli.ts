// The command line without a window: a verb, its flags and its end. Standard output carries what was asked for; the rest goes to
// standard error.

import { oneLine } from '#shared/checks/reports/escape.ts'
import { Fault } from '#shared/contract/fault.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { defaultDataDir } from '../options.ts'
import { verbExitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { brokenOutput, jsonText, watchOutput } from './output.ts'
import { helpOf, readCall, type Verb, WrongUsage } from './verb.ts'
import { allVerbs, verbs } from './verbs.ts'

/** Whether a command line begins with a verb, or with the first word of one. */
export function isVerb([word]: readonly string[]): boolean {
  return verbs.some(({ name }) => name === word || firstWord(name) === word)
}

/** `bundles` is the folder of the running bundle. The process has an exit code when this resolves. */
export async function runVerb(args: readonly string[], bundles: string): Promise<number> {
  // A verb that runs has its own way to end; what is being read or written before has none.
  watchOutput(() => undefined)
  const found = verbOf(args)
  if (!found) return groupHelp(args)
  const { verb, rest } = found
  try {
    const { help, ...call } = readCall(verb, rest)
    if (help) {
      process.stdout.write(helpOf(verb, 'parley'))
      return verbExitCodes.done
    }
    const { run } = await verb.load()
    const code = await run({
      ...call,
      bundles,
      verbs: allVerbs,
      version: packageJson.version,
      usualDataDir: defaultDataDir(process.platform, process.env),
    })
    return brokenOutput() ?? code
  } catch (error) {
    if (brokenOutput() !== undefined) return brokenOutput() ?? verbExitCodes.failed
    return complain(complaintOf(error, `parley ${verb.name}`), wantsJson(rest))
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
  process.exit(brokenOutput() ?? code)
}

function verbOf(
  args: readonly string[],
): { readonly verb: Verb; readonly rest: readonly string[] } | undefined {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const verb = verbs.find((each) => each.name === name)
    if (verb) return { verb, rest: args.slice(words) }
  }
  return undefined
}

const firstWord = (name: string) => name.split(' ')[0]

/** The first word of several verbs, without the second. */
function groupHelp(args: readonly string[]): number {
  const [word = '', next] = args
  const members = verbs.filter(({ name }) => firstWord(name) === word)
  const lines = members.map(
    ({ name, operands, summary }) => `  parley ${name} ${operands}\n      ${summary}\n`,
  )
  const isAsked = next === '--help' || next === '-h'
  if (isAsked) {
    process.stdout.write(lines.join(''))
    return verbExitCodes.done
  }
  const names = members.map(({ name }) => name.slice(word.length + 1)).join(', ')
  const message = `${word} wants one of ${names}${next === undefined ? '' : `, not "${next}"`}.`
  const hint = `See parley ${word} --help.`
  return complain({ message, hint, code: 'wrongUsage' }, wantsJson(args))
}

interface Complaint {
  readonly code: keyof typeof verbExitCodes
  readonly message: string
  readonly hint?: string | undefined
}

function complain({ code, message, hint }: Complaint, asJson: boolean): number {
  if (asJson) {
    const error = { code, message, ...(hint !== undefined && { hint }) }
    process.stderr.write(`${jsonText({ error })}\n`)
  } else {
    for (const sentence of [message, hint])
      if (sentence !== undefined) process.stderr.write(`${oneLine(sentence)}\n`)
  }
  return verbExitCodes[code]
}

/** Also of a command line that can't be read otherwise. */
function wantsJson(args: readonly string[]): boolean {
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
  const said = error instanceof Error ? error.message : String(error)
  return { code: 'failed', message: `Something broke inside Parley: ${said}` }
}
