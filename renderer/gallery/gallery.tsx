// Every component of the kit and every kind of row in each of its states, on one page: `npm run gallery`. Not part of the
// product.

import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { OpenedSession } from '#shared/contract/sessions.ts'
import { type EngineAccess, EngineProvider, LiveProvider } from '../host/engine.tsx'
import { queryClient } from '../host/query-client.ts'
import { pageAccess } from '../page/page-access.ts'
import { applyTheme, useTheme } from '../state/appearance.ts'
import { Button } from '../ui/button.tsx'
import { ChatRows } from './chat-rows.tsx'
import { Layout } from './layout.tsx'
import { Copying, Pieces } from './pieces.tsx'
import { SpanRows } from './span-rows.tsx'
import { TimelineRows } from './timeline-rows.tsx'
import { WireRows } from './wire-rows.tsx'
import '../ui/fonts/latin.css'
import '../ui/look.css'
import './gallery.css'

applyTheme()

function Gallery() {
  const { shown, setTheme } = useTheme()
  return (
    <main className="gallery">
      <header className="gallery-head">
        <h1>Gallery</h1>
        <Button onClick={() => setTheme(shown === 'dark' ? 'light' : 'dark')}>
          {shown === 'dark' ? 'Light theme' : 'Dark theme'}
        </Button>
      </header>
      <Pieces />
      <ChatRows />
      <TimelineRows />
      <SpanRows />
      <WireRows />
      <Copying />
      <Layout />
    </main>
  )
}

const place = document.getElementById('root')
if (place) {
  const access = nothingRecorded()
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LiveProvider value={access}>
          <EngineProvider value={access}>
            <Gallery />
          </EngineProvider>
        </LiveProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

// An empty session, answered like a shared page: requests for more than the rows find nothing.

function nothingRecorded(): EngineAccess {
  const opened: OpenedSession = {
    session: {
      id: 'none',
      name: '',
      note: '',
      pinned: false,
      origin: 'recorded',
      state: 'kept',
      createdAt: 0,
      agents: [],
      entries: 0,
      exchanges: 0,
      tasks: 0,
      findings: 0,
      sizeBytes: 0,
    },
    agents: [],
  }
  return pageAccess({
    opened,
    exchanges: [],
    rows: [],
    spans: [],
    rowsOf: () => [],
    entriesOf: () => [],
    body: () => undefined,
    textOf: () => undefined,
  })
}
