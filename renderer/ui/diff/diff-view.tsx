import { useState } from 'react'
import type { JsonValue } from '#shared/a2a/model.ts'
import { changesOf, isExpected, type JsonChange } from '#shared/diff/json-changes.ts'
import { shorten } from '#shared/shorten.ts'
import { LinkButton } from '../button.tsx'
import { UntrustedText } from '../untrusted-text.tsx'
import { visibleString } from '../visible-text.ts'
import { TextDiff } from './text-diff.tsx'
import './diff.css'

/** Differences listed; a line says that these are the first. */
const maxShownDifferences = 500

interface DiffViewProps {
  readonly name: string
  readonly before: JsonValue
  readonly after: JsonValue
  /** Ids and times, which any two calls have different, are shown only when asked for. */
  readonly foldsExpected?: boolean
  /** What `before` and `after` are, where "gone" and "new" would not say it. */
  readonly words?: DiffWords
}

interface DiffWords {
  readonly removed: string
  readonly added: string
}

/** Two values as the list of what differs: where, what was there, what is there now. */
export function DiffView({ name, before, after, foldsExpected = false, words = usual }: DiffViewProps) {
  const [open, setOpen] = useState(false)
  const changes = changesOf(before, after, maxShownDifferences)
  if (changes.length === 0) return <p className="muted">No differences.</p>
  const folded = new Set(foldsExpected ? changes.filter(isExpected) : [])
  const shown = open ? changes : changes.filter((change) => !folded.has(change))
  return (
    <>
      {shown.length === 0 && <p className="muted">No differences except ids and times.</p>}
      <ul className="changes" aria-label={name}>
        {shown.map((change) => (
          <ChangeRow key={change.path.join('\n')} change={change} words={words} />
        ))}
      </ul>
      {folded.size > 0 && (
        <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide ids and times' : `Show ${folded.size} ids and times that differ too`}
        </LinkButton>
      )}
      {changes.length === maxShownDifferences && (
        <p className="muted">Only the first {maxShownDifferences} differences are listed.</p>
      )}
    </>
  )
}

const usual: DiffWords = { removed: 'gone', added: 'new' }

function ChangeRow({ change, words }: { readonly change: JsonChange; readonly words: DiffWords }) {
  const { kind, path, before, after } = change
  return (
    <li className="change">
      <p className="change-head">
        <span className={`change-kind ${kind}`}>{kind === 'changed' ? 'changed' : words[kind]}</span>
        <span className="mono change-path">
          {visibleString(shorten(path.join(' › '))) || '(entire response)'}
        </span>
      </p>
      {isLong(before) && isLong(after) ? (
        <TextDiff before={before} after={after} />
      ) : (
        <>
          {before !== undefined && (
            <del className="change-side">
              <Value value={before} />
            </del>
          )}
          {after !== undefined && (
            <ins className="change-side">
              <Value value={after} />
            </ins>
          )}
        </>
      )}
    </li>
  )
}

/** Long enough that one would look for the difference. */
function isLong(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length > 40
}

function Value({ value }: { readonly value: JsonValue }) {
  return <UntrustedText text={textOf(value)} limit={600} />
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return '(nested too deeply to be written out)'
  }
}
