// Where the time of an exchange went: on the wire, and within the agent where its spans have come.

import { type ReactNode, useState } from 'react'
import type { ConnectionFacts } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { formatBytes, formatDuration, formatOffset, joinWords } from '../../../ui/format.ts'
import { Segments } from '../../../ui/segments.tsx'
import { type ShownSpans, SpanCounts, SpansView } from '../../spans/index.ts'
import type { ExchangeParts } from '../exchange-parts.ts'

interface TimingViewProps {
  readonly row: ExchangeRow
  readonly parts: ExchangeParts
  readonly spans: ShownSpans
  /** Of the task that the exchange is part of. */
  readonly figures: ReactNode
}

const viewNames = { spans: 'Spans', phases: 'Connection', task: 'Task' }
type View = keyof typeof viewNames

export function TimingView({ row, parts, spans, figures }: TimingViewProps) {
  const [chosen, setChosen] = useState<View>()
  const { answer } = spans
  const hasSpans = answer !== undefined && answer.spans > 0
  const views: readonly View[] = [
    ...(hasSpans ? (['spans'] as const) : []),
    'phases',
    ...(figures ? (['task'] as const) : []),
  ]
  const view = views.find((each) => each === chosen) ?? (hasSpans ? 'spans' : 'phases')
  return (
    <div className="timing column full-height">
      {views.length > 1 && (
        <div className="line shrinks rigid gap-10 rule-below small py-4 px-12">
          <Segments<View>
            label="Timing of"
            options={views}
            value={view}
            nameOf={(each) => viewNames[each]}
            onChange={setChosen}
          />
          {hasSpans && <SpanCounts page={answer} />}
        </div>
      )}
      {view === 'spans' && <SpansView shown={spans} exchangeId={row.id} />}
      {view === 'phases' && (
        <PhasesView row={row} parts={parts}>
          {answer && !hasSpans && row.operation !== undefined && (
            <NoSpans hasTrace={answer.traceIds.length > 0} />
          )}
        </PhasesView>
      )}
      {view === 'task' && <div className="fills scrolls">{figures}</div>}
    </div>
  )
}

/** What would bring the agent's own spans here. */
function NoSpans({ hasTrace }: { readonly hasTrace: boolean }) {
  const { canCall } = useEngine()
  if (!canCall) return null
  return (
    <p className="timing-hint muted rigid rule-above small">
      {hasTrace
        ? 'No spans of the agent have come for this call. '
        : 'This request has no traceparent header, so the agent’s own spans can’t be matched. '}
      <LinkButton onClick={() => runCommand(hasTrace ? 'spans.receive' : 'agent.network')}>
        {hasTrace ? 'Receive spans' : 'Connection settings'}
      </LinkButton>
    </p>
  )
}

interface PhasesViewProps {
  readonly row: ExchangeRow
  readonly parts: ExchangeParts
  readonly children?: ReactNode
}

/** Where the time went, and over which connection. */
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
              <td className="num muted">{formatOffset(fromMs)}</td>
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
      <Fact name="TLS">{tls ? joinWords(', ', tls.protocol, tls.cipher) : 'none (plain HTTP)'}</Fact>
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

/** Marks on the clock of the exchange, each step from the one before to its own. */
function stepsOf(row: ExchangeRow, { response }: ExchangeParts) {
  const { dnsMs, connectMs, tlsMs } = response?.connection?.reused ? {} : (response?.timings ?? {})
  const marks = [
    { name: 'DNS lookup', at: dnsMs, className: 'waterfall-connect' },
    { name: 'Connect', at: connectMs, className: 'waterfall-connect' },
    { name: 'TLS', at: tlsMs, className: 'waterfall-connect' },
    { name: 'Wait for response', at: row.headMs, className: 'waterfall-wait' },
    { name: 'First frame', at: row.firstFrameMs, className: 'waterfall-receive' },
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
