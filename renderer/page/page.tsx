// A session as a page of its own: the panes of the window on what the page carries, and nothing behind them.

import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { EngineProvider, LiveProvider } from '../host/engine.tsx'
import { queryClient } from '../host/query-client.ts'
import { firstAgentOf } from '../looking/open-recorded.ts'
import { useSelection } from '../state/selection.ts'
import { followSteps } from '../state/steps.ts'
import { applyTheme } from '../state/theme.ts'
import { pageAccess } from './page-access.ts'
import { readPageData } from './page-data.ts'
import { PageShell } from './page-shell.tsx'
import '../ui/fonts/latin.css'
import '../ui/look.css'
import './page.css'

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
