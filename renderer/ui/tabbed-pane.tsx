// What the inspector shows of one thing that has tabs.

import type { ReactNode } from 'react'
import { InspectorPane, type InspectorPaneProps } from './inspector-pane.tsx'
import { Tabs, type TabsProps } from './tabs.tsx'

interface TabbedPaneProps<Id extends string>
  extends Omit<TabsProps<Id>, 'name' | 'actions'>,
    Omit<InspectorPaneProps, 'children'> {
  readonly foot?: ReactNode
}

export function TabbedPane<Id extends string>(props: TabbedPaneProps<Id>) {
  const { name, title, actions, foot, ...tabs } = props
  return (
    <InspectorPane {...{ name, title, actions }}>
      <div className="fills">
        <Tabs name="Inspector" {...tabs} />
      </div>
      {foot}
    </InspectorPane>
  )
}
