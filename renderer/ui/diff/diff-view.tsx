import type { JsonValue } from '#shared/a2a/model.ts'
import { changesOf, type JsonChange, jsonText } from '#shared/diff/json-changes.ts'
import { shorten } from '#shared/shorten.ts'
import { UntrustedText } from '../untrusted-text.tsx'
import { visibleString } from '../visible-text.ts'
import { TextDiff } from './text-diff.tsx'
import './diff.css'

/** Differences listed; a line reports that there are more. */
const maxShownDifferences = 500

interface DiffViewProps {
  readonly name: string
  readonly before: JsonValue
  readonly after: JsonValue
  /** Names for the two sides, where "gone" and "new" do not fit. */
  readonly words?: DiffWords
}

interface DiffWords {
  readonly removed: string
  readonly added: string
}

export function DiffView({ name, before, after, words = usual }: DiffViewProps) {
  const changes = changesOf(before, after, maxShownDifferences)
  if (changes.length === 0) return <p className="dim">No differences.</p>
  return (
    <>
      <ul className="changes column gap-10" aria-label={name}>
        {changes.map((change) => (
          <ChangeRow key={change.path.join('\n')} change={change} words={words} />
        ))}
      </ul>
      {changes.length === maxShownDifferences && (
        <p className="dim">Only the first {maxShownDifferences} differences are listed.</p>
      )}
    </>
  )
}

const usual: DiffWords = { removed: 'gone', added: 'new' }

function ChangeRow({ change, words }: { readonly change: JsonChange; readonly words: DiffWords }) {
  const { kind, path, before, after } = change
  return (
    <li className="change">
      <p className="text-line gap-8">
        <span className={`change-kind bold small ${kind}`}>
          {kind === 'changed' ? 'changed' : words[kind]}
        </span>
        <span className="mono breaks">{visibleString(shorten(path.join(' › '))) || '(entire response)'}</span>
      </p>
      {isLong(before) && isLong(after) ? (
        <TextDiff before={before} after={after} />
      ) : (
        <>
          {before !== undefined && (
            <del className="change-side mono verbatim">
              <Value value={before} />
            </del>
          )}
          {after !== undefined && (
            <ins className="change-side mono verbatim">
              <Value value={after} />
            </ins>
          )}
        </>
      )}
    </li>
  )
}

/** Long enough to show the differences within the text. */
function isLong(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length > 40
}

function Value({ value }: { readonly value: JsonValue }) {
  return <UntrustedText text={typeof value === 'string' ? value : jsonText(value, false)} limit={600} />
}
