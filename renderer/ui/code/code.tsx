import { memo } from 'react'
import { MarkedText } from '../untrusted-text.tsx'
import { codeTokens } from './code-tokens.ts'
import './code.css'

/** Longer code is shown without colours. */
const most = 40_000

/** Code of an agent, its unseen characters in sight. */
export const Code = memo(function Code({
  text,
  language,
}: {
  readonly text: string
  readonly language: string
}) {
  if (text.length > most) return <MarkedText text={text} />
  return codeTokens(text, language).map(({ kind, text: piece }, index) =>
    kind === 'plain' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a text have nothing but their place
      <MarkedText key={index} text={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={index} className={`code-${kind}`}>
        <MarkedText text={piece} />
      </span>
    ),
  )
})
