// The sequence and the map as Mermaid, which wikis and READMEs draw. Names are from agents, so characters with a meaning in
// Mermaid are escaped as numbers.

import type { SequencePart } from '#shared/contract/together.ts'
import { clip } from '#shared/shorten.ts'
import type { Edge, SequenceRow } from '#shared/story/sequence/sequence.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { drawnEdges } from './map-layout.ts'
import { edgeWords, isGuess, isGuessed, rowWords } from './row-words.ts'

/** Of a name or a row's words in a Mermaid text; what is cut ends in an ellipsis. */
const maxMermaidChars = 120

export function sequenceAsMermaid(
  { rows, total }: Pick<SequencePart, 'rows' | 'total'>,
  names: readonly string[],
): string {
  const used = lanesIn(rows)
  const chains = [...new Set(rows.flatMap(({ chain }) => chain?.id ?? []))]
  const lines = [
    'sequenceDiagram',
    ...used.map((lane) => `participant L${lane} as ${plain(names[lane] ?? '')}`),
    ...rows.map((row) => rowLine(row, names, chains)),
  ]
  const [first] = used
  if (total > rows.length && first !== undefined)
    lines.push(`Note over L${first}: ${total - rows.length} more rows`)
  return `${lines.join('\n    ')}\n`
}

export function mapAsMermaid(edges: readonly Edge[], names: readonly string[]): string {
  const lines = [
    'flowchart LR',
    ...lanesIn(edges).map((lane) => `L${lane}["${plain(names[lane] ?? '')}"]`),
    ...drawnEdges(edges).map(
      (edge) => `L${edge.from} ${isGuessed(edge) ? '-.->' : '-->'}|"${plain(edgeWords(edge))}"| L${edge.to}`,
    ),
  ]
  return `${lines.join('\n    ')}\n`
}

function lanesIn(rows: readonly Pick<Edge, 'from' | 'to'>[]): readonly number[] {
  return [...new Set(rows.flatMap(({ from, to }) => [from, to]))].toSorted((one, other) => one - other)
}

/** Mermaid has no line that joins messages: each step names its chain. */
function rowLine(row: SequenceRow, names: readonly string[], chains: readonly number[]): string {
  const { chain } = row
  const step = chain ? ` · chain ${chains.indexOf(chain.id) + 1}, step ${chain.step} of ${chain.length}` : ''
  const guess = isGuess(row) ? 'guess, ' : ''
  const words = `${guess}${plain(rowWords(row, names))}${step}`
  if (row.kind === 'canceled') return `Note over L${row.from}: ${words}`
  return `L${row.from}${lineOf(row)}L${row.to}: ${words}`
}

/** Guesses and returns are dotted. */
function lineOf(row: SequenceRow): string {
  if (row.kind === 'call' || row.kind === 'calls') return isGuess(row) ? '--)' : '->>'
  return row.kind === 'push' ? '-)' : '-->>'
}

/** Mermaid reads `#35;` as the character of that number, and the bare word `end` as the end of a block. */
function plain(text: string): string {
  return clip(visibleString(text), maxMermaidChars)
    .replace(/[^\p{L}\p{N} .,_/×·-]/gu, (char) => `#${char.codePointAt(0)};`)
    .replace(/\bend\b/gi, (word) => `#${word.codePointAt(0)};${word.slice(1)}`)
    .replace(/^$/, ' ')
}
