import type { JsonValue } from '#shared/a2a/model.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { changesOf, type JsonChange } from './json-changes.ts'
import './json-changes.css'

const most = 500

interface JsonChangesViewProps {
  readonly name: string
  readonly before: JsonValue
  readonly after: JsonValue
}

/** Two documents as the list of what differs: where, what was there, what is there now. */
export function JsonChangesView({ name, before, after }: JsonChangesViewProps) {
  const changes = changesOf(before, after, most)
  if (changes.length === 0) return <p className="muted">Both say the same.</p>
  return (
    <>
      <ul className="changes" aria-label={name}>
        {changes.map((change) => (
          <ChangeRow key={change.path.join('\n')} change={change} />
        ))}
      </ul>
      {changes.length === most && <p className="muted">Only the first {most} differences are listed.</p>}
    </>
  )
}

const words = { added: 'new', removed: 'gone', changed: 'changed' } as const

function ChangeRow({ change }: { readonly change: JsonChange }) {
  return (
    <li className="change">
      <p className="change-head">
        <span className={`change-kind ${change.kind}`}>{words[change.kind]}</span>
        <span className="mono change-path">
          {visibleString(change.path.join(' › ').slice(0, 300)) || 'the whole'}
        </span>
      </p>
      {change.before !== undefined && (
        <del className="change-side">
          <Value value={change.before} />
        </del>
      )}
      {change.after !== undefined && (
        <ins className="change-side">
          <Value value={change.after} />
        </ins>
      )}
    </li>
  )
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
