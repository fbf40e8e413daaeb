// What the window is used for, with the agents and the inspector beside it, of the window and of a session's page. A hidden pane is not
// there at all; sizes are remembered in pixels, and a larger window gives its room to the middle and the inspector.

import { type ReactNode, useEffect, useRef } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { ChatPane } from './features/chat/index.ts'
import { ChecksPane } from './features/checks/index.ts'
import { Inspector } from './features/inspector/index.ts'
import { ComparisonPage } from './features/sessions/index.ts'
import { useEngine } from './host/engine.tsx'
import { noSidebar, onePane, type SidePaneId, useHasAgents, useLayout } from './state/layout.ts'
import { useMode } from './state/selection.ts'
import { useMedia } from './ui/hooks.ts'
import { useEscape } from './ui/use-escape.ts'
import './ui/pane.css'
import type { CommandId } from '#shared/commands.ts'
import { OfferedSoon } from './commands/offered-soon.tsx'
import { latePane } from './ui/lazy-part.tsx'

const commands: readonly CommandId[] = ['console.filter']

const ConsolePane = latePane(
  'Console',
  'the console',
  () => import('./features/console/late.ts').then((module) => module.ConsolePane),
  { meanwhile: <OfferedSoon ids={commands} /> },
)

interface PanesProps {
  /** The column of the agents. */
  readonly left: ReactNode
  /** What is beside the mode has nothing to show yet. */
  readonly isAlone?: boolean
}

export function Panes({ left, isAlone = false }: PanesProps) {
  // Not their sizes: while a line is dragged these change many times a second, and the panes would be drawn anew.
  const hasAgents = useHasAgents()
  const hasInspector = useLayout(({ panes }) => panes.inspector.visible)
  const hasNoSidebar = useMedia(noSidebar)
  const hasOnePane = useMedia(onePane)
  const isInspectorAlone = useLayout((layout) => layout.isInspectorAlone)
  const isDrawerOpen = useLayout((layout) => layout.isDrawerOpen)
  const showsAgents = hasAgents && !isAlone && !hasNoSidebar
  const showsInspector = hasInspector && !isAlone && !hasOnePane
  const isInspectorOver = hasOnePane && isInspectorAlone && !isAlone
  return (
    <main className="shell">
      {hasNoSidebar && isDrawerOpen && !isAlone && <Drawer>{left}</Drawer>}
      <Group orientation="horizontal">
        {showsAgents && (
          <SidePanel id="agents" minSize={180}>
            {left}
          </SidePanel>
        )}
        {showsAgents && <Separator className="separator" aria-label="Width of the agents" />}
        <Panel id="mode" minSize={360}>
          {/* The one that is out of sight has its commands and dialogs all the same. */}
          <div className="pane-pair">
            <div className={isInspectorOver ? 'out-of-sight' : undefined}>
              <ModePane />
            </div>
            {hasOnePane && !isAlone && (
              <div className={isInspectorOver ? undefined : 'out-of-sight'}>
                <Inspector />
              </div>
            )}
          </div>
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

/** Over the mode, until something beside it is clicked. What is above it has a button that closes it. */
function Drawer({ children }: { readonly children: ReactNode }) {
  const { closeDrawer } = useLayout.getState()
  const drawer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onPointer = ({ target }: Event) => {
      const isOutside = target instanceof Element && target.closest('main') !== null
      if (isOutside && !drawer.current?.contains(target)) closeDrawer()
    }
    window.addEventListener('pointerdown', onPointer, { signal, capture: true })
    return () => stop.abort()
  }, [closeDrawer])
  useEscape(closeDrawer)
  return (
    <div ref={drawer} className="drawer">
      {children}
    </div>
  )
}

/** What the window is used for. */
function ModePane() {
  const { mode, comparison } = useMode()
  const { hasChecks } = useEngine()
  if (comparison) return <ComparisonPage {...comparison} />
  if (mode === 'checks' && hasChecks) return <ChecksPane />
  return mode === 'chat' ? <ChatPane /> : <ConsolePane />
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
