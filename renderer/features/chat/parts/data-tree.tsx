// JSON as a tree: opened branch by branch, a hundred members at a time, so that any size fits.

import { ChevronDown, ChevronRight, Copy } from 'lucide-react'
import { useState } from 'react'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { pointerTo } from '#shared/a2a/rules/pointer.ts'
import { shorten } from '#shared/shorten.ts'
import { IconButton, LinkButton } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

const pageSize = 100
/** Branches at this depth are closed at first. */
const usualDepth = 2

interface NodeProps {
  readonly name: string | undefined
  readonly value: JsonValue
  readonly path: readonly (string | number)[]
  readonly openDepth: number
}

interface DataTreeProps {
  readonly value: JsonValue
  /** Closed at first. */
  readonly closed?: boolean
}

export function DataTree({ value, closed }: DataTreeProps) {
  return (
    <div className="mono well py-6 px-8 scrolls">
      <Node name={undefined} value={value} path={[]} openDepth={closed ? 0 : usualDepth} />
    </div>
  )
}

function Node({ name, value, path, openDepth }: NodeProps) {
  const branch = typeof value === 'object' && value !== null
  const size = branch ? Object.keys(value).length : 0
  const [open, setOpen] = useState(path.length < openDepth && size <= pageSize)
  return (
    <div>
      <div className="data-line text-line gap-4">
        {branch && size > 0 ? (
          <button
            type="button"
            className="data-fold rigid dim"
            aria-expanded={open}
            aria-label={`${visibleString(name ?? 'Data')}, ${size} members`}
            onClick={() => setOpen(!open)}
          >
            {open ? <ChevronDown size={12} /> : <ChevronRight size={12} />}
          </button>
        ) : (
          <span className="data-fold rigid dim" />
        )}
        {name !== undefined && (
          <span className="data-name rigid tone-accent">
            <UntrustedText text={name} limit={200} />:
          </span>
        )}
        {branch ? <span className="faint">{summary(value, size)}</span> : <Scalar value={value} />}
        {path.length > 0 && (
          <IconButton
            className="data-copy"
            label={`Copy the path ${visibleString(shorten(pointerTo(path)))}`}
            icon={<Copy size={11} />}
            onClick={() => void navigator.clipboard.writeText(pointerTo(path))}
          />
        )}
      </div>
      {branch && open && (
        <Members value={value as JsonObject | readonly JsonValue[]} path={path} openDepth={openDepth} />
      )}
    </div>
  )
}

type MembersProps = Pick<NodeProps, 'path' | 'openDepth'> & {
  readonly value: JsonObject | readonly JsonValue[]
}

function Members({ value, path, openDepth }: MembersProps) {
  const [shown, setShown] = useState(pageSize)
  const entries: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? value.slice(0, shown).map((item: JsonValue, index: number) => [index, item])
    : Object.entries(value).slice(0, shown)
  const size = Object.keys(value).length
  return (
    <div className="data-members">
      {entries.map(([key, inner]) => (
        <Node key={key} name={String(key)} value={inner} path={[...path, key]} openDepth={openDepth} />
      ))}
      {size > shown && (
        <LinkButton onClick={() => setShown(shown + pageSize)}>Show more of {formatCount(size)}</LinkButton>
      )}
    </div>
  )
}

function Scalar({ value }: { readonly value: Exclude<JsonValue, object> | null }) {
  if (typeof value === 'string') {
    return (
      <span className="shrinks tone-good">
        "<UntrustedText text={value} limit={1000} />"
      </span>
    )
  }
  return <span className={value === null ? 'faint' : 'tone-warn'}>{String(value)}</span>
}

function summary(value: object, size: number): string {
  if (Array.isArray(value)) return size === 0 ? '[]' : `[${size}]`
  return size === 0 ? '{}' : `{${size}}`
}
