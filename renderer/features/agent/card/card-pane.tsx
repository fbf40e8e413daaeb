import { Cable, RotateCw } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { CardInspection, Discovery } from '#shared/contract/card.ts'
import { runCommand } from '../../../commands/commands.ts'
import { CodeView } from '../../../editor/code-view.tsx'
import { marksOf } from '../../../editor/finding-marks.ts'
import { useEngine } from '../../../host/engine.tsx'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { GuardedDrawing } from '../../../ui/drawing/crash-boundary.tsx'
import { EmptyState, Problem } from '../../../ui/feedback.tsx'
import { useKeptScroll, useNow } from '../../../ui/hooks.ts'
import { type Tab, TabbedPane } from '../../../ui/tabs.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { type CardTab, useCardView } from '../card-view.ts'
import { FindingList } from '../finding-list.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useSelectedAgent } from '../use-agent.ts'
import { failedAttempt, type NoCard, useDiscovery, useReadAgain, useStopReading } from '../use-discovery.ts'
import { LiveButton } from '../wire-link.tsx'
import { Attempts, triedTitle } from './attempts.tsx'
import { CardEditor } from './card-editor.tsx'
import { CardOverview } from './card-overview.tsx'
import { cardText } from './card-text.ts'
import { ChoicesView } from './choices.tsx'
import './card.css'

export function CardPane() {
  const agent = useSelectedAgent()
  const discovery = useDiscovery()
  const readAgain = useReadAgain()
  const { tab, isEdited } = useCardView()
  const foundAgent = discovery.data?.found ? discovery.data : undefined
  const busy = discovery.isFetching || readAgain.isPending
  const tabs = tabsOf(foundAgent)
  const current = tabs.find(({ id }) => id === tab)?.id ?? 'card'
  return (
    <TabbedPane
      name="Agent card"
      title={<h2>Agent card</h2>}
      actions={agent && <CardActions isFound={foundAgent !== undefined} busy={busy} />}
      tabs={tabs}
      current={current}
      onChange={(next) => useCardView.setState({ tab: next, isEdited: false })}
    >
      {agent ? (
        <CardContent
          key={agent.id}
          agent={agent}
          discovery={busy ? undefined : discovery.data}
          isReading={busy}
          error={discovery.error ?? readAgain.error}
          tab={current}
          isEdited={isEdited}
        />
      ) : (
        <NoAgent />
      )}
    </TabbedPane>
  )
}

function tabsOf(card: CardInspection | undefined): readonly Tab<CardTab>[] {
  const count = card?.findings.length ?? 0
  return [
    { id: 'card', name: 'Card' },
    ...(card ? [{ id: 'json', name: 'JSON' } as const] : []),
    ...(count > 0 ? [{ id: 'findings', name: 'Problems', count } as const] : []),
  ]
}

interface CardContentProps {
  readonly agent: Agent
  readonly discovery: Discovery | undefined
  readonly isReading: boolean
  readonly error: unknown
  readonly tab: CardTab
  readonly isEdited: boolean
}

function CardContent({ agent, discovery, isReading, error, tab, isEdited }: CardContentProps) {
  const [reveal, setReveal] = useState<{ readonly pointer: string }>()
  if (isReading) return <CardReading agent={agent} />
  if (error) {
    return (
      <div className="card-body">
        <Problem error={error} />
      </div>
    )
  }
  if (!discovery) return <CardNotRead agentId={agent.id} />
  if (!discovery.found) return <NotFound agent={agent} discovery={discovery} />
  const { findings, raw } = discovery
  if (tab === 'json' && isEdited) return <CardEditor agentId={agent.id} discovery={discovery} />
  if (tab === 'json') {
    return (
      <GuardedDrawing name={`card as JSON ${agent.id}`} value={discovery}>
        <CardJson raw={raw} findings={findings} reveal={reveal} />
      </GuardedDrawing>
    )
  }
  return (
    <CardScroll key={tab} name={`${tab} ${agent.id}`}>
      <GuardedDrawing name={`card ${agent.id}`} value={discovery}>
        {tab === 'card' ? (
          <CardOverview agentId={agent.id} discovery={discovery} />
        ) : (
          <div className="card-body">
            <FindingList name="Problems" findings={findings} onReveal={revealInJson} />
          </div>
        )}
      </GuardedDrawing>
    </CardScroll>
  )

  function revealInJson(pointer: string): void {
    setReveal({ pointer })
    useCardView.setState({ tab: 'json' })
  }
}

function NoAgent() {
  const { canCall } = useEngine()
  if (!canCall) return <EmptyState title="No agent in this recording" />
  return (
    <EmptyState title="No agent selected">
      <p>Connect to an agent to see its card: what it is, what it can do and how to call it.</p>
      <Button onClick={() => useOpenDialog.getState().show('add-card')}>Open a card from a file</Button>
    </EmptyState>
  )
}

function CardScroll({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { recorded } = useEngine()
  const box = useRef<HTMLDivElement>(null)
  useKeptScroll(box, recorded ? undefined : name)
  return (
    <div ref={box} className="card-scroll full-height scrolls">
      {children}
    </div>
  )
}

interface CardJsonProps {
  readonly raw: JsonValue
  readonly findings: readonly Finding[]
  readonly reveal: { readonly pointer: string } | undefined
}

function CardJson({ raw, findings, reveal }: CardJsonProps) {
  const text = useMemo(() => cardText(raw), [raw])
  const marks = useMemo(() => marksOf(findings), [findings])
  return <CodeView name="Agent card as JSON" text={text} marks={marks} reveal={reveal} />
}

/** Before this the time is not shown. */
const shownAfterMs = 1_000

/** Shown while a card is read: for how long, and a button to stop it. */
function CardReading({ agent }: { readonly agent: Agent }) {
  const [since] = useState(Date.now)
  const tookMs = useNow(true) - since
  const stop = useStopReading()
  return (
    <div className="card-loading dim line wraps">
      <p role="status">Loading the card of {visibleString(agent.address || agent.name)}…</p>
      {tookMs >= shownAfterMs && (
        <>
          <span className="num" role="timer">
            {Math.floor(tookMs / 1000)} s
          </span>
          <Button onClick={() => stop(agent.id)}>Stop</Button>
        </>
      )}
    </div>
  )
}

/** The user stopped reading before anything arrived. */
function CardNotRead({ agentId }: { readonly agentId: string }) {
  const read = useReadAgain()
  return (
    <EmptyState title="No card">
      <p>Loading was stopped.</p>
      <LiveButton onClick={() => read.mutate(agentId)}>Load card</LiveButton>
    </EmptyState>
  )
}

function CardActions({ isFound, busy }: { readonly isFound: boolean; readonly busy: boolean }) {
  const { canCall } = useEngine()
  const isEdited = useCardView((view) => view.tab === 'json' && view.isEdited)
  if (!canCall) return null
  return (
    <>
      <IconButton
        label="Reload agent card (bypass caches)"
        disabled={busy}
        icon={<RotateCw size={13} />}
        onClick={() => runCommand('card.reload')}
      />
      <IconButton label="Tap this agent" icon={<Cable size={13} />} onClick={() => runCommand('agent.tap')} />
      {isFound && (
        <Button aria-pressed={isEdited} onClick={() => runCommand('card.edit')}>
          Edit card
        </Button>
      )}
    </>
  )
}

/** Shown without a card: agents to choose from, or that there is none. The chat shows why a connection failed. */
function NotFound({ agent, discovery }: { readonly agent: Agent; readonly discovery: NoCard }) {
  const { reason, attempts, choices } = discovery
  const { canCall } = useEngine()
  const attempt = failedAttempt(discovery)
  if (canCall && !choices) {
    return (
      <EmptyState title="No agent card">
        <p>Couldn’t connect. The reason is shown in the chat.</p>
      </EmptyState>
    )
  }
  return (
    <div className="card-body">
      <div className="notice plain" role="status">
        <strong>{choices ? 'Several agents here' : 'No card found'}</strong>
        <UntrustedText text={reason} />
      </div>
      {choices && <ChoicesView agent={agent} choices={choices} />}
      <div className="card-buttons flex wraps gap-6 mt-10">
        {attempt?.status !== undefined && (
          <Button className="on-the-wire" onClick={() => showOnWire(attempt.exchangeId)}>
            Show raw response
          </Button>
        )}
        <LiveButton onClick={() => useOpenDialog.getState().show('add-card')}>Open card file…</LiveButton>
      </div>
      {attempts.length > 0 && (
        <>
          <h3 className="bold mt-14 mb-4">{triedTitle(attempts)}</h3>
          <Attempts attempts={attempts} />
        </>
      )}
    </div>
  )
}
