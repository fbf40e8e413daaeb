// The panes and the lines between them. A hidden pane is not there at all; sizes are remembered in pixels, so that a larger
// window gives its room to the chat.

import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { useCommand } from './commands/commands.ts'
import { AgentsPane, CardPane } from './features/agent/index.ts'
import { ChatPane } from './features/chat/index.ts'
import { ConsolePane } from './features/console/index.ts'
import { SessionsPane } from './features/sessions/index.ts'
import { TimelinePane } from './features/timeline/index.ts'
import { type SidePaneId, useLayout } from './state/layout.ts'
import { usePresenting } from './state/presenting.ts'
import { useTheme } from './state/theme.ts'
import './ui/pane.css'

/** The head of a pane (ui/pane.css) with its line. */
const headHeight = 37

export function Shell() {
  // Not their sizes: while a line is dragged these change many times a second, and the panes would be drawn anew.
  const showsAgents = useLayout(({ panes }) => panes.agents.visible)
  const showsTimeline = useLayout(({ panes }) => panes.timeline.visible)
  const showsConsole = useLayout(({ panes }) => panes.console.visible)
  const { toggle, reset } = useLayout.getState()
  const presenting = usePresenting(({ on }) => on)
  useCommand('pane.agents', () => toggle('agents'), !presenting)
  useCommand('pane.timeline', () => toggle('timeline'), !presenting)
  useCommand('pane.console', () => toggle('console'), !presenting)
  useCommand('layout.reset', reset, !presenting)
  useCommand('theme.cycle', useTheme.getState().cycle)
  if (presenting) return <Stage />

  return (
    <main className="shell">
      <Group orientation="horizontal">
        {showsAgents && (
          <SidePanel id="agents" minSize={180}>
            <LeftColumn />
          </SidePanel>
        )}
        {showsAgents && <Separator className="separator" aria-label="Width of the agents" />}
        <Panel id="panes" minSize={500}>
          <Group orientation="vertical">
            <Panel id="talk" minSize={200}>
              <Group orientation="horizontal">
                <Panel id="chat" minSize={280}>
                  <ChatPane />
                </Panel>
                {showsTimeline && <Separator className="separator" aria-label="Width of the timeline" />}
                {showsTimeline && (
                  <SidePanel id="timeline" minSize={220}>
                    <TimelinePane />
                  </SidePanel>
                )}
              </Group>
            </Panel>
            {showsConsole && <Separator className="separator" aria-label="Height of the console" />}
            {showsConsole && (
              <SidePanel id="console" minSize={120}>
                <ConsolePane />
              </SidePanel>
            )}
          </Group>
        </Panel>
      </Group>
    </main>
  )
}

/** Each can be folded to its head. */
function LeftColumn() {
  return (
    <Group orientation="vertical">
      <Panel id="agent-list" defaultSize="20%" minSize={84} collapsible collapsedSize={headHeight}>
        <AgentsPane />
      </Panel>
      <Separator className="separator" aria-label="Height of the agents" />
      <Panel id="session-list" defaultSize="26%" minSize={110} collapsible collapsedSize={headHeight}>
        <SessionsPane />
      </Panel>
      <Separator className="separator" aria-label="Height of the sessions" />
      <Panel id="agent-card" minSize={120} collapsible collapsedSize={headHeight}>
        <CardPane />
      </Panel>
    </Group>
  )
}

/** Chat and timeline carry the story of a talk. */
function Stage() {
  return (
    <main className="shell stage">
      <Group orientation="horizontal">
        <Panel id="stage-chat" defaultSize="56%" minSize={280}>
          <ChatPane />
        </Panel>
        <Separator className="separator" aria-label="Width of the timeline" />
        <Panel id="stage-timeline" minSize={220}>
          <TimelinePane />
        </Panel>
      </Group>
    </main>
  )
}

interface SidePanelProps {
  readonly id: SidePaneId
  readonly minSize: number
  readonly children: ReactNode
}

function SidePanel({ id, minSize, children }: SidePanelProps) {
  const sizePx = useLayout(({ panes }) => panes[id].sizePx)
  const { resize } = useLayout.getState()
  return (
    <Panel
      id={id}
      defaultSize={sizePx}
      minSize={minSize}
      groupResizeBehavior="preserve-pixel-size"
      onResize={({ inPixels }) => resize(id, inPixels)}
    >
      {children}
    </Panel>
  )
}
