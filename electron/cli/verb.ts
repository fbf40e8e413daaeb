// The table that defines a verb, of which parsing and help are made.

import { parseArgs } from 'node:util'
import type { Engine } from '#engine/engine.ts'
import { defined } from '#shared/defined.ts'
import type { Caller } from './caller.ts'
import { nearest } from './nearest.ts'

export interface Flag {
  readonly name: string
  /** One letter. */
  readonly short?: string
  /** The name of the flag's value; a flag without one takes none. */
  readonly value?: string
  readonly choices?: readonly string[]
  /** `value` is a path. */
  readonly files?: true
  readonly repeat?: true
  readonly help: string
}

export interface VerbText {
  /** One word, or two with a space. */
  readonly name: string
  readonly summary: string
  /** Operands, a word each; `[URL]` is optional. */
  readonly operands: string
  readonly operandChoices?: readonly string[]
  readonly about: string
  readonly flags: readonly Flag[]
  readonly examples: readonly (readonly [command: string, does: string])[]
  readonly exitCodes: readonly (readonly [code: number, meaning: string])[]
}

export interface Verb extends VerbText {
  /** Only reads or adds to stored data, so an open window's process can run it. */
  readonly ofKept?: true
  /** Loaded on use. `run` resolves with the exit code. */
  load(): Promise<{ run(call: VerbCall): Promise<number> }>
}

type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface VerbCall {
  readonly operands: readonly string[]
  readonly flags: FlagValues
  readonly version: string
  /** The platform's folder for application data. */
  readonly usualDataDir: string
  /** The folder of the bundles and suites. */
  readonly bundles: string
  readonly verbs: readonly VerbText[]
  readonly caller: Caller
  /** Of the window whose process runs the verb. */
  readonly window?: Engine
}

/** A command line that can't be run. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

export function readCall(
  verb: Verb,
  args: readonly string[],
): Pick<VerbCall, 'operands' | 'flags'> & { readonly help: boolean } {
  const options = Object.fromEntries(
    verb.flags.map(({ name, short, value, repeat }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: repeat === true,
        ...defined({ short }),
      },
    ]),
  )
  const { help, ...flags } = { help: { type: 'boolean' as const, short: 'h' }, ...options }
  try {
    const read = parseArgs({ args: [...args], allowPositionals: true, options: { ...flags, help } })
    const { help: isHelp, ...values } = read.values
    if (read.positionals.length > operandsOf(verb).length) {
      throw new WrongUsage(`${verb.name} takes ${verb.operands}, not "${read.positionals.join(' ')}".`)
    }
    if (!isHelp) refuseMissing(verb, read.positionals)
    for (const flag of verb.flags) refuseOther(flag, (values as FlagValues)[flag.name])
    return { operands: read.positionals, flags: values as FlagValues, help: isHelp === true }
  } catch (error) {
    if (error instanceof WrongUsage || !(error instanceof Error)) throw error
    // Later sentences suggest another spelling.
    const sentence = `${error.message.split(/\. |\n/)[0]?.replace(/\.$/, '')}.`
    const [, unknown] = /^Unknown option '--(.*)'/.exec(sentence) ?? []
    const meant = unknown === undefined ? undefined : nearest(unknown, Object.keys(options))
    throw new WrongUsage(meant === undefined ? sentence : `${sentence} Did you mean --${meant}?`)
  }
}

function operandsOf({ operands }: VerbText): readonly string[] {
  return operands.split(' ').filter((word) => word !== '')
}

function refuseMissing(verb: Verb, given: readonly string[]): void {
  const { name, operands } = verb
  if (given.length >= operandsOf(verb).filter((word) => !word.startsWith('[')).length) return
  throw new WrongUsage(
    `${name} takes ${operands}${given.length === 0 ? '' : `, not "${given.join(' ')}" alone`}.`,
  )
}

function refuseOther({ name, choices }: Flag, value: unknown): void {
  if (!choices) return
  for (const each of [value].flat()) {
    if (typeof each !== 'string' || choices.includes(each)) continue
    throw new WrongUsage(`--${name} expects ${choices.join(' or ')}, not "${each}".`)
  }
}

/** Of the longest flag, with a space. */
const flagColumn = 28

export function helpOf(verb: VerbText, program: string): string {
  const flags: readonly Flag[] = [...verb.flags, helpFlag]
  return [
    `${usageOf(verb, program)}`,
    '',
    ...inLines(verb.about),
    '',
    ...flags.map((flag) => flagLine(spelled(flag), flag.help)),
    '',
    'Examples:',
    ...verb.examples.flatMap(([command, does]) => [
      `  ${program} ${verb.name} ${command}`.trimEnd(),
      `      ${does}`,
    ]),
    '',
    'Exit codes:',
    ...verb.exitCodes.map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`),
    '',
  ].join('\n')
}

const helpColumns = 100

/** Wraps between words. */
function inLines(text: string): readonly string[] {
  return text.match(new RegExp(`\\S.{0,${helpColumns - 1}}(?=\\s|$)`, 'g')) ?? []
}

export function flagLine(left: string, right: string): string {
  return `  ${left.padEnd(flagColumn)}${right}`
}

export const helpFlag: Flag = { name: 'help', short: 'h', help: 'show this' }

/** `-o, --output FORMAT`. */
export function spelled({ name, short, value }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}

export function firstWord(name: string): string {
  return name.split(' ')[0] ?? name
}

/** Help on the verbs that share their first word. */
export function groupText(members: readonly VerbText[], program: string): string {
  return members
    .map(({ name, operands, summary }) => `  ${program} ${name} ${operands}\n      ${summary}\n`)
    .join('')
}

export function usageOf({ name, operands }: VerbText, program: string): string {
  return [program, name, operands, '[options]'].filter((word) => word !== '').join(' ')
}
