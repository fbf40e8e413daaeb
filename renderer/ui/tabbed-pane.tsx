// What the inspector shows of one thing: its title, what can be done with it, and its tabs. A double click on its head fills the window.

import { Maximize2, Minimize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { joinWords } from './format.ts'
import { Tabs, type TabsProps } from './tabs.tsx'
import { useMaximized } from './use-maximized.ts'
import './tabbed-pane.css'

interface TabbedPaneProps<Id extends string> extends Omit<TabsProps<Id>, 'name' | 'actions'> {
  /** The accessible name of the whole. */
  readonly name: string
  readonly title: ReactNode
  readonly actions?: ReactNode
  readonly foot?: ReactNode
}

export function TabbedPane<Id extends string>(props: TabbedPaneProps<Id>) {
  const { name, title, actions, foot, ...tabs } = props
  const [isMaximized, turn] = useMaximized('inspector')
  return (
    <section className={joinWords(' ', 'pane tabbed-pane', isMaximized && 'maximized')} aria-label={name}>
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
      <div className="fills">
        <Tabs name="Inspector" {...tabs} />
      </div>
      {foot}
    </section>
  )
}
