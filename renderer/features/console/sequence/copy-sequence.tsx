// Copies the sequence or the map to the clipboard, as Mermaid or SVG, with secrets left out.

import { Copy } from 'lucide-react'
import { useState } from 'react'
import { maxSequenceRows } from '#shared/contract/constants.ts'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import type { SequencePart } from '#shared/contract/together.ts'
import { messageOf } from '#shared/errors.ts'
import { clip } from '#shared/shorten.ts'
import type { Edge, SequenceRow } from '#shared/story/sequence/sequence.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSequence } from '../../../state/console.ts'
import { Button } from '../../../ui/button.tsx'
import { formatOffset } from '../../../ui/format.ts'
import { element, svgDocument, textElement, themeColour } from '../../../ui/svg.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { lanePx, mapLayout } from './map-layout.ts'
import { mapAsMermaid, sequenceAsMermaid } from './mermaid-text.ts'
import { edgeWords, isGuess, isGuessed, rowWords } from './row-words.ts'
import { useLaneNames } from './use-lane-names.ts'

const margin = 24
const timePx = 70
const stepPx = 190
const rowPx = 30
const headPx = 40
const fontPx = 12
/** As wide as the distance of two lanes. */
const labelChars = 30

/** Rows of a sequence that are copied; the text reports how many are left out. */
const maxCopiedSequenceRows = 500

type Query = Pick<Inputs['together']['taken'], 'open' | 'between'>

const forms = { mermaid: 'Mermaid', svg: 'SVG' } as const

export function CopySequence() {
  const { client } = useEngine()
  const namesOf = useLaneNames()
  const [done, setDone] = useState<string>()

  async function copy(form: keyof typeof forms): Promise<string> {
    const { view, open, between } = useSequence.getState()
    const part = await takeSequence(
      client,
      { open: [...open], ...(between && view === 'sequence' && { between }) },
      view === 'map' ? 1 : maxCopiedSequenceRows,
    )
    const names = namesOf(part.lanes)
    if (view === 'sequence') {
      return form === 'svg'
        ? drawSequence(part, { names, colour: themeColour })
        : sequenceAsMermaid(part, names)
    }
    const { edges } = await client.together.map({})
    return form === 'svg' ? drawMap(edges, { names, colour: themeColour }) : mapAsMermaid(edges, names)
  }
  function act(form: keyof typeof forms): void {
    copy(form)
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => setDone(`Copied as ${forms[form]}.`),
        (error: unknown) => setDone(messageOf(error)),
      )
  }
  return (
    <>
      <span className="dim" role="status">
        {done}
      </span>
      {(['mermaid', 'svg'] as const).map((form) => (
        <Button
          key={form}
          aria-label={`Copy as ${forms[form]}`}
          title={`Copy as ${forms[form]}`}
          onClick={() => act(form)}
        >
          <Copy size={12} /> {forms[form]}
        </Button>
      ))}
    </>
  )
}

/** Rows from the beginning. */
async function takeSequence({ together }: EngineClient, query: Query, most: number): Promise<SequencePart> {
  const rows: SequenceRow[] = []
  for (;;) {
    const limit = Math.min(maxSequenceRows, most - rows.length)
    const part = await together.taken({ ...query, offset: rows.length, limit })
    rows.push(...part.rows)
    if (part.rows.length < limit || rows.length >= most) return { ...part, rows }
  }
}

// Sequence and map as pictures for export. Pure: from rows and colours to a self-contained SVG document.

interface Terms {
  readonly names: readonly string[]
  /** The tokens of the theme, by name. */
  colour(token: string): string
}

function drawSequence({ rows, total }: Pick<SequencePart, 'rows' | 'total'>, terms: Terms): string {
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
  const more = left > 0 ? textElement(margin, bottom, `… and ${left} more rows`, { fill: colour('dim') }) : ''
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
  const time = textElement(margin, y, formatOffset(row.sinceMs), { fill: colour('dim') })
  if (row.kind === 'canceled' || x1 === x2)
    return [...linksOf(row, y, colour), time, centred(x1, y, words, { fill: colour('input-required') })]
  const tip = x2 + (x2 > x1 ? -7 : 7)
  const stroke = colour(row.chain ? 'accent' : 'dim')
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

/** The part of a chain's line in this row: an arrow is 6 below its text. */
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

function drawMap(edges: readonly Edge[], terms: Terms): string {
  const { names, colour } = terms
  const { lanes, edges: placed, widthPx, heightPx } = mapLayout(names.length, edges)
  const paths = placed.map(({ edge, path }) =>
    element('path', {
      ...{ d: path, fill: 'none', stroke: colour('dim'), 'marker-end': 'url(#head)' },
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
      fill: colour(edge.failed > 0 ? 'failed' : 'dim'),
      'font-size': 12,
    }),
  )
  const tip = element('path', { d: 'M 0 0 L 8 4 L 0 8 z', fill: colour('dim') })
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
