// An exchange as tabs of the inspector. A selection made elsewhere (an event of the timeline, a finding) opens at its place.

import { type ReactNode, useMemo, useState } from 'react'
import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import type { ConnectionFacts, Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useEntry } from '../../../record/use-exchange.ts'
import { useSelection } from '../../../state/selection.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { Segments } from '../../../ui/field.tsx'
import { formatBytes, formatDuration, formatOffset, joinDefined } from '../../../ui/format.ts'
import type { Tab } from '../../../ui/tabs.tsx'
import { SpansTab } from '../../spans/index.ts'
import { type ExchangeParts, exchangePartsOf } from '../exchange-parts.ts'
import { RequestBody, ResponseBody } from './body-panes.tsx'
import { findingsTab } from './detail-frame.tsx'
import { ExchangeFindings } from './exchange-findings.tsx'
import { FrameGrid } from './frame-grid.tsx'
import { HeadsView } from './heads-view.tsx'
import { useFrames } from './use-frames.ts'

const viewNames = { phases: 'Connection', task: 'Task' }

const views = ['phases', 'task'] as const

export type ExchangeTabId = 'headers' | 'request' | 'response' | 'events' | 'timing' | 'spans' | 'findings'

export function exchangeTabs(answer: ExchangeDetailAnswer): readonly Tab<ExchangeTabId>[] {
  const { row } = answer
  const { close } = exchangePartsOf(answer)
  // The events are all of a stream, unless further bytes were received.
  const hasResponse = row.frames === 0 || close?.body || close?.leftover
  return [
    ...(row.frames > 0 ? [{ id: 'events', name: 'Events', count: row.frames - row.comments } as const] : []),
    { id: 'request', name: 'Request' },
    ...(hasResponse ? [{ id: 'response', name: 'Response' } as const] : []),
    { id: 'headers', name: 'Headers' },
    { id: 'timing', name: 'Timing' },
    ...(row.traceId === undefined ? [] : [{ id: 'spans', name: 'Spans' } as const]),
    ...findingsTab(row),
  ]
}

export function firstExchangeTab(answer: ExchangeDetailAnswer): ExchangeTabId {
  const { close, webhook } = exchangePartsOf(answer)
  if (webhook) return 'request'
  if (answer.row.frames > 0) return 'events'
  return (close?.body ?? close?.leftover)?.sizeBytes ? 'response' : 'headers'
}

export interface ExchangeJump {
  readonly tab: ExchangeTabId
  readonly frame?: { readonly index: number }
  readonly place?: { readonly pointer: string }
}

/** The tab for the selected entry of an exchange. */
export function useExchangeJump(exchangeId: string): ExchangeJump | undefined {
  const entrySeq = useSelection((selection) =>
    selection.exchangeId === exchangeId ? selection.entrySeq : undefined,
  )
  const pointer = useSelection((selection) => selection.pointer)
  const entry = useEntry(exchangeId, entrySeq)
  return useMemo(() => entry && jumpTo(entry, pointer), [entry, pointer])
}

interface ExchangeTabProps {
  readonly answer: ExchangeDetailAnswer
  readonly tab: ExchangeTabId
  readonly jump: ExchangeJump | undefined
  /** Key of the task that it is shown with. */
  readonly taskId: string | undefined
  /** Of its task, for the times. */
  readonly figures: ReactNode
  onJump(jump: ExchangeJump): void
}

export function ExchangeTab({ answer, tab, jump, taskId, figures, onJump }: ExchangeTabProps) {
  const { row } = answer
  const parts = exchangePartsOf(answer)
  switch (tab) {
    case 'headers':
      return <HeadsView row={row} parts={parts} />
    case 'request':
      return <RequestBody parts={parts} reveal={jump?.place} />
    case 'response':
      return <ResponseBody row={row} parts={parts} reveal={jump?.place} />
    case 'events':
      return <Frames row={row} parts={parts} jump={jump} />
    case 'timing':
      return <TimingView row={row} parts={parts} figures={figures} />
    case 'spans':
      return <SpansTab exchange={row} taskId={taskId} />
    case 'findings':
      return (
        <ExchangeFindings
          row={row}
          onJump={(entry, { pointer }) => {
            useSelection.getState().selectExchange(row.id, entry.seq, pointer)
            onJump(jumpTo(entry, pointer))
          }}
        />
      )
  }
}

interface TabProps {
  readonly row: ExchangeRow
  readonly parts: ExchangeParts
}

function Frames({ row, parts, jump }: TabProps & Pick<ExchangeTabProps, 'jump'>) {
  const frames = useFrames(row)
  return <FrameGrid row={row} parts={parts} frames={frames} reveal={jump?.frame} pointer={jump?.place} />
}

function jumpTo(entry: Entry, pointer: string | undefined): ExchangeJump {
  const place = pointer === undefined ? {} : { place: { pointer } }
  switch (entry.kind) {
    case 'frame':
      return { tab: 'events', frame: { index: entry.index }, ...place }
    case 'request':
    case 'webhook':
      return { tab: 'request', ...place }
    case 'end':
    case 'failure':
      return { tab: entry.body || entry.leftover ? 'response' : 'headers', ...place }
    case 'response':
    case 'redirect':
    case 'note':
      return { tab: 'headers' }
  }
}

interface TimingViewProps {
  readonly row: ExchangeRow
  readonly parts: ExchangeParts
  /** Of the exchange's task. */
  readonly figures: ReactNode
}

type View = keyof typeof viewNames

function TimingView({ row, parts, figures }: TimingViewProps) {
  const [chosen, setChosen] = useState<View>('phases')
  const view = figures ? chosen : 'phases'
  return (
    <div className="timing column full-height">
      {figures && (
        <div className="line shrinks rigid gap-10 rule-below small py-4 px-12">
          <Segments<View>
            label="Timing of"
            options={views}
            value={view}
            nameOf={(each) => viewNames[each]}
            onChange={setChosen}
          />
        </div>
      )}
      {view === 'phases' && (
        <PhasesView row={row} parts={parts}>
          {row.operation !== undefined && row.traceId === undefined && <NoTrace />}
        </PhasesView>
      )}
      {view === 'task' && <div className="fills scrolls">{figures}</div>}
    </div>
  )
}

/** How to get the agent's own spans. */
function NoTrace() {
  const { canCall } = useEngine()
  if (!canCall) return null
  return (
    <p className="timing-hint dim rigid rule-above small">
      This request has no traceparent header, so the agent’s own spans can’t be matched.{' '}
      <LinkButton onClick={() => runCommand('agent.network')}>Connection settings</LinkButton>
    </p>
  )
}

interface PhasesViewProps extends Omit<TimingViewProps, 'figures'> {
  readonly children: ReactNode
}

function PhasesView({ row, parts, children }: PhasesViewProps) {
  const steps = stepsOf(row, parts)
  const whole = Math.max(...steps.map(({ toMs }) => toMs), 1)
  const connection = parts.response?.connection
  return (
    <div className="detail column full-height scrolls">
      <table className="timing-table">
        <caption className="visually-hidden">Timing</caption>
        <tbody>
          {steps.map(({ name, fromMs, toMs, className }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num dim">{formatOffset(fromMs)}</td>
              <td className="timing-lane anchor full-width">
                <span
                  className={className}
                  style={{ left: `${(fromMs / whole) * 100}%`, width: `${((toMs - fromMs) / whole) * 100}%` }}
                />
              </td>
              <td className="num">{formatDuration(toMs - fromMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="column gap-3 small">
        <Fact name="Started">{new Date(row.startedAt).toISOString()}</Fact>
        <Fact name="Sent">{formatBytes(row.sentBytes)}</Fact>
        <Fact name="Received">{formatBytes(row.receivedBytes)}</Fact>
        {row.endedMs !== undefined && <Fact name="Total">{formatDuration(row.endedMs)}</Fact>}
        {connection && <Connection connection={connection} />}
      </dl>
      {children}
    </div>
  )
}

function Connection({ connection }: { readonly connection: ConnectionFacts }) {
  const { remoteAddress, remotePort, httpVersion, reused, tls } = connection
  const { certificate } = tls ?? {}
  return (
    <>
      {remoteAddress !== undefined && (
        <Fact name="Address">{`${remoteAddress} port ${remotePort ?? '?'}`}</Fact>
      )}
      <Fact name="HTTP">{`${httpVersion}, ${reused ? 'on a reused connection' : 'on a new connection'}`}</Fact>
      <Fact name="TLS">{tls ? joinDefined(', ', tls.protocol, tls.cipher) : 'none (plain HTTP)'}</Fact>
      {tls?.accepted === 'invalid' && <Fact name="Certificate">not valid; you accepted it</Fact>}
      {certificate && (
        <>
          <Fact name="Issued to">{certificate.subject}</Fact>
          <Fact name="Issued by">{certificate.issuer}</Fact>
          <Fact name="Valid to">{certificate.validTo}</Fact>
          <Fact name="SHA-256">{certificate.fingerprint256}</Fact>
        </>
      )}
    </>
  )
}

/** Times on the clock of the exchange; each step begins at the end of the previous one. */
function stepsOf(row: ExchangeRow, { response }: ExchangeParts) {
  const { dnsMs, connectMs, tlsMs } = response?.connection?.reused ? {} : (response?.timings ?? {})
  const marks = [
    { name: 'DNS lookup', at: dnsMs, className: 'waterfall-connect' },
    { name: 'Connect', at: connectMs, className: 'waterfall-connect' },
    { name: 'TLS', at: tlsMs, className: 'waterfall-connect' },
    { name: 'Wait for response', at: row.headMs, className: 'waterfall-wait' },
    { name: 'First event', at: row.firstFrameMs, className: 'waterfall-receive' },
    { name: 'Receive', at: row.endedMs, className: 'waterfall-receive' },
  ]
  let fromMs = 0
  return marks.flatMap(({ name, at, className }) => {
    if (at === undefined) return []
    const step = { name, fromMs, toMs: Math.max(fromMs, at), className }
    fromMs = step.toMs
    return [step]
  })
}
