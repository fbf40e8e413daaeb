import { useState } from 'react'
import { formatBytes } from './format.ts'
import './untrusted-text.css'
import { visiblePieces } from './visible-text.ts'

interface UntrustedTextProps {
  readonly text: string
  /** Characters shown before the reader asks for more. */
  readonly limit?: number
}

/** Any text an agent sent: isolated from the text around it, hidden characters in sight, long words broken. */
export function UntrustedText({ text, limit = 2000 }: UntrustedTextProps) {
  const [shown, setShown] = useState(limit)
  const part = clip(text, shown)
  return (
    <bdi className="untrusted">
      <MarkedText text={part} />
      {part.length < text.length && (
        <>
          {'… '}
          <button type="button" className="link-button" onClick={() => setShown(shown * 4)}>
            Show more of {formatBytes(text.length)}
          </button>
        </>
      )}
    </bdi>
  )
}

/** Text with its unseen characters as marks, nothing around it. */
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

/** Cut at a length, never through a surrogate pair. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
