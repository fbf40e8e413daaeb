import { resolveReferences, variableIn } from '#engine/access/environment.ts'
import { type Flag, type VerbCall, WrongUsage } from './verb.ts'

export const outputFlags: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    value: 'FORMAT',
    choices: ['text', 'json'],
    help: 'text for people, the default, or json',
  },
]

export const dataFlags: readonly Flag[] = [
  { name: 'data-dir', value: 'DIR', files: true, help: 'where sessions, settings and credentials are kept' },
  { name: 'profile', value: 'NAME', help: 'a data folder of this name, inside the default one' },
]

const engineFlags: readonly Flag[] = [
  ...outputFlags,
  ...dataFlags,
  { name: 'no-record', help: 'keep no session of this run, and no agent that wasn’t there before' },
]

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the engine looks these up in its environment
export const credentialFlags: readonly Flag[] = [
  {
    name: 'header',
    value: '"NAME: VALUE"',
    repeat: true,
    help: 'sent with every call; ${env:NAME} reads a variable',
  },
  { name: 'bearer', value: 'TOKEN', help: 'a token, as ${env:NAME}' },
  { name: 'approve', value: 'ORIGIN', repeat: true, help: 'send credentials to this origin too' },
]

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the engine looks these up in its environment

export const agentFlags: readonly Flag[] = [
  ...credentialFlags,
  {
    name: 'timeout',
    value: 'TIME',
    help: 'for the whole run, as in 90s or 5m (default: no limit)',
  },
  ...engineFlags,
]

/** Parses a repeated flag of pairs. */
export function pairs(
  list: unknown,
  flag: string,
  between: string,
  form: string,
): Readonly<Record<string, string>> {
  const written = Array.isArray(list) ? list.map(String) : []
  return Object.fromEntries(
    written.map((pair) => {
      const at = pair.indexOf(between)
      if (at < 1) throw new WrongUsage(`${flag} expects "${form}", not "${pair}".`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}

/** In milliseconds; NaN where it is no time. */
export function timeOf(written: string): number {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(written.trim()) ?? []
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }
  return count === undefined ? Number.NaN : Number(count) * (units[unit] ?? 1)
}

export function numberOf(flags: VerbCall['flags'], name: string, least: number): number | undefined {
  const written = flags[name]
  if (typeof written !== 'string') return undefined
  const number = Number(written)
  if (/^\d+$/.test(written) && Number.isSafeInteger(number) && number >= least) return number
  throw new WrongUsage(`--${name} expects a whole number of at least ${least}, not "${written}".`)
}

export function withEnvironment(written: string, { env }: VerbCall['caller']): string {
  const value = resolveReferences(written, env)
  if (value !== undefined) return value
  throw new WrongUsage(`The environment has no variable ${variableIn(written)}.`)
}
