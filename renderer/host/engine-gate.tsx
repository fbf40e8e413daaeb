// Shows the window once the engine responds, and a notice when the connection is lost.

import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { maxProblemMessageChars, maxStackChars } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'
import { messageOf } from '#shared/errors.ts'
import { clip } from '#shared/shorten.ts'
import { useConsoleCounts } from '../record/use-receiver.ts'
import { loadFonts, useTheme } from '../state/appearance.ts'
import { enterSession, followSteps, reconnectEngine } from '../state/navigation.ts'
import { keepPreferences, restorePreferences } from '../state/preferences.ts'
import { selectedIn } from '../state/viewing.ts'
import { Button } from '../ui/button.tsx'
import { marks } from '../ui/drawing/crash-marks.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { EmptyState } from '../ui/feedback.tsx'
import { CanFetch } from '../ui/lazy-part.tsx'
import { type EngineAccess, EngineProvider, queriesOf, useEngine, useLatest } from './engine.tsx'
import { queryClient } from './query-client.ts'
import { NotAdmitted } from './request-admission.ts'
import { canConnectAgain, connect, type Loss } from './web-socket.ts'
import './host.css'

type Phase =
  | { readonly kind: 'connecting' }
  | {
      readonly kind: 'open'
      readonly access: EngineAccess
      /** Increases with each connection, so that React remounts the window. */
      readonly connection: number
      readonly lost?: Loss | 'updated'
    }
  | { readonly kind: 'not-admitted' }
  | { readonly kind: 'unreachable'; readonly reason: string }

export function EngineGate({ children }: { readonly children: ReactNode }) {
  const [phase, setPhase] = useState<Phase>({ kind: 'connecting' })

  useEffect(() => {
    const stop = new AbortController()
    stayConnected(stop.signal, setPhase).catch((error: unknown) => {
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
      <div className="column full-height">
        {phase.lost && <LostBanner lost={phase.lost} logFile={phase.access.capabilities.logFile} />}
        <Fragment key={phase.connection}>
          <RecordNotice />
          {!phase.lost && <InternalErrorNotice />}
          <HeldNotice />
          <ErrorBoundary name="The window" instead={(error) => <CrashPage error={error} />}>
            <CanFetch value={phase.lost === undefined}>{children}</CanFetch>
          </ErrorBoundary>
        </Fragment>
      </div>
    </EngineProvider>
  )
}

function LostBanner({ lost, logFile }: { readonly lost: Loss | 'updated'; readonly logFile: string }) {
  if (lost === 'updated') {
    return (
      <div className="internal-error-notice line wraps gap-8" role="alert">
        <p>Parley was updated. What is on screen stays readable; reload the page to continue.</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </div>
    )
  }
  return (
    <p className="lost-banner py-6 px-12 bold" role="alert">
      {lost === 'signed-out'
        ? 'This browser was signed out of Parley. To connect again, open the address that the terminal shows.'
        : `Parley's engine has stopped. What is on screen stays readable, and this window reconnects by itself when Parley runs again on the same data folder. If it broke, the log says why: ${logFile}`}
    </p>
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

/** Loads the last discovery of the selected agent, so that a reload sends no request to the agent. */
async function prefetchCard({ client, queries }: EngineAccess): Promise<void> {
  const { agentId } = selectedIn(undefined)
  if (agentId === undefined) return
  const discovery = await client.card.current({ agentId }).catch(() => null)
  if (discovery) queryClient.setQueryData(queries.card.discover.queryKey({ input: { agentId } }), discovery)
}

interface Opened {
  readonly client: EngineClient
  readonly capabilities: HostCapabilities
  readonly lost: Promise<Loss>
}

const reconnectMs = 1_000

/** Reconnects until the page is closed: a stopped engine may be started again. */
async function stayConnected(signal: AbortSignal, show: (phase: Phase) => void): Promise<void> {
  let opened = await open(restorePreferences)
  const { productVersion } = opened.capabilities
  signal.addEventListener('abort', followSteps())
  for (let connection = 1; !signal.aborted; connection++) {
    const access = accessTo(opened)
    await prefetchCard(access)
    const stopKeeping = keepPreferences(opened.client)
    signal.addEventListener('abort', stopKeeping)
    if (!signal.aborted) show({ kind: 'open', access, connection })
    const lost = await opened.lost
    stopKeeping()
    if (signal.aborted) return
    show({ kind: 'open', access, connection, lost })
    if (lost === 'signed-out' || !canConnectAgain(window.location)) return
    opened = await openAgain(signal)
    // A page of another version may not match this engine's contract. The user reloads: there may be unsaved text.
    if (opened.capabilities.productVersion !== productVersion) {
      return show({ kind: 'open', access, connection, lost: 'updated' })
    }
    queryClient.clear()
  }
}

async function open(settleIn: (client: EngineClient) => Promise<void>): Promise<Opened> {
  const { client, lost } = await connect(window.location)
  const [capabilities, { shownId }] = await Promise.all([
    client.host.capabilities(),
    client.sessions.recording(),
  ])
  enterSession(shownId)
  await settleIn(client)
  const { theme } = capabilities
  if (theme) useTheme.getState().setTheme(theme)
  await loadFonts()
  return { client, capabilities, lost }
}

/** Keeps trying while another server answers that does not accept this browser's key. */
async function openAgain(signal: AbortSignal): Promise<Opened> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, reconnectMs))
    if (signal.aborted) return new Promise(() => undefined)
    const opened = await open(reconnectEngine).catch(() => undefined)
    if (opened) return opened
  }
}

function accessTo({ client, capabilities }: Opened): EngineAccess {
  return {
    client,
    queries: queriesOf(client),
    capabilities,
    canCall: true,
    canAnnotate: true,
    canExport: true,
    canFollow: true,
    hasChecks: true,
  }
}

// Reports an internal error that the engine survived; nothing else on screen may show it.

function InternalErrorNotice() {
  const latest = useLatest(useEngine().client, follow)
  const [dismissed, setDismissed] = useState(0)
  if (latest === undefined || latest.count <= dismissed) return null
  const { where, count, report } = latest
  const fresh = count - dismissed
  return (
    <div className="internal-error-notice line wraps gap-8" role="alert">
      <p>
        {fresh === 1
          ? `Internal error in Parley (${where}). The affected operation was dropped; recording continues.`
          : `${fresh} internal errors in Parley (latest: ${where}). The affected operations were dropped; recording continues.`}
      </p>
      <CopyReport report={report} />
      <Button onClick={() => setDismissed(count)}>Dismiss</Button>
    </div>
  )
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.host.internalErrors(undefined, options)

// Reports that the previous page stopped responding while drawing something, which may be out of sight now.

function HeldNotice() {
  const [dismissed, setDismissed] = useState(!marks.wasHeld)
  if (dismissed) return null
  return (
    <div className="internal-error-notice line wraps gap-8" role="alert">
      <p>
        Parley stopped responding while drawing something an agent sent. It is left out now, or shown as plain
        text, with a button to draw it.
      </p>
      <Button onClick={() => setDismissed(true)}>Dismiss</Button>
    </div>
  )
}

// Shown when the window itself breaks, not only a pane: the error, the log's location and a report to copy.

function CrashPage({ error }: { readonly error: Error }) {
  const { client, capabilities } = useEngine()
  const [report, setReport] = useState<string>()

  useEffect(() => {
    const problem = {
      what: 'The window crashed',
      message: clip(error.message, maxProblemMessageChars),
      ...(error.stack && { stack: clip(error.stack, maxStackChars) }),
    }
    client.host.reportProblem(problem).then(
      (answer) => setReport(answer.report),
      () =>
        setReport(
          `Parley ${capabilities.productVersion}: the window crashed, and the engine didn’t respond.\n`,
        ),
    )
  }, [error, client, capabilities])

  return (
    <main className="crash-page breaks column at-start fills gap-12">
      <h1>The window crashed</h1>
      <p className="mono">{error.message}</p>
      <p>Recording continues, and nothing recorded is lost. This is a bug in Parley, not in your agent.</p>
      <p>
        The log: <span className="mono">{capabilities.logFile}</span>
      </p>
      <p className="line gap-8 wraps">
        <Button primary onClick={() => window.location.reload()}>
          Reload the window
        </Button>
        {report !== undefined && <CopyReport report={report} />}
      </p>
      {report !== undefined && (
        <>
          <h2>The report</h2>
          <p className="dim">Secrets are removed. Review it before you share it.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className="crash-report mono verbatim full-width scrolls" tabIndex={0}>
            {report}
          </pre>
        </>
      )}
    </main>
  )
}

function CopyReport({ report }: { readonly report: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <Button onClick={() => void navigator.clipboard.writeText(report).then(() => setCopied(true))}>
        Copy report
      </Button>
      <span role="status">{copied && 'Copied'}</span>
    </>
  )
}
