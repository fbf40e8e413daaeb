// What the inspector shows of one thing: its title and what can be done with it, above the rest. A double click on its head fills the window.

import { Maximize2, Minimize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { joinWords } from './format.ts'
import { useMaximized } from './use-maximized.ts'
import './inspector-pane.css'

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
