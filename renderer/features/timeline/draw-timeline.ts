// The timeline as a picture for a slide: states over time, figures, and as many events as fit. Pure: from rows and colours to a
// self-contained SVG document.

import type { TakenTimeline } from '#shared/contract/timeline.ts'
import { shorten } from '#shared/shorten.ts'
import type { Outline, TimelineRow } from '#shared/story/timeline/outline.ts'
import { formatBytes, formatCount, formatDuration, formatOffset, joinDefined } from '../../ui/format.ts'
import { element, round, svgDocument, textElement } from '../../ui/svg.ts'
import { tickName } from '../../ui/time-scale/scale.ts'
import { shortId, visibleString } from '../../ui/visible-text.ts'
import { figuresOf } from './figures.tsx'
import { blocksOf, type Lane, labelOf, scaleOf } from './lane-layout.ts'
import { againInWords, nameOfRow, notesOf, piecesOf, sourceWord } from './row-words.ts'
import { timeInWords, tookMs } from './took.ts'

export interface Drawing {
  readonly svg: string
  readonly widthPx: number
  readonly heightPx: number
}

export interface DrawingTerms {
  readonly outline: Outline
  readonly lanes: readonly Lane[]
  readonly rows: readonly TimelineRow[]
  /** The tokens of the theme, by name. */
  colour(token: string): string
}

/** Rows in a timeline's picture, which reports how many are left out. */
export const maxDrawnRows = 40
const widthPx = 1120
const margin = 40
const laneHeight = 30
const laneGap = 22
const rowHeight = 24

export function drawTimeline(terms: DrawingTerms): Drawing {
  const { outline, lanes, rows, colour } = terms
  const parts: string[] = []
  let y = margin
  const below = (height: number, draw: (top: number) => string) => {
    parts.push(draw(y))
    y += height
  }
  below(54, (top) => headOf(terms, top))
  below(lanes.length * (laneHeight + laneGap) + 34, (top) => lanesOf(terms, top))
  below(70, (top) => tilesOf(terms, top))
  for (const row of rows.slice(0, maxDrawnRows)) below(rowHeight, (top) => rowOf(terms, row, top))
  const left = outline.rows - Math.min(rows.length, maxDrawnRows)
  if (left > 0) {
    const words = `… and ${formatCount(left)} more rows`
    below(rowHeight, (top) => textElement(margin, top + 16, words, { fill: colour('dim') }))
  }
  const heightPx = y + margin
  const title = `Timeline of a task that is ${outline.state ?? 'unknown'}`
  const svg = svgDocument({ widthPx, heightPx, fontPx: 13, title, background: colour('panel') }, ...parts)
  return { svg, widthPx, heightPx }
}

function headOf({ outline, colour }: DrawingTerms, top: number): string {
  const { state = 'unknown', taskId, startedAt } = outline
  const about = `task ${shortId(taskId)} · ${new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const heavy = { 'font-size': 22, 'font-weight': 650 }
  return [
    textElement(margin, top + 20, state, { ...heavy, fill: colour(state) }),
    textElement(margin, top + 42, `after ${formatDuration(tookMs(outline))}`, { fill: colour('dim') }),
    textElement(widthPx - margin, top + 20, visibleString(about), {
      fill: colour('dim'),
      'text-anchor': 'end',
    }),
  ].join('')
}

function lanesOf({ lanes, colour }: DrawingTerms, top: number): string {
  const scale = scaleOf(lanes, widthPx - 2 * margin)
  const bottom = top + lanes.length * (laneHeight + laneGap)
  const drawn = lanes.flatMap((lane, index) => {
    const y = top + index * (laneHeight + laneGap) + laneGap
    const name =
      lanes.length > 1
        ? [textElement(margin, y - 4, shortId(lane.taskId), { 'font-size': 12, fill: colour('dim') })]
        : []
    const track = element('rect', {
      x: margin,
      y,
      width: widthPx - 2 * margin,
      height: laneHeight,
      rx: 5,
      fill: colour('sunken'),
    })
    const blocks = blocksOf(lane, scale).map((block) => {
      const { segment, fromPx, widthPx: width } = block
      const { state, impossible } = segment
      const label = labelOf(block, scale.breaks)
      return [
        element('rect', {
          x: round(margin + fromPx),
          y,
          width: round(Math.max(2, width - 1)),
          height: laneHeight,
          rx: 3,
          fill: colour(state),
          ...(impossible && { stroke: colour('failed'), 'stroke-width': 2, 'stroke-dasharray': '4 3' }),
        }),
        label.word &&
          textElement(margin + fromPx + label.indentPx + 3, y + 20, state, {
            fill: colour('on-accent'),
            'font-weight': 600,
            'font-size': 12,
          }),
      ]
        .filter(Boolean)
        .join('')
    })
    const breaks = scale.breaks.map(({ fromPx, toPx }) =>
      element('rect', {
        x: round(margin + (fromPx + toPx) / 2 - 5),
        y: y - 4,
        width: 10,
        height: laneHeight + 8,
        fill: colour('panel'),
        transform: `skewX(-12) translate(${round((y + laneHeight / 2) * 0.2126)} 0)`,
      }),
    )
    return [...name, track, ...blocks, ...breaks]
  })
  const axis = { fill: colour('dim'), 'font-size': 12 }
  return [
    ...drawn,
    ...scale.ticks.map(({ ms, px }) => textElement(margin + px, bottom + 16, tickName(ms), axis)),
    ...scale.breaks.map(({ fromMs, toMs, fromPx, toPx }) =>
      textElement(margin + (fromPx + toPx) / 2, bottom + 28, `${formatDuration(toMs - fromMs)} wait`, {
        ...axis,
        'text-anchor': 'middle',
      }),
    ),
  ].join('')
}

function tilesOf({ outline, colour }: DrawingTerms, top: number): string {
  const { figures } = outline
  const tiles = [
    ['first byte', timeInWords(figures.firstByteMs)],
    ['first event', timeInWords(figures.firstEventMs)],
    ['first text', timeInWords(figures.firstTextMs)],
    ['total', timeInWords(tookMs(outline))],
    ['events', formatCount(figures.events)],
    ['received', formatBytes(figures.receivedBytes)],
    ['longest silence', timeInWords(figures.longestSilence?.ms)],
  ] as const
  const step = (widthPx - 2 * margin) / tiles.length
  return tiles
    .map(([name, value], index) => {
      const x = margin + index * step
      return [
        textElement(x, top + 22, value, { 'font-size': 17, 'font-weight': 600, fill: colour('text') }),
        textElement(x, top + 40, name, { 'font-size': 12, fill: colour('dim') }),
      ].join('')
    })
    .join('')
}

function rowOf({ outline, colour }: DrawingTerms, row: TimelineRow, top: number): string {
  const middle = top + 16
  const { source, sinceMs, gapMs, state, severity, again, found } = row
  const tint = source === 'sent' ? 'accent' : `source-${source}`
  const name = describeRow(row, outline)
  const facts = joinDefined(
    '  ',
    row.kind === 'chunks' && formatBytes(row.bytes),
    ...again.map((one) => `${sourceWord(one.source, row)} +${formatDuration(one.leastDelayMs)}`),
    found[0]?.rule,
  )
  const nameEnd = 258 + name.length * (state ? 8 : 7.3)
  const room = Math.max(0, Math.floor((widthPx - margin - facts.length * 7.3 - nameEnd - 20) / 7))
  const text = row.kind === 'call' ? '' : visibleString(row.text.replace(/\s+/g, ' ').slice(0, room))
  return [
    element('line', {
      x1: margin,
      x2: widthPx - margin,
      y1: top,
      y2: top,
      stroke: colour('line'),
    }),
    textElement(margin + 62, middle, formatOffset(sinceMs), { fill: colour('dim'), 'text-anchor': 'end' }),
    textElement(margin + 136, middle, gapMs === undefined ? '' : formatDuration(gapMs), {
      fill: colour('faint'),
      'text-anchor': 'end',
    }),
    element('circle', { cx: margin + 156, cy: middle - 4, r: 4, fill: colour(tint) }),
    textElement(margin + 166, middle, sourceWord(source, row), { fill: colour(tint), 'font-size': 12 }),
    textElement(258, middle, name, { fill: colour(state ?? 'text'), 'font-weight': state ? 600 : 400 }),
    textElement(nameEnd + 10, middle, text, { fill: colour('dim') }),
    textElement(widthPx - margin, middle, facts, {
      fill: colour(severity === 'error' ? 'failed' : severity === 'warning' ? 'input-required' : 'dim'),
      'text-anchor': 'end',
      'font-size': 12,
    }),
  ].join('')
}

// A timeline as plain text, for a message or a ticket: the figures, then a line for each event.

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
  return joinDefined(
    ' | ',
    `${time} ${gap}  ${sourceWord(source, row).padEnd(6)} ${describeRow(row, outline)}`,
    kind === 'chunks' ? formatBytes(bytes) : visibleString(shorten(row.text).replace(/\s+/g, ' ')),
    ...again.map((one) => againInWords(one, row)),
    ...found.map(({ rule, message }) => `${rule}: ${visibleString(message, message.length)}`),
  )
}

/** A row with its irregularities. */
function describeRow(row: TimelineRow, { artifacts }: Outline): string {
  const all = row.artifact === undefined ? undefined : artifacts[row.artifact]?.chunks
  return joinDefined(
    ' ',
    visibleString(nameOfRow(row)),
    row.kind === 'chunks' && piecesOf(row, all),
    ...notesOf(row).map(({ words }) => `(${words})`),
  )
}
