import { memo, useMemo } from 'react'
import { textPiecesOf } from '#shared/story/chat/text-pieces.ts'
import { Progressive } from '../drawing/progressive.tsx'
import { textCost } from '../drawing/text-cost.ts'
import { LongText, MarkedText } from '../untrusted-text.tsx'
import { codeTokens } from './code-tokens.ts'
import './code.css'

interface CodeProps {
  readonly text: string
  readonly language: string
}

/** An agent's code with invisible characters marked, coloured piece by piece. */
export const Code = memo(function Code({ text, language }: CodeProps) {
  const pieces = useMemo(() => textPiecesOf(text), [text])
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place
  return pieces.map((piece, index) => <CodePiece key={index} text={piece.text} language={language} />)
})

function CodePiece({ text, language }: CodeProps) {
  const tokens = useMemo(() => codeTokens(text, language), [text, language])
  const cost = useMemo(() => tokens.length + textCost(text), [tokens, text])
  return (
    <Progressive
      cost={cost}
      plain={() => <LongText text={text} />}
      formatted={() =>
        tokens.map(({ kind, text: piece }, index) =>
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
      }
    />
  )
}
