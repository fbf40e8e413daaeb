import type { CallFacts } from './entry.ts'
import type { ExchangeRow } from './exchange-row.ts'

/** Name of a program that calls through a tap: its `User-Agent`, else its address. */
export function programName({
  program,
  caller,
}: Pick<NonNullable<CallFacts['via']>, 'program' | 'caller'>): string {
  return program || caller.replace(/:\d+$/, '')
}

/** The same for an exchange; undefined for Parley's own. */
export function callerOf({ caller, program = '' }: ExchangeRow): string | undefined {
  return caller === undefined ? undefined : programName({ caller, program })
}
