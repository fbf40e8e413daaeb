import type { ReactNode } from 'react'
import { messageOf } from '../host/engine.tsx'
import { formatCount, joinWords } from './format.ts'
import './pieces.css'

interface ProblemProps {
  readonly error: unknown
  readonly className?: string
}

/** Why something could not be done, told to screen readers at once; nothing as long as there is nothing to say. */
export function Problem({ error, className }: ProblemProps) {
  if (error === undefined || error === null) return null
  return (
    <p className={joinWords(' ', 'notice', className)} role="alert">
      {messageOf(error)}
    </p>
  )
}

/** What a pane shows before there is anything to show: what would fill it, and the way there. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty-state">
      <h3>{title}</h3>
      {children}
    </div>
  )
}

interface ProgressBarProps {
  readonly label: string
  /** Between 0 and 1; undefined while nobody knows. */
  readonly part: number | undefined
}

export function ProgressBar({ label, part }: ProgressBarProps) {
  return (
    <div className="progress">
      <progress aria-label={label} {...(part !== undefined && { value: part })} max={1} />
      <span className="num faint">{part === undefined ? '' : `${Math.floor(part * 100)} %`}</span>
    </div>
  )
}

interface LeftOutProps {
  /** All there are. */
  readonly total: number
  /** As many as are shown. */
  readonly shown: number
  /** "in the JSON" */
  readonly where: string
}

/** Below a list that is cut: how many more there are, and where. Nothing below one that is whole. */
export function LeftOut({ total, shown, where }: LeftOutProps) {
  if (total <= shown) return null
  return (
    <p className="faint left-out">
      {formatCount(total - shown)} more {where}
    </p>
  )
}
