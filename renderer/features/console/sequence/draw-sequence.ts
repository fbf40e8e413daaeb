// Sequence and map as pictures to take away. Pure: rows and colours come in, an SVG document comes out that needs nothing else.

import type { SequencePart } from '#shared/contract/together.ts'
import { clip } from '#shared/shorten.ts'
import type { Edge, SequenceRow } from '#shared/story/sequence/sequence.ts'
import { formatOffset } from '../../../ui/format.ts'
import { element, svgDocument, textElement } from '../../../ui/svg.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { lanePx, mapLayout } from './map-layout.ts'
import { edgeWords, isGuess, isGuessed, rowWords } from './row-words.ts'

interface Terms {
  readonly names: readonly string[]
  /** The tokens of the theme, by name. */
  colour(token: string): string
}

const margin = 24
const timePx = 70
const stepPx = 190
const rowPx = 30
const headPx = 40
const fontPx = 12
/** So wide as one lane is apart from the next. */
const labelChars = 30

export function drawSequence({ rows, total }: Pick<SequencePart, 'rows' | 'total'>, terms: Terms): string {
  const { names, colour } = terms
  const widthPx = margin * 2 + timePx + names.length * stepPx
  const heightPx = margin * 2 + headPx + (rows.length + 1) * rowPx
  const bottom = heightPx - margin
  const heads = names.map((name, lane) => [
    element('line', {
      x1: xOf(lane),
      x2: xOf(lane),
      y1: margin + headPx,
      y2: bottom,
      stroke: colour('line-strong'),
    }),
    centred(xOf(lane), margin + 20, name, { 'font-weight': 600, fill: colour('text') }),
  ])
  const drawn = rows.map((row, place) => drawRow(row, margin + headPx + (place + 1) * rowPx, terms))
  const left = total - rows.length
  const more =
    left > 0 ? textElement(margin, bottom, `… and ${left} more rows`, { fill: colour('muted') }) : ''
  return svgDocument(
    { widthPx, heightPx, fontPx, title: 'Calls between agents', background: colour('panel') },
    ...heads.flat(),
    ...drawn.flat(),
    more,
  )
}

function drawRow(row: SequenceRow, y: number, { names, colour }: Terms): readonly string[] {
  const [x1, x2] = [xOf(row.from), xOf(row.to)]
  const isCall = row.kind === 'call' || row.kind === 'calls'
  const guess = isGuess(row)
  const fill = row.kind === 'state' ? colour(row.state) : colour('text')
  const chars = labelChars * Math.max(1, Math.abs(row.to - row.from))
  const words = clip(
    `${guess ? 'guess: ' : ''}${rowWords(row, names)}`,
    row.kind === 'canceled' ? 120 : chars,
  )
  const time = textElement(margin, y, formatOffset(row.sinceMs), { fill: colour('muted') })
  if (row.kind === 'canceled' || x1 === x2)
    return [...linksOf(row, y, colour), time, centred(x1, y, words, { fill: colour('input-required') })]
  const tip = x2 + (x2 > x1 ? -7 : 7)
  const stroke = colour(row.chain ? 'accent' : 'muted')
  const width = row.chain ? 2 : isCall ? 1.5 : 1
  return [
    ...linksOf(row, y, colour),
    time,
    element('line', {
      ...{ x1, x2, y1: y + 6, y2: y + 6, stroke, 'stroke-width': width },
      ...(guess && { 'stroke-dasharray': '6 4' }),
    }),
    element('path', { d: `M ${x2} ${y + 6} L ${tip} ${y + 2} L ${tip} ${y + 10} z`, fill: stroke }),
    centred((x1 + x2) / 2, y, words, { fill }),
  ]
}

/** What joins the steps of a chain, as far as it lies in this row: an arrow is 6 below its words. */
function linksOf({ links = '' }: SequenceRow, y: number, colour: Terms['colour']): readonly string[] {
  const ends = [[], [6, rowPx / 2 + 6], [6 - rowPx / 2, rowPx / 2 + 6], [6 - rowPx / 2, 6]]
  return [...links].flatMap((code, lane) => {
    const [from, to] = ends[Number(code)] ?? []
    if (from === undefined || to === undefined) return []
    const x = xOf(lane)
    const place = { x1: x, x2: x, y1: y + from, y2: y + to }
    return [element('line', { ...place, stroke: colour('accent'), 'stroke-width': 2 })]
  })
}

export function drawMap(edges: readonly Edge[], terms: Terms): string {
  const { names, colour } = terms
  const { lanes, edges: placed, widthPx, heightPx } = mapLayout(names.length, edges)
  const paths = placed.map(({ edge, path }) =>
    element('path', {
      ...{ d: path, fill: 'none', stroke: colour('muted'), 'marker-end': 'url(#head)' },
      ...(isGuessed(edge) && { 'stroke-dasharray': '5 4' }),
    }),
  )
  const boxes = lanes.flatMap(({ lane, x, y }) => [
    element('rect', { x, y, ...lanePx, rx: 6, fill: colour('raised'), stroke: colour('line-strong') }),
    centred(x + lanePx.width / 2, y + 21, clip(names[lane] ?? '', 20), {
      'font-weight': 600,
      fill: colour('text'),
    }),
  ])
  const words = placed.map(({ edge, x, y }) =>
    centred(x, y - 4, edgeWords(edge), {
      fill: colour(edge.failed > 0 ? 'failed' : 'muted'),
      'font-size': 12,
    }),
  )
  const tip = element('path', { d: 'M 0 0 L 8 4 L 0 8 z', fill: colour('muted') })
  const marker = {
    id: 'head',
    viewBox: '0 0 8 8',
    refX: 8,
    refY: 4,
    markerWidth: 8,
    markerHeight: 8,
    orient: 'auto',
  }
  const defs = element('defs', {}, element('marker', marker, tip))
  return svgDocument(
    { widthPx, heightPx, fontPx, title: 'Who calls whom', background: colour('panel') },
    defs,
    ...paths,
    ...boxes,
    ...words,
  )
}

function xOf(lane: number): number {
  return margin + timePx + stepPx * (lane + 0.5)
}

function centred(
  x: number,
  y: number,
  words: string,
  more: Readonly<Record<string, string | number>>,
): string {
  return textElement(x, y, visibleString(words), { 'text-anchor': 'middle', ...more })
}
