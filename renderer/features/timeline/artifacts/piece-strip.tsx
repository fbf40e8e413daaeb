import type { ArtifactOutline, StripCell } from '#shared/story/timeline/outline.ts'
import { formatBytes, formatCount } from '../../../ui/format.ts'

/** The pieces of an artifact in their order, each as high as it was large. */
export function PieceStrip({ artifact: { strip, chunks } }: { readonly artifact: ArtifactOutline }) {
  const largest = Math.max(1, ...strip.map(({ bytes }) => bytes))
  return (
    <div className="strip" role="img" aria-label={stripInWords(strip, chunks)}>
      {strip.map((cell, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
          key={index}
          className={['strip-cell', cell.replaced && 'replaced', cell.whole && 'whole', cell.last && 'last']
            .filter(Boolean)
            .join(' ')}
          style={{ height: `${Math.max(18, (cell.bytes / largest) * 100)}%` }}
          title={cellInWords(cell)}
        />
      ))}
    </div>
  )
}

function cellInWords({ chunks, bytes, replaced, whole, last }: StripCell): string {
  return [
    chunks === 1 ? 'one chunk' : `${formatCount(chunks)} chunks`,
    formatBytes(bytes),
    replaced && 'replaces what was there',
    whole && 'the whole copy',
    last && 'the last one',
  ]
    .filter(Boolean)
    .join(', ')
}

function stripInWords(strip: readonly StripCell[], chunks: number): string {
  const replaced = strip.filter((cell) => cell.replaced).length
  const closed = strip.some(({ last }) => last)
  return [
    chunks === 1 ? 'one chunk' : `${formatCount(chunks)} chunks`,
    replaced > 0 && `replaced ${replaced === 1 ? 'once' : `${replaced} times`}`,
    closed ? 'closed by a last one' : 'not closed',
  ]
    .filter(Boolean)
    .join(', ')
}
