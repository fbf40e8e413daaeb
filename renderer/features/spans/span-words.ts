// What spans are called on screen.

import type { SpanCategory } from '#shared/spans/received-span.ts'
import type { OddTime } from '#shared/spans/span-clock.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { formatFine, joinWords } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'

/** One more than there are categories: a call of Parley’s record is no span of an agent. */
export type SpanSort = SpanCategory | 'call'

export const sortNames: Readonly<Record<SpanSort, string>> = {
  call: 'A2A call',
  model: 'LLM call',
  tool: 'Tool',
  database: 'Database',
  http: 'HTTP',
  other: 'Other',
}

export function sortOf({ exchangeId, category }: Pick<SpanRow, 'exchangeId' | 'category'>): SpanSort {
  return exchangeId === undefined ? category : 'call'
}

export const oddTimes: Readonly<Record<OddTime, string>> = {
  'long-before': 'More than a day before the call',
  'long-after': 'More than a day after the call',
  'ends-before-start': 'Ends before it starts',
  'no-end': 'No valid end',
}

export const strayWords: Readonly<Record<NonNullable<SpanRow['astray']>, string>> = {
  'no-parent': 'The parent span hasn’t arrived',
  circle: 'Its own ancestor',
}

/** How long it took, or what is wrong with its times. */
export function tookWords({ start, end }: Pick<SpanRow, 'start' | 'end'>, odd: OddTime | undefined): string {
  return odd ? oddTimes[odd] : formatFine(end - start)
}

/** A name of a span, an event or a service ends in "…" there, in rows and titles; the detail of a span has all that is kept. */
const maxSpanNameChars = 160

export function shortName(name: string): string {
  return name.trim() === '' ? '(no name)' : visibleString(name, maxSpanNameChars)
}

/** All that a row says, for titles and screen readers. */
export function spanSentence(row: SpanRow, odd: OddTime | undefined): string {
  return joinWords(
    ', ',
    `${sortNames[sortOf(row)]}: ${shortName(row.name)}`,
    row.service !== '' && shortName(row.service),
    tookWords(row, odd),
    row.status === 'error' && 'failed',
    row.astray && strayWords[row.astray],
  )
}
