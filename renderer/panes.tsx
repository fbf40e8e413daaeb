// The panes and the lines between them, of the window and of a session's page. A hidden pane is not there at all; sizes are remembered in
// pixels, and a larger window gives its room to the chat and the inspector.

import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { ChatPane } from './features/chat/index.ts'
import { ConsolePane } from './features/console/index.ts'
import { Inspector } from './features/inspector/index.ts'
import { type SidePaneId, useLayout } from './state/layout.ts'
import './ui/pane.css'

/** `left`: the column of the agents. */
export function Panes({ left }: { readonly left: ReactNode }) {
  // Not their sizes: while a line is dragged these change many times a second, and the panes would be drawn anew.
  const showsAgents = useLayout(({ panes }) => panes.agents.visible)
  const showsInspector = useLayout(({ panes }) => panes.inspector.visible)
  const showsConsole = useLayout(({ panes }) => panes.console.visible)
  return (
    <main className="shell">
      <Group orientation="horizontal">
        {showsAgents && (
          <SidePanel id="agents" minSize={180}>
            {left}
          </SidePanel>
        )}
        {showsAgents && <Separator className="separator" aria-label="Width of the agents" />}
        <Panel id="panes" minSize={360}>
          <Group orientation="vertical">
            <Panel id="chat" minSize={200}>
              <ChatPane />
            </Panel>
            {showsConsole && <Separator className="separator" aria-label="Height of the console" />}
            {showsConsole && (
              <SidePanel id="console" minSize={120}>
                <ConsolePane />
              </SidePanel>
            )}
          </Group>
        </Panel>
        {showsInspector && <Separator className="separator" aria-label="Width of the inspector" />}
        {showsInspector && (
          <SidePanel id="inspector" minSize={300} grows>
            <Inspector />
          </SidePanel>
        )}
      </Group>
    </main>
  )
}

interface SidePanelProps {
  readonly id: SidePaneId
  readonly minSize: number
  /** With the window. */
  readonly grows?: boolean
  readonly children: ReactNode
}

function SidePanel({ id, minSize, grows = false, children }: SidePanelProps) {
  const sizePx = useLayout(({ panes }) => panes[id].sizePx)
  const { resize } = useLayout.getState()
  return (
    <Panel
      id={id}
      defaultSize={sizePx}
      minSize={minSize}
      groupResizeBehavior={grows ? 'preserve-relative-size' : 'preserve-pixel-size'}
      onResize={({ inPixels }) => resize(id, inPixels)}
    >
      {children}
    </Panel>
  )
}
