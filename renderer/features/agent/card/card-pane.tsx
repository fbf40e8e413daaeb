import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { CardInspection, Discovery } from '#shared/contract/card.ts'
import { CodeView } from '../../../editor/code-view.tsx'
import { marksOf } from '../../../editor/finding-marks.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { GuardedDrawing } from '../../../ui/drawing/guarded-drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { Tab } from '../../../ui/tab.ts'
import { TabbedPane } from '../../../ui/tabbed-pane.tsx'
import { useKeptScroll } from '../../../ui/use-kept-scroll.ts'
import { useNow } from '../../../ui/use-now.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { type CardTab, useCardView } from '../card-view.ts'
import { FindingList } from '../finding-list.tsx'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useSelectedAgent } from '../use-agent.ts'
import { useDiscovery, useReadAgain, useStopReading } from '../use-discovery.ts'
import { CardActions } from './card-actions.tsx'
import { CardEditor } from './card-editor.tsx'
import { CardOverview } from './card-overview.tsx'
import { cardText } from './card-text.ts'
import { NotFound } from './not-found.tsx'
import './card-pane.css'

/** The card of the selected agent, in full. */
export function CardPane() {
  const agent = useSelectedAgent()
  const discovery = useDiscovery()
  const readAgain = useReadAgain()
  const { tab, isEdited } = useCardView()
  const found = discovery.data?.found ? discovery.data : undefined
  const busy = discovery.isFetching || readAgain.isPending
  const tabs = tabsOf(found)
  const current = tabs.find(({ id }) => id === tab)?.id ?? 'card'
  return (
    <TabbedPane
      name="Agent card"
      title={<h2>Agent card</h2>}
      actions={agent && <CardActions isFound={found !== undefined} busy={busy} />}
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
      <GuardedDrawing of={`card as JSON ${agent.id}`} value={discovery}>
        <CardJson raw={raw} findings={findings} reveal={reveal} />
      </GuardedDrawing>
    )
  }
  return (
    <CardScroll key={tab} name={`${tab} ${agent.id}`}>
      <GuardedDrawing of={`card ${agent.id}`} value={discovery}>
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
    <div ref={box} className="card-scroll">
      {children}
    </div>
  )
}

interface CardJsonProps {
  readonly raw: JsonValue
  readonly findings: readonly Finding[]
  readonly reveal: { readonly pointer: string } | undefined
}

/** The card's JSON, its findings at their places. */
function CardJson({ raw, findings, reveal }: CardJsonProps) {
  const text = useMemo(() => cardText(raw), [raw])
  const marks = useMemo(() => marksOf(findings), [findings])
  return <CodeView name="Agent card as JSON" text={text} marks={marks} reveal={reveal} />
}

/** Sooner than this the time is of no interest. */
const shownAfterMs = 1_000

/** That a card is being read, for how long, and how to stop it. */
function CardReading({ agent }: { readonly agent: Agent }) {
  const [since] = useState(Date.now)
  const tookMs = useNow(true) - since
  const stop = useStopReading()
  return (
    <div className="card-loading muted line wraps">
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

/** The user stopped it before anything arrived. */
function CardNotRead({ agentId }: { readonly agentId: string }) {
  const read = useReadAgain()
  return (
    <EmptyState title="No card">
      <p>Loading was stopped.</p>
      <LiveButton onClick={() => read.mutate(agentId)}>Load card</LiveButton>
    </EmptyState>
  )
}
