import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { useCommand } from '../../../commands/commands.ts'
import { CodeView } from '../../../editor/code-view.tsx'
import { marksOf } from '../../../editor/finding-marks.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useLayout } from '../../../state/layout.ts'
import { Button } from '../../../ui/button.tsx'
import { GuardedDrawing } from '../../../ui/drawing/guarded-drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pane } from '../../../ui/pane.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useKeptScroll } from '../../../ui/use-kept-scroll.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useRefreshAgents, useSelectedAgent } from '../use-agent.ts'
import { useDiscovery, useReadAgain, useStopReading } from '../use-discovery.ts'
import { CardActions, type CardShape } from './card-actions.tsx'
import { CardEditor } from './card-editor.tsx'
import { CardOverview } from './card-overview.tsx'
import { cardText } from './card-text.ts'
import { NotFound } from './not-found.tsx'
import './card-pane.css'

/** From this width on the JSON stands beside the overview instead of in its place. */
const besideFromPx = 640

export function CardPane() {
  const agent = useSelectedAgent()
  const { canCall } = useEngine()
  const discovery = useDiscovery()
  const readAgain = useReadAgain()
  const { maximized, setMaximized } = useLayout()
  const { ref: content, widthPx } = useWidth<HTMLDivElement>()
  const [shape, setShape] = useState<CardShape>('overview')
  const [reveal, setReveal] = useState<{ readonly pointer: string }>()
  const refreshList = useRefreshAgents()
  const { dataUpdatedAt } = discovery
  // The card names the agent and decides whether it is kept; the demo agent may have moved.
  useEffect(() => {
    if (dataUpdatedAt > 0) void refreshList()
  }, [dataUpdatedAt, refreshList])
  const found = discovery.data?.found ? discovery.data : undefined
  const busy = discovery.isFetching || readAgain.isPending

  useCommand('card.json', () => setShape(shape === 'json' ? 'overview' : 'json'), found !== undefined)
  useCommand('card.edit', toggleEditor, found !== undefined && canCall)
  useCommand('card.fill', () => setMaximized(maximized === 'card' ? undefined : 'card'))
  useCommand('card.reload', () => agent && readAgain.mutate(agent.id), agent !== undefined && canCall)

  function toggleEditor(): void {
    setShape(shape === 'edit' ? 'overview' : 'edit')
    if (shape !== 'edit') setMaximized('card')
  }

  return (
    <Pane
      id="card"
      name="Agent card"
      title={<h2>Agent card</h2>}
      bodyClassName="card-pane-body"
      actions={
        agent && (
          <CardActions
            shape={found ? shape : 'overview'}
            findings={found?.findings ?? []}
            found={found !== undefined}
            busy={busy}
            onFindings={() => {
              if (shape !== 'overview') setShape('overview')
              requestAnimationFrame(() =>
                content.current?.querySelector('.card-findings')?.scrollIntoView({ block: 'start' }),
              )
            }}
          />
        )
      }
    >
      <div ref={content} className="full-height scrolls">
        {agent ? (
          <CardContent
            key={agent.id}
            agent={agent}
            discovery={busy ? undefined : discovery.data}
            isReading={busy}
            error={discovery.error ?? readAgain.error}
            shape={shape}
            beside={widthPx >= besideFromPx}
            reveal={reveal}
            onReveal={(pointer) => {
              setReveal({ pointer })
              setShape('json')
            }}
          />
        ) : (
          <NoAgent canCall={canCall} />
        )}
      </div>
    </Pane>
  )
}

interface CardContentProps {
  readonly agent: Agent
  readonly discovery: Discovery | undefined
  readonly isReading: boolean
  readonly error: unknown
  readonly shape: CardShape
  readonly beside: boolean
  readonly reveal: { readonly pointer: string } | undefined
  onReveal(pointer: string): void
}

function CardContent(props: CardContentProps) {
  const { agent, discovery, isReading, error, shape, beside, reveal, onReveal } = props
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
  if (shape === 'edit') return <CardEditor agentId={agent.id} discovery={discovery} />
  const json = shape === 'json'
  return (
    <div className={json && beside ? 'card-split' : 'card-whole full-height'}>
      {(!json || beside) && (
        <CardScroll agentId={agent.id}>
          <GuardedDrawing of={`card ${agent.id}`} value={discovery}>
            <CardOverview agentId={agent.id} discovery={discovery} onReveal={onReveal} />
          </GuardedDrawing>
        </CardScroll>
      )}
      {json && (
        <div className="card-json full-height">
          <GuardedDrawing of={`card as JSON ${agent.id}`} value={discovery}>
            <CardJson raw={discovery.raw} findings={discovery.findings} reveal={reveal} />
          </GuardedDrawing>
        </div>
      )}
    </div>
  )
}

function NoAgent({ canCall }: { readonly canCall: boolean }) {
  if (!canCall) return <EmptyState title="No agent in this session" />
  return (
    <EmptyState title="No agent selected">
      <p>Connect to an agent to see its card: what it is, what it can do and how to call it.</p>
      <Button onClick={() => useOpenDialog.getState().show('add-card')}>Open a card from a file</Button>
    </EmptyState>
  )
}

function CardScroll({ agentId, children }: { readonly agentId: string; readonly children: ReactNode }) {
  const { recorded } = useEngine()
  const box = useRef<HTMLDivElement>(null)
  useKeptScroll(box, recorded ? undefined : `card ${agentId}`)
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

/** Sooner than this nobody wants to know how long it takes. */
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

/** The user stopped it before anything came. */
function CardNotRead({ agentId }: { readonly agentId: string }) {
  const read = useReadAgain()
  return (
    <EmptyState title="No card">
      <p>Loading was stopped.</p>
      <LiveButton onClick={() => read.mutate(agentId)}>Load card</LiveButton>
    </EmptyState>
  )
}
