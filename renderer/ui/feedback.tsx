import type { ReactNode } from 'react'
import { messageOf } from '#shared/errors.ts'
import { formatCount, joinDefined } from './format.ts'
import './pieces.css'

/** An error message, announced by screen readers at once; nothing without an error. */
export function Problem({ error, className }: { readonly error: unknown; readonly className?: string }) {
  if (error === undefined || error === null) return null
  return (
    <p className={joinDefined(' ', 'notice', className)} role="alert">
      {messageOf(error)}
    </p>
  )
}

/** An empty pane: what would fill it, and how to get there. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty-state column">
      <h3>{title}</h3>
      {children}
    </div>
  )
}

interface ProgressBarProps {
  readonly label: string
  /** Between 0 and 1; undefined where it cannot be computed. */
  readonly part: number | undefined
}

export function ProgressBar({ label, part }: ProgressBarProps) {
  return (
    <div className="progress line gap-10">
      <progress aria-label={label} {...(part !== undefined && { value: part })} max={1} />
      <span className="num faint">{part === undefined ? '' : `${Math.floor(part * 100)} %`}</span>
    </div>
  )
}

interface LeftOutProps {
  readonly total: number
  readonly shown: number
  /** "in the JSON" */
  readonly where: string
}

/** Below a list that was cut: how many more there are, and where. */
export function LeftOut({ total, shown, where }: LeftOutProps) {
  if (total <= shown) return null
  return (
    <p className="faint">
      {formatCount(total - shown)} more {where}
    </p>
  )
}
