import { Tabs } from '@base-ui/react/tabs'
import { ChevronLeft, ChevronRight, Menu } from 'lucide-react'
import { type CommandId, commandIds } from '#shared/commands.ts'
import { modes } from '#shared/contract/constants.ts'
import type { Mode } from '#shared/contract/preferences.ts'
import { useEngine } from '../host/engine.tsx'
import { noSidebar, onePane, useHasAgents, useLayout } from '../state/layout.ts'
import { useSteps } from '../state/navigation.ts'
import { useMode } from '../state/selection.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useMedia } from '../ui/hooks.ts'
import { runOnceOffered, useCommand } from './commands.ts'
import '../ui/tabs.css'
import './commands.css'

/** Commands that exist in one mode only. */
const modeOf: Readonly<Partial<Record<CommandId, Mode>>> = {
  'chat.attach': 'chat',
  'chat.new-context': 'chat',
  'chat.tasks': 'chat',
  'console.filter': 'console',
}

/** Commands that also work in a recording, which can call no agent. */
const always: readonly CommandId[] = ['console.filter']

const names: Readonly<Record<Mode, string>> = { chat: 'Chat', console: 'Console', checks: 'Checks' }

export function ModeTabs() {
  const { mode, show } = useMode()
  const { hasChecks } = useEngine()
  return (
    <Tabs.Root className="mode-tabs rigid" value={mode} onValueChange={show}>
      <Tabs.List className="line" aria-label="Mode">
        {modes
          .filter((each) => each !== 'checks' || hasChecks)
          .map((each) => (
            // The current mode's tab works too: it closes an inspector or a comparison that covers the mode.
            <Tabs.Tab
              key={each}
              value={each}
              onClick={() => {
                show(each)
                useLayout.getState().showMode()
              }}
            >
              {names[each]}
            </Tabs.Tab>
          ))}
      </Tabs.List>
    </Tabs.Root>
  )
}

/** Registers the commands of hidden modes: each shows its mode first. */
export function OtherModes() {
  const { canCall } = useEngine()
  const shown = useMode(({ mode }) => mode)
  return commandIds.map((id) => {
    const mode = canCall || always.includes(id) ? modeOf[id] : undefined
    return mode !== undefined && mode !== shown && <OtherMode key={id} id={id} mode={mode} />
  })
}

function OtherMode({ id, mode }: { readonly id: CommandId; readonly mode: Mode }) {
  useCommand(id, () => {
    runOnceOffered(id)
    useMode.getState().show(mode)
  })
  return null
}

// The buttons that show panes for which the window is too narrow.

/** Shown while the agents are hidden. */
export function SidebarButton() {
  const isDocked = useHasAgents()
  const isOpen = useLayout(({ isDrawerOpen }) => isDrawerOpen)
  const hasNoSidebar = useMedia(noSidebar)
  if (isDocked && !hasNoSidebar) return null
  return (
    <IconButton
      label="Agents and recordings"
      aria-expanded={hasNoSidebar && isOpen}
      icon={<Menu size={15} />}
      onClick={() => useLayout.getState().toggle('agents')}
    />
  )
}

/** In a narrow window, switches between the mode and the inspector. */
export function InspectorButton() {
  const hasOnePane = useMedia(onePane)
  const isAlone = useLayout(({ isInspectorAlone }) => isInspectorAlone)
  if (!hasOnePane) return null
  return (
    <Button className="rigid" onClick={() => useLayout.getState().toggle('inspector')}>
      {isAlone && <ChevronLeft size={13} />} {isAlone ? 'Back' : 'Inspector'}{' '}
      {!isAlone && <ChevronRight size={13} />}
    </Button>
  )
}

export function BackForward() {
  const { at, last } = useSteps()
  const back = () => history.back()
  const forward = () => history.forward()
  useCommand('go.back', back, at > 0)
  useCommand('go.forward', forward, at < last)
  return (
    <span className="back-forward line rigid">
      <IconButton label="Back" icon={<ChevronLeft size={15} />} disabled={at === 0} onClick={back} />
      <IconButton
        label="Forward"
        icon={<ChevronRight size={15} />}
        disabled={at === last}
        onClick={forward}
      />
    </span>
  )
}
