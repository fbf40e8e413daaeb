// Rows in words: for the list, for a copy as text, for a picture.

import type { Source } from '#shared/story/sightings.ts'
import type { Again, Row, TimelineRow } from '#shared/story/timeline/outline.ts'
import { formatCount, formatDuration } from '../../ui/format.ts'

const sourceWords: Readonly<Record<Source, string>> = {
  sent: 'you',
  stream: 'stream',
  reply: 'reply',
  poll: 'poll',
  push: 'push',
}

/** A sender through a tap is a caller; all else is the user's own. */
type Sender = Pick<TimelineRow, 'byCaller'>

export function sourceWord(source: Source, { byCaller }: Sender): string {
  return byCaller && source === 'sent' ? 'caller' : sourceWords[source]
}

/** What happened; a state is drawn as itself. */
export function nameOfRow(row: TimelineRow): string {
  switch (row.kind) {
    case 'sent':
      return sourceWord('sent', row)
    case 'status':
      return row.state ?? 'unknown'
    case 'chunks':
      return row.artifactName ?? 'artifact'
    case 'message':
      return 'message'
    case 'call':
      return row.text
    case 'keep-alive':
      return row.count === 1 ? 'keep-alive' : `${row.count} keep-alives`
    case 'error':
      return row.marks.includes('unproven') ? 'webhook' : 'error'
    case 'end':
      return endInWords(row)
  }
}

/** A call or a stream that ended without its caller's intent. */
export function isBroken({ kind, failure, marks }: TimelineRow): boolean {
  return kind === 'end' && failure !== 'aborted' && (failure !== undefined || marks.includes('interrupted'))
}

function endInWords({ failure, source, marks, byCaller }: TimelineRow): string {
  const what = source === 'stream' || source === 'push' ? source : 'call'
  if (failure === 'aborted') return `${what} cut by ${byCaller ? 'the caller' : 'you'}`
  if (failure !== undefined) return `${what} failed`
  return marks.includes('interrupted') ? `${what} interrupted` : `${what} ended`
}

/** Which pieces of the artifact these are: "chunk 3 of 41", "chunks 1–41". A row may be newer than the total. */
export function piecesOf({ place, count }: Pick<Row, 'place' | 'count'>, first: number | undefined): string {
  const all = first === undefined ? undefined : Math.max(first, place + count)
  const ofTotal = all === undefined || all === count ? '' : ` of ${formatCount(all)}`
  if (count === 1) return all === 1 ? 'whole' : `chunk ${formatCount(place + 1)}${ofTotal}`
  if (all === count) return `${formatCount(count)} chunks`
  return `chunks ${formatCount(place + 1)}–${formatCount(place + count)}${ofTotal}`
}

const markWords = {
  append: undefined,
  replaced: 'replaces all',
  last: 'last chunk',
  whole: 'full replacement',
  differs: 'differs from what was streamed',
  interrupted: undefined,
  history: 'from history',
  unproven: 'wrong token or authorization: not counted',
} as const satisfies Record<Row['marks'][number], string | undefined>

export interface RowNote {
  readonly words: string
  readonly weight: 'plain' | 'odd' | 'wrong'
}

/** Irregular or notable facts. */
export function notesOf({ marks, late, impossible, place, count }: Row): readonly RowNote[] {
  const isWhole = place === 0 && count === 1
  const notes: RowNote[] = []
  if (late) notes.push({ words: 'late', weight: 'odd' })
  if (impossible) notes.push({ words: 'impossible here', weight: 'wrong' })
  for (const mark of marks) {
    const words = markWords[mark]
    if (words && !(mark === 'last' && isWhole)) notes.push({ words, weight: weightOf(mark) })
  }
  return notes
}

function weightOf(mark: Row['marks'][number]): RowNote['weight'] {
  if (mark === 'differs' || mark === 'unproven') return 'wrong'
  return mark === 'last' || mark === 'history' ? 'plain' : 'odd'
}

export function rateOf({ count, sinceMs, untilMs }: Row): number | undefined {
  const ms = untilMs - sinceMs
  return count < 2 || ms < 1 ? undefined : ((count - 1) * 1_000) / ms
}

/** "push 120 ms after stream" */
export function againInWords(
  { source, count, leastDelayMs, mostDelayMs }: Again,
  first: Pick<TimelineRow, 'source' | 'byCaller'>,
): string {
  const times = count === 1 ? '' : ` ×${formatCount(count)}`
  const least = formatDuration(leastDelayMs)
  const most = formatDuration(mostDelayMs)
  const after = sourceWord(first.source, first)
  return `${sourceWord(source, first)}${times} ${least === most ? least : `${least} – ${most}`} after ${after}`
}
