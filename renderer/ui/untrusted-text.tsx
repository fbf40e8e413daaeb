import { useMemo, useState } from 'react'
import { clip } from '#shared/shorten.ts'
import { textPiecesOf } from '#shared/story/chat/text-pieces.ts'
import { LinkButton } from './button.tsx'
import { textCost } from './drawing/text-cost.ts'
import { useRenderSlot } from './drawing/use-render-slot.ts'
import { formatBytes } from './format.ts'
import { visiblePieces } from './visible-text.ts'
import './pieces.css'

interface UntrustedTextProps {
  readonly text: string
  /** Characters shown before "Show more". */
  readonly limit?: number
}

/** Text from an agent: isolated from the surrounding text direction, invisible characters marked, long words broken. */
export function UntrustedText({ text, limit = 2000 }: UntrustedTextProps) {
  const [shown, setShown] = useState(limit)
  const part = clip(text, shown)
  return (
    <bdi className="untrusted">
      <LongText text={part} />
      {part.length < text.length && (
        <>
          {'… '}
          <LinkButton onClick={() => setShown(shown * 4)}>Show more of {formatBytes(text.length)}</LinkButton>
        </>
      )}
    </bdi>
  )
}

/** Text of any length, drawn piece by piece. */
export function LongText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => textPiecesOf(text), [text])
  if (pieces.length === 1) return <TextInTurn text={text} />
  return pieces.map(({ text: piece }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place
    <span key={index} className="text-piece">
      <TextInTurn text={piece} />
    </span>
  ))
}

function TextInTurn({ text }: { readonly text: string }) {
  const cost = useMemo(() => textCost(text), [text])
  return useRenderSlot(cost) && <MarkedText text={text} />
}

/** Text with its invisible characters marked. */
export function MarkedText({ text }: { readonly text: string }) {
  return visiblePieces(text).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place
      <span key={index} className="unseen" title={`${piece.code}, ${piece.name}`}>
        {piece.code}
        {piece.count > 1 && ` ×${piece.count}`}
      </span>
    ),
  )
}
