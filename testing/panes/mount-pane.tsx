// Mounts a pane over a recording: its components, stores and styles, with the client of a shared page.

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { type EngineAccess, EngineProvider, LiveProvider } from '../../renderer/host/engine.tsx'
import { createQueryClient } from '../../renderer/host/query-client.ts'
import { pageAccess } from '../../renderer/page/page-access.ts'
import { pageDataOf } from '../../renderer/page/page-data.ts'
import { applyLook, applyTheme } from '../../renderer/state/appearance.ts'
import { useSelection } from '../../renderer/state/selection.ts'
import { firstAgentOf } from '../../renderer/viewing/open-recorded.ts'
import { resetStores } from './all-stores.ts'
import type { Recording } from './recordings.ts'
import '../../renderer/ui/fonts/latin.css'
import '../../renderer/ui/look.css'
import '../../renderer/ui/pane.css'

applyTheme()
applyLook()

/** `abilities`: what the pane can do besides reading, or a function that returns all of it. */
export async function mountPane(
  pane: ReactNode,
  recording: Recording,
  abilities: Partial<EngineAccess> | ((looking: EngineAccess) => EngineAccess) = {},
): Promise<void> {
  await page.viewport(1440, 900)
  const data = await pageDataOf(linesOf(recording))
  const looking = pageAccess(data)
  const access = typeof abilities === 'function' ? abilities(looking) : { ...looking, ...abilities }
  useSelection.setState({ agentId: firstAgentOf(data.opened) })
  const place = document.createElement('div')
  place.id = 'root'
  place.className = 'column full-height'
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    resetStores()
    sessionStorage.clear()
  })
  root.render(
    <QueryClientProvider client={createQueryClient()}>
      <LiveProvider value={access}>
        <EngineProvider value={access}>{pane}</EngineProvider>
      </LiveProvider>
    </QueryClientProvider>,
  )
}

async function* linesOf(recording: Recording) {
  yield* recording
}
