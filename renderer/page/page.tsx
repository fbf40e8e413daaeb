// A session as a page: the panes of the window, answered from the content of the page.

import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { EngineProvider, LiveProvider } from '../host/engine.tsx'
import { queryClient } from '../host/query-client.ts'
import { applyTheme, useTheme } from '../state/appearance.ts'
import { followSteps } from '../state/navigation.ts'
import { useSelection } from '../state/selection.ts'
import { firstAgentOf } from '../viewing/open-recorded.ts'
import { pageAccess } from './page-access.ts'
import { readPageData } from './page-data.ts'
import '../ui/fonts/latin.css'
import '../ui/look.css'
import './page.css'
import { Contrast } from 'lucide-react'
import { isPrompt } from '#shared/a2a/operation.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { BackForward, InspectorButton, ModeTabs, SidebarButton } from '../commands/window-buttons.tsx'
import { AgentsPane } from '../features/agent/index.ts'
import { ConversationList } from '../features/chat/index.ts'
import { StatusBar } from '../features/status-bar/index.ts'
import { LinkQuestion } from '../host/link-question.tsx'
import { Panes } from '../panes.tsx'
import { useExchange } from '../record/use-exchange.ts'
import { IconButton } from '../ui/button.tsx'
import { visibleString } from '../ui/visible-text.ts'

applyTheme()
void show()

async function show(): Promise<void> {
  const place = document.getElementById('root')
  const packed = document.getElementById('session')?.textContent ?? ''
  if (place === null) return
  const data = await readPageData(packed)
  const access = pageAccess(data)
  useSelection.setState({ agentId: firstAgentOf(data.opened) })
  followSteps()
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LiveProvider value={access}>
          <EngineProvider value={access}>
            <PageShell session={data.opened.session} />
          </EngineProvider>
        </LiveProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

function PageShell({ session }: { readonly session: SessionView }) {
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
        <span className="dim num nowrap">{new Date(firstAt ?? createdAt).toLocaleString('en')}</span>
        {partlyDeleted && <span className="dim">Partly deleted</span>}
        {note !== '' && <span className="dim truncate">{visibleString(note)}</span>}
        <span className="spacer" />
        <span className="faint nowrap">Recorded with Parley</span>
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

/** Selecting an exchange with a prompt to another agent shows that agent's conversation, until the user selects another agent. */
function useFollowExchange(): void {
  const exchangeId = useSelection((selection) => selection.exchangeId)
  const { data } = useExchange(exchangeId)
  const isPromptSelected = isPrompt(data?.row.operation)
  const to = isPromptSelected && data?.row.id === exchangeId ? data.row.agentId : undefined
  useEffect(() => {
    // setState, since selecting an agent would deselect the exchange.
    if (to !== undefined && exchangeId !== undefined) useSelection.setState({ agentId: to })
  }, [exchangeId, to])
}
