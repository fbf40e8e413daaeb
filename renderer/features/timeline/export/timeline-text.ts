// A timeline as plain text, for a message or a ticket: the figures, then a line for each event.

import type { TakenTimeline } from '#shared/contract/timeline.ts'
import { shorten } from '#shared/shorten.ts'
import type { Outline, TimelineRow } from '#shared/story/timeline/outline.ts'
import { formatBytes, formatCount, formatDuration, formatOffset, joinWords } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { figuresOf } from '../figures/index.ts'
import { againInWords, nameOfRow, notesOf, piecesOf, sourceWord } from '../rows/index.ts'

export function timelineText({ outline, rows }: TakenTimeline): string {
  const { taskId, contextId, state, startedAt } = outline
  const left = outline.rows - rows.length
  return [
    `Task ${visibleString(taskId)}${state ? `: ${state}` : ''}`,
    ...(contextId === undefined ? [] : [`Context ${visibleString(contextId)}`]),
    `Began ${new Date(startedAt).toISOString()}`,
    '',
    ...figuresOf(outline).map(([name, value]) => `${name}: ${value}`),
    '',
    ...rows.map((row) => lineOf(row, outline)),
    ...(left > 0 ? [`… and ${formatCount(left)} more rows`] : []),
    '',
  ].join('\n')
}

function lineOf(row: TimelineRow, outline: Outline): string {
  const { sinceMs, gapMs, source, again, found, bytes, kind } = row
  const time = `${formatOffset(sinceMs)} s`.padStart(11)
  const gap = (gapMs === undefined ? '' : formatDuration(gapMs)).padStart(9)
  return joinWords(
    ' | ',
    `${time} ${gap}  ${sourceWord(source, row).padEnd(6)} ${describeRow(row, outline)}`,
    kind === 'chunks' ? formatBytes(bytes) : visibleString(shorten(row.text).replace(/\s+/g, ' ')),
    ...again.map((one) => againInWords(one, row)),
    ...found.map(({ rule, message }) => `${rule}: ${visibleString(message, message.length)}`),
  )
}

/** What a row is, with what is odd about it. */
export function describeRow(row: TimelineRow, { artifacts }: Outline): string {
  const all = row.artifact === undefined ? undefined : artifacts[row.artifact]?.chunks
  return joinWords(
    ' ',
    visibleString(nameOfRow(row)),
    row.kind === 'chunks' && piecesOf(row, all),
    ...notesOf(row).map(({ words }) => `(${words})`),
  )
}
