import { ArrowLeftRight, CircleSmall, Database, Globe, Sparkles, Wrench } from 'lucide-react'
import type { SpanCategory } from '#shared/spans/received-span.ts'
import type { OddTime } from '#shared/spans/span-clock.ts'
import type { SpanRow } from '#shared/spans/span-tree.ts'
import { formatFine, joinDefined } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import './spans.css'

const sortNames: Readonly<Record<SpanSort, string>> = {
  call: 'A2A call',
  model: 'LLM call',
  tool: 'Tool',
  database: 'Database',
  http: 'HTTP',
  other: 'Other',
}

export const oddTimes: Readonly<Record<OddTime, string>> = {
  'long-before': 'More than a day before the call',
  'long-after': 'More than a day after the call',
  'ends-before-start': 'Ends before it starts',
  'no-end': 'No valid end',
}

export const strayTexts: Readonly<Record<NonNullable<SpanRow['astray']>, string>> = {
  'no-parent': 'The parent span hasn’t arrived',
  circle: 'Its own ancestor',
}

/** A name of a span, an event or a service ends in "…" there, in rows and titles; the detail of a span has all that is kept. */
const maxSpanNameChars = 160

const icons = {
  call: ArrowLeftRight,
  model: Sparkles,
  tool: Wrench,
  database: Database,
  http: Globe,
  other: CircleSmall,
} as const satisfies Record<SpanSort, unknown>

/** The category of a span by shape and colour; the word is its name. */
export function SortMark({ sort, named = false }: { readonly sort: SpanSort; readonly named?: boolean }) {
  const Icon = icons[sort]
  return (
    <span className={`sort-mark span-sort inline gap-5 rigid ${sort}`}>
      {named ? <Icon size={12} /> : <Icon size={12} aria-label={sortNames[sort]} />}
      {named && sortNames[sort]}
    </span>
  )
}

// Words for spans on screen.

/** A call in Parley’s record is not an agent's span, so it has its own category. */
type SpanSort = SpanCategory | 'call'

export function sortOf({ exchangeId, category }: Pick<SpanRow, 'exchangeId' | 'category'>): SpanSort {
  return exchangeId === undefined ? category : 'call'
}

/** Its duration, or what is wrong with its times. */
export function formatSpanDuration(
  { start, end }: Pick<SpanRow, 'start' | 'end'>,
  odd: OddTime | undefined,
): string {
  return odd ? oddTimes[odd] : formatFine(end - start)
}

export function shortName(name: string): string {
  return name.trim() === '' ? '(no name)' : visibleString(name, maxSpanNameChars)
}

export function spanSentence(row: SpanRow, odd: OddTime | undefined): string {
  return joinDefined(
    ', ',
    `${sortNames[sortOf(row)]}: ${shortName(row.name)}`,
    row.service !== '' && shortName(row.service),
    formatSpanDuration(row, odd),
    row.status === 'error' && 'failed',
    row.astray && strayTexts[row.astray],
  )
}
