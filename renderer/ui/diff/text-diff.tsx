import { useMemo } from 'react'
import { clip } from '#shared/shorten.ts'
import { UntrustedText } from '../untrusted-text.tsx'
import { type TextChange, textChanges } from './text-changes.ts'
import './diff.css'
import { formatCount } from '../format.ts'

/** Of what is the same, so much is shown beside a change. */
const context = 120

/** Two texts as one: what went struck through, what came underlined, long stretches that are the same left out. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const changes = useMemo(() => textChanges(before, after), [before, after])
  return (
    <div className="text-diff">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have nothing but their place
        <Piece key={index} change={change} first={index === 0} last={index === changes.length - 1} />
      ))}
    </div>
  )
}

interface PieceProps {
  readonly change: TextChange
  readonly first: boolean
  readonly last: boolean
}

function Piece({ change: { kind, text }, first, last }: PieceProps) {
  switch (kind) {
    case 'removed':
      return (
        <del>
          <UntrustedText text={text} />
        </del>
      )
    case 'added':
      return (
        <ins>
          <UntrustedText text={text} />
        </ins>
      )
    case 'same':
      return <Same text={text} first={first} last={last} />
  }
}

function Same({
  text,
  first,
  last,
}: {
  readonly text: string
  readonly first: boolean
  readonly last: boolean
}) {
  if (text.length <= context * 3) return <UntrustedText text={text} />
  const head = first ? '' : clip(text, context)
  const tail = last ? '' : text.slice(-context)
  const left = text.length - head.length - tail.length
  return (
    <>
      {head !== '' && <UntrustedText text={head} />}
      <span className="diff-left-out"> {formatCount(left)} characters the same </span>
      {tail !== '' && <UntrustedText text={tail} />}
    </>
  )
}
