// Shows the window once the engine has answered, and says so when it can no longer be reached.

import { type ReactNode, useEffect, useState } from 'react'
import { useConsoleCounts } from '../record/use-console-counts.ts'
import { keepPreferences, restorePreferences } from '../state/preferences.ts'
import { useSelection } from '../state/selection.ts'
import { useTheme } from '../state/theme.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { NotAdmitted } from './ask-admission.ts'
import { connect, type Loss } from './connect.ts'
import { CrashPage } from './crash-page.tsx'
import { type EngineAccess, EngineProvider, queriesOf } from './engine.tsx'
import { HeldNotice } from './held-notice.tsx'
import { InternalErrorNotice } from './internal-error-notice.tsx'
import { messageOf } from './message-of.ts'
import { queryClient } from './query-client.ts'
import './engine-gate.css'

type Phase =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open'; readonly access: EngineAccess; readonly lost?: Loss }
  | { readonly kind: 'not-admitted' }
  | { readonly kind: 'unreachable'; readonly reason: string }

export function EngineGate({ children }: { readonly children: ReactNode }) {
  const [phase, setPhase] = useState<Phase>({ kind: 'connecting' })

  useEffect(() => {
    const stop = new AbortController()
    openAccess(stop.signal, setPhase).catch((error: unknown) => {
      if (stop.signal.aborted) return
      if (error instanceof NotAdmitted) setPhase({ kind: 'not-admitted' })
      else setPhase({ kind: 'unreachable', reason: messageOf(error) })
    })
    return () => stop.abort()
  }, [])

  if (phase.kind === 'connecting') return null
  if (phase.kind === 'not-admitted') {
    return (
      <EmptyState title="This browser isn’t connected to Parley">
        <p>Open the address that the terminal shows. Its token lets one browser in, once.</p>
        <p>
          After that, reloads, new tabs and restarts work without it. To get a new address, start Parley again
          with the same data folder.
        </p>
      </EmptyState>
    )
  }
  if (phase.kind === 'unreachable') {
    return (
      <EmptyState title="Couldn’t connect to Parley">
        <p>{phase.reason}</p>
        <p>Is Parley still running? Start it again if it isn’t, then reload this page.</p>
        <Button primary onClick={() => window.location.reload()}>
          Reload
        </Button>
      </EmptyState>
    )
  }
  return (
    <EngineProvider value={phase.access}>
      <div className="window">
        {phase.lost && (
          <p className="lost-banner" role="alert">
            {phase.lost === 'signed-out'
              ? 'This browser was signed out of Parley. To connect again, open the address that the terminal shows.'
              : `Parley's engine has stopped. What is on screen stays readable; start Parley again to go on. If it broke, the log says why: ${phase.access.capabilities.logFile}`}
          </p>
        )}
        <RecordNotice />
        {!phase.lost && <InternalErrorNotice />}
        <HeldNotice />
        <ErrorBoundary name="The window" instead={(error) => <CrashPage error={error} />}>
          {children}
        </ErrorBoundary>
      </div>
    </EngineProvider>
  )
}

function RecordNotice() {
  const { notice } = useConsoleCounts()
  if (notice === undefined) return null
  return (
    <p className="record-notice" role="alert">
      {notice}
    </p>
  )
}

/** Of the agent the window comes back to: a reload asks no agent. */
async function knownCard({ client, queries }: EngineAccess): Promise<void> {
  const { agentId } = useSelection.getState()
  if (agentId === undefined) return
  const known = await client.card.current({ agentId }).catch(() => null)
  if (known) queryClient.setQueryData(queries.card.discover.queryKey({ input: { agentId } }), known)
}

async function openAccess(signal: AbortSignal, show: (phase: Phase) => void): Promise<void> {
  const { client, lost } = await connect(window.location)
  const [capabilities] = await Promise.all([client.host.capabilities(), restorePreferences(client)])
  if (signal.aborted) return
  const access: EngineAccess = {
    client,
    queries: queriesOf(client),
    capabilities,
    canCall: true,
    canAnnotate: true,
    canExport: true,
    canFollow: true,
    hasChecks: true,
  }
  await knownCard(access)
  if (signal.aborted) return
  const stopKeeping = keepPreferences(client)
  if (capabilities.theme) useTheme.getState().setTheme(capabilities.theme)
  signal.addEventListener('abort', stopKeeping)
  show({ kind: 'open', access })
  const loss = await lost
  if (!signal.aborted) show({ kind: 'open', access, lost: loss })
}
