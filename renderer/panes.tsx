// The mode, with the agents and the inspector beside it, in the window and in a shared page. A hidden pane is not mounted.
// Sizes are stored in pixels; a larger window enlarges the mode and the inspector.

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
  () => import('./features/console/lazy.ts').then((module) => module.ConsolePane),
  { meanwhile: <OfferedSoon ids={commands} /> },
)

interface PanesProps {
  readonly left: ReactNode
  /** The panes beside the mode have nothing to show yet. */
  readonly isAlone?: boolean
}

export function Panes({ left, isAlone = false }: PanesProps) {
  // Does not read the sizes: they change many times a second while a separator is dragged, and the panes would be drawn again.
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
          {/* The hidden one stays mounted for its commands and dialogs. */}
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

/** Covers the mode until the user clicks beside it. A button in its head closes it, too. */
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
