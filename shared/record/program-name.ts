import type { CallFacts } from './entry.ts'
import type { ExchangeRow } from './exchange-row.ts'

/** What a program that calls through a tap goes by: its `User-Agent`, else the address that it calls from. */
export function programName({
  program,
  caller,
}: Pick<NonNullable<CallFacts['via']>, 'program' | 'caller'>): string {
  return program || caller.replace(/:\d+$/, '')
}

/** The same of an exchange; undefined where it is Parley's own. */
export function callerOf({ caller, program = '' }: ExchangeRow): string | undefined {
  return caller === undefined ? undefined : programName({ caller, program })
}
