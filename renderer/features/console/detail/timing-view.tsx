// Where the time of an exchange went, and that of its task.

import { type ReactNode, useState } from 'react'
import type { ConnectionFacts } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { formatBytes, formatDuration, formatOffset, joinWords } from '../../../ui/format.ts'
import { Segments } from '../../../ui/segments.tsx'
import type { ExchangeParts } from '../exchange-parts.ts'

interface TimingViewProps {
  readonly row: ExchangeRow
  readonly parts: ExchangeParts
  /** Of the task that the exchange is part of. */
  readonly figures: ReactNode
}

const viewNames = { phases: 'Connection', task: 'Task' }
type View = keyof typeof viewNames
const views = ['phases', 'task'] as const

export function TimingView({ row, parts, figures }: TimingViewProps) {
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

/** What would bring the agent's own spans. */
function NoTrace() {
  const { canCall } = useEngine()
  if (!canCall) return null
  return (
    <p className="timing-hint muted rigid rule-above small">
      This request has no traceparent header, so the agent’s own spans can’t be matched.{' '}
      <LinkButton onClick={() => runCommand('agent.network')}>Connection settings</LinkButton>
    </p>
  )
}

interface PhasesViewProps extends Omit<TimingViewProps, 'figures'> {
  readonly children: ReactNode
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
