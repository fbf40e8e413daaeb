// What a verb of the command line is: one table, of which parsing and help are made.

import { parseArgs } from 'node:util'

interface Flag {
  readonly name: string
  /** What stands behind it; left out: nothing does. */
  readonly value?: string
  readonly repeat?: true
  readonly help: string
}

export interface Verb {
  readonly name: string
  /** What it is called with besides flags, as in "[URL]". */
  readonly operands: string
  readonly maxOperands: number
  readonly about: string
  readonly flags: readonly Flag[]
  readonly examples: readonly (readonly [command: string, does: string])[]
  readonly exitCodes: readonly (readonly [code: number, meaning: string])[]
  /** Loaded when it is run. Resolves with the exit code. */
  load(): Promise<{ run(call: VerbCall): Promise<number> }>
}

type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

export interface VerbCall {
  readonly operands: readonly string[]
  readonly flags: FlagValues
  readonly version: string
  /** The platform's own place for an application's data. */
  readonly usualDataDir: string
  /** Where the bundles are, and the suites beside them. */
  readonly bundles: string
}

/** A call that can't be made as it was written. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

export function readCall(
  verb: Verb,
  args: readonly string[],
): Pick<VerbCall, 'operands' | 'flags'> & { readonly help: boolean } {
  const options = Object.fromEntries(
    verb.flags.map(({ name, value, repeat }) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: repeat === true },
    ]),
  )
  const { help, ...flags } = { help: { type: 'boolean' as const, short: 'h' }, ...options }
  try {
    const read = parseArgs({ args: [...args], allowPositionals: true, options: { ...flags, help } })
    const { help: asked, ...values } = read.values
    if (read.positionals.length > verb.maxOperands) {
      throw new WrongUsage(`${verb.name} takes ${verb.operands}, not "${read.positionals.join(' ')}".`)
    }
    return { operands: read.positionals, flags: values as FlagValues, help: asked === true }
  } catch (error) {
    if (error instanceof WrongUsage || !(error instanceof Error)) throw error
    // What follows the first sentence is about another way to write it.
    throw new WrongUsage(`${error.message.split(/\. |\n/)[0]?.replace(/\.$/, '')}.`)
  }
}

/** Of the longest flag, with a space. */
const flagColumn = 28

export function helpOf(verb: Verb, program: string): string {
  const flags = [...verb.flags, { name: 'help', help: 'show this' } satisfies Flag]
  const line = (left: string, right: string) => `  ${left.padEnd(flagColumn)}${right}`
  return [
    `${program} ${verb.name} ${verb.operands} [options]`,
    '',
    verb.about,
    '',
    ...flags.map(({ name, value, help }) => line(`--${name}${value === undefined ? '' : ` ${value}`}`, help)),
    '',
    'Examples:',
    ...verb.examples.flatMap(([command, does]) => [`  ${program} ${verb.name} ${command}`, `      ${does}`]),
    '',
    `Exit codes: ${verb.exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.`,
    '',
  ].join('\n')
}
