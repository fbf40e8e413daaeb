import { ChevronDown, ChevronRight } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { type SideSectionId, useLayout } from '../state/layout.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import './side-list.css'

interface SideSectionProps {
  readonly id: SideSectionId
  readonly name: string
  readonly count: ReactNode
  readonly children: ReactNode
}

export function SideSection({ id, name, count, children }: SideSectionProps) {
  const isOpen = useLayout(({ unfolded }) => unfolded.includes(id))
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <section className="side-section column" data-open={isOpen || undefined} aria-label={name}>
      <h2 className="rigid">
        <button
          type="button"
          className="side-head line gap-8 full-width"
          aria-expanded={isOpen}
          onClick={() => useLayout.getState().turn(id)}
        >
          <Icon size={13} className="dim" /> {name}
          <span className="spacer" />
          <span className="dim num small">{count}</span>
        </button>
      </h2>
      {isOpen && (
        <div className="fills scrolls">
          <ErrorBoundary name={name}>{children}</ErrorBoundary>
        </div>
      )}
    </section>
  )
}

/** Arrow keys move between the rows of a list in the sidebar. */
export function walkSideList(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const picks = [
    ...(event.currentTarget.closest('.side-list')?.querySelectorAll<HTMLElement>('.side-pick') ?? []),
  ]
  picks[picks.indexOf(event.currentTarget) + step]?.focus()
}
