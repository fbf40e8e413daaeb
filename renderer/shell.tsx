// All panes of the window, or those of presenter mode, and the commands about them.

import { useCommand } from './commands/commands.ts'
import { OtherModes } from './commands/window-buttons.tsx'
import { AgentsPane, useCardCommands, useFollowCard } from './features/agent/index.ts'
import { ChatPane, ConversationList } from './features/chat/index.ts'
import { useCheckCommands } from './features/checks/index.ts'
import { AttachedAgents } from './features/coding-agents/index.ts'
import { useComposeCommand } from './features/requests/index.ts'
import { StatusBar } from './features/status-bar/index.ts'
import { Panes } from './panes.tsx'
import { useTheme } from './state/appearance.ts'
import { showConsole } from './state/console.ts'
import { useDraft } from './state/draft.ts'
import { useLayout } from './state/layout.ts'
import { usePresenting } from './state/presenting.ts'
import { useMode } from './state/selection.ts'
import './ui/pane.css'
import { RecordingsSection } from './features/sessions/index.ts'
import { TapsSection } from './features/taps/index.ts'
import { useIsFirst } from './use-is-first.ts'

export function Shell() {
  const presenting = usePresenting(({ on }) => on)
  const isFirst = useIsFirst()
  useCommand('theme.cycle', useTheme.getState().cycle)
  if (presenting)
    return (
      <>
        <main className="shell stage">
          <ChatPane />
        </main>
        <AttachedAgents />
      </>
    )
  return (
    <>
      <Panes left={<Sidebar />} isAlone={isFirst} />
      <StatusBar>
        <AttachedAgents />
      </StatusBar>
      <Modes />
      <OtherModes />
    </>
  )
}

/** Registers the commands that switch modes and show or hide panes. */
function Modes() {
  const { toggle, reveal, setMaximized, reset } = useLayout.getState()
  useCommand('pane.agents', () => toggle('agents'))
  useCommand('pane.inspector', () => toggle('inspector'))
  useCommand('inspector.fill', () => {
    const isFilling = useLayout.getState().maximized === 'inspector'
    reveal('inspector')
    setMaximized(isFilling ? undefined : 'inspector')
  })
  useCommand('chat.contexts', () => reveal('agents'))
  useCommand('mode.chat', () => lead(useDraft.getState().focus))
  useCommand('mode.console', () => lead(() => useMode.getState().show('console')))
  useCommand('webhooks.show', () => showConsole('webhooks'))
  useCommand('sequence.show', () => showConsole('sequence'))
  useCardCommands()
  useFollowCard()
  useComposeCommand()
  useCheckCommands()
  useCommand('layout.reset', reset)
  return null
}

/** Shows something, also while a pane fills the window. */
function lead(show: () => void): void {
  useLayout.getState().setMaximized(undefined)
  useLayout.getState().showMode()
  show()
}

export function Sidebar() {
  return (
    <div className="sidebar column full-height">
      <AgentsPane below={({ id }) => <ConversationList key={id} agentId={id} />} />
      <RecordingsSection />
      <TapsSection />
    </div>
  )
}
