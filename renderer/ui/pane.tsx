// A pane of the window: a named region with a head, a body and an error boundary. A double click on its head maximizes it,
// Escape restores it.

import { Maximize2, Minimize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PaneId, useLayout } from '../state/layout.ts'
import { IconButton } from './button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { joinDefined } from './format.ts'
import { useEscape } from './use-escape.ts'
import './pane.css'

export interface PaneProps {
  readonly id: PaneId
  /** The accessible name of the region; screen readers and tests rely on it. */
  readonly name: string
  readonly title: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly bodyClassName?: string
}

export function Pane({ id, name, title, actions, children, bodyClassName }: PaneProps) {
  const [isMaximized, turn] = useMaximized(id)
  return (
    <section className={isMaximized ? 'pane maximized' : 'pane'} aria-label={name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is in the command list, for the keyboard */}
      <div className="pane-head line rigid gap-8 rule-below" onDoubleClick={turn}>
        {title}
        <span className="spacer" />
        {actions}
      </div>
      <div className={joinDefined(' ', 'pane-body fills scrolls', bodyClassName)}>
        <ErrorBoundary name={name}>{children}</ErrorBoundary>
      </div>
    </section>
  )
}

/** Whether a pane fills the window, and a function to toggle that; Escape restores it. */
function useMaximized(id: PaneId): readonly [isMaximized: boolean, turn: () => void] {
  const isMaximized = useLayout((layout) => layout.maximized === id)
  const setMaximized = useLayout((layout) => layout.setMaximized)
  useEscape(() => setMaximized(undefined), isMaximized)
  return [isMaximized, () => setMaximized(isMaximized ? undefined : id)]
}

// A part of the inspector: a title and actions above its content. A double click on its head maximizes it.

export interface InspectorPaneProps {
  readonly name: string
  readonly title: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function InspectorPane({ name, title, actions, children }: InspectorPaneProps) {
  const [isMaximized, turn] = useMaximized('inspector')
  return (
    <section
      className={joinDefined(' ', 'pane inspector-pane', isMaximized && 'maximized')}
      aria-label={name}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is in the command list, for the keyboard */}
      <div className="pane-head line rigid gap-8 rule-below" onDoubleClick={turn}>
        {title}
        <span className="spacer" />
        {actions}
        <IconButton
          label={isMaximized ? 'Restore the inspector' : 'Maximize the inspector'}
          icon={isMaximized ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
          onClick={turn}
        />
      </div>
      {children}
    </section>
  )
}
