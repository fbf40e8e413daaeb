import { Contrast } from 'lucide-react'
import { useEffect } from 'react'
import { isPrompt } from '#shared/a2a/operation.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { BackForward } from '../commands/back-forward.tsx'
import { ModeTabs } from '../commands/mode-tabs.tsx'
import { InspectorButton, SidebarButton } from '../commands/pane-buttons.tsx'
import { AgentsPane } from '../features/agent/index.ts'
import { ConversationList } from '../features/chat/index.ts'
import { StatusBar } from '../features/status-bar/index.ts'
import { LinkQuestion } from '../host/link-question.tsx'
import { Panes } from '../panes.tsx'
import { useExchange } from '../record/use-exchange.ts'
import { useSelection } from '../state/selection.ts'
import { useTheme } from '../state/theme.ts'
import { IconButton } from '../ui/button.tsx'
import { visibleString } from '../ui/visible-text.ts'

interface PageShellProps {
  readonly session: SessionView
}

export function PageShell({ session }: PageShellProps) {
  const { name, note, firstAt, createdAt, partlyDeleted } = session
  const { shown, setTheme } = useTheme()
  useFollowExchange()
  const title = name || session.agents.map((agent) => agent.name).join(', ') || 'A recording'
  return (
    <div className="page column full-height">
      <header className="page-head line gap-12 rigid rule-below">
        <SidebarButton />
        <ModeTabs />
        <BackForward />
        <InspectorButton />
        <h1 className="truncate">{visibleString(title)}</h1>
        <span className="muted num">{new Date(firstAt ?? createdAt).toLocaleString('en')}</span>
        {partlyDeleted && <span className="muted">Partly deleted</span>}
        {note !== '' && <span className="muted truncate">{visibleString(note)}</span>}
        <span className="spacer" />
        <span className="faint">Recorded with Parley</span>
        <IconButton
          label={shown === 'dark' ? 'Light theme' : 'Dark theme'}
          icon={<Contrast size={14} />}
          onClick={() => setTheme(shown === 'dark' ? 'light' : 'dark')}
        />
      </header>
      <Panes left={<AgentsPane below={({ id }) => <ConversationList key={id} agentId={id} />} />} />
      <StatusBar />
      <LinkQuestion />
    </div>
  )
}

/** Whoever looks at what was said to another agent is shown that one’s story; until the next such look, any agent may be chosen. */
function useFollowExchange(): void {
  const exchangeId = useSelection((selection) => selection.exchangeId)
  const { data } = useExchange(exchangeId)
  const isSaid = isPrompt(data?.row.operation)
  const to = isSaid && data?.row.id === exchangeId ? data.row.agentId : undefined
  useEffect(() => {
    // The exchange leads on: choosing an agent would end that.
    if (to !== undefined && exchangeId !== undefined) useSelection.setState({ agentId: to })
  }, [exchangeId, to])
}
