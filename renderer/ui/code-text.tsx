import { clip } from '#shared/shorten.ts'
import { MarkedText } from './untrusted-text.tsx'

/** A sentence of Parley about an agent: text between backticks is code; all of it may contain the agent's text. */
export function CodeText({ text, limit = 400 }: { readonly text: string; readonly limit?: number }) {
  const part = clip(text, limit)
  return (
    <bdi className="untrusted">
      {/* biome-ignore-start lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place */}
      {part.split('`').map((piece, index) =>
        index % 2 === 1 ? (
          <code key={index}>
            <MarkedText text={piece} />
          </code>
        ) : (
          <MarkedText key={index} text={piece} />
        ),
      )}
      {/* biome-ignore-end lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place */}
      {part.length < text.length && '…'}
    </bdi>
  )
}
