// One pane of the window: a named region with a head and a body, an error boundary of its own, and the manners every pane
// shares: a double click on its head fills the window with it, Escape puts it back.

import { Maximize2, Minimize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PaneId, useLayout } from '../state/layout.ts'
import { IconButton } from './button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { joinWords } from './format.ts'
import { useEscape } from './use-escape.ts'
import './pane.css'

export interface PaneProps {
  readonly id: PaneId
  /** The accessible name of the region: a contract with screen readers and automation. */
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
      <div className="pane-head" onDoubleClick={turn}>
        {title}
        <span className="spacer" />
        {actions}
      </div>
      <div className={joinWords(' ', 'pane-body', bodyClassName)}>
        <ErrorBoundary name={name}>{children}</ErrorBoundary>
      </div>
    </section>
  )
}

/** Whether a pane fills the window, and what changes that; Escape puts it back. */
function useMaximized(id: PaneId): readonly [isMaximized: boolean, turn: () => void] {
  const isMaximized = useLayout((layout) => layout.maximized === id)
  const setMaximized = useLayout((layout) => layout.setMaximized)
  useEscape(() => setMaximized(undefined), isMaximized)
  return [isMaximized, () => setMaximized(isMaximized ? undefined : id)]
}

// What the inspector shows of one thing: its title and what can be done with it, above the rest. A double click on its head fills the window.

export interface InspectorPaneProps {
  /** The accessible name of the whole. */
  readonly name: string
  readonly title: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function InspectorPane({ name, title, actions, children }: InspectorPaneProps) {
  const [isMaximized, turn] = useMaximized('inspector')
  return (
    <section className={joinWords(' ', 'pane inspector-pane', isMaximized && 'maximized')} aria-label={name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is in the command list, for the keyboard */}
      <div className="pane-head" onDoubleClick={turn}>
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
