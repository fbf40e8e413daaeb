// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard

import { useState } from 'react'
import { clip } from '#shared/shorten.ts'
import { LinkButton } from '../button.tsx'
import { formatBytes } from '../format.ts'
import { LongText } from '../untrusted-text.tsx'
import './code.css'

/** Of a text without an editor, before "Show more". */
const maxFirstPlainChars = 100_000

/** A long text to read and to copy, drawn piece by piece. */
export function PlainCode({ name, text }: { readonly name: string; readonly text: string }) {
  const [shown, setShown] = useState(maxFirstPlainChars)
  const part = clip(text, shown)
  return (
    <section className="plain-code mono fills full-height scrolls" tabIndex={0} aria-label={name}>
      <pre className="verbatim">
        <LongText text={part} />
      </pre>
      {part.length < text.length && (
        <LinkButton onClick={() => setShown(shown * 4)}>Show more of {formatBytes(text.length)}</LinkButton>
      )}
    </section>
  )
}
