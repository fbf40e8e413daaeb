import type { CallFacts } from './entry.ts'

/** What a program that calls through a tap goes by: its `User-Agent`, else the address that it calls from. */
export function programName({
  program,
  caller,
}: Pick<NonNullable<CallFacts['via']>, 'program' | 'caller'>): string {
  return program || caller.replace(/:\d+$/, '')
}
