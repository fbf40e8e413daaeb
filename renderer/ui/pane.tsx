// One pane of the window: a named region with a head and a body, an error boundary of its own, and the manners every pane
// shares: a double click on its head fills the window with it, Escape puts it back.

import type { ReactNode } from 'react'
import type { PaneId } from '../state/layout.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { joinWords } from './format.ts'
import { useMaximized } from './use-maximized.ts'

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
