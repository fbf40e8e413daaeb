// What stands behind flags, read.

import { resolveReferences, variableIn } from '#engine/access/environment.ts'
import { type VerbCall, WrongUsage } from './verb.ts'

/** Each as often as it is written. */
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

/** NaN where it is none. */
export function timeOf(written: string): number {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(written.trim()) ?? []
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }
  return count === undefined ? Number.NaN : Number(count) * (units[unit] ?? 1)
}

/** A whole number of at least `least`. */
export function numberOf(flags: VerbCall['flags'], name: string, least: number): number | undefined {
  const written = flags[name]
  if (typeof written !== 'string') return undefined
  const number = Number(written)
  if (/^\d+$/.test(written) && Number.isSafeInteger(number) && number >= least) return number
  throw new WrongUsage(`--${name} expects a whole number of at least ${least}, not "${written}".`)
}

/** With what the environment has for `${env:NAME}`. */
export function withEnvironment(written: string, { env }: VerbCall['caller']): string {
  const value = resolveReferences(written, env)
  if (value !== undefined) return value
  throw new WrongUsage(`The environment has no variable ${variableIn(written)}.`)
}
