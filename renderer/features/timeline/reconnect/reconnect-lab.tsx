// Breaks a stream off on purpose and takes it up again: what came only with the snapshot was lost in between, what came
// twice was repeated. Agents are held to 1.0 §3.1.6 here, by eye.

import { Scissors, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Outline, Reconnect } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatCount, formatDuration, formatOffset } from '../../../ui/format.ts'
import { useReconnect } from './use-reconnect.ts'
import './reconnect.css'

interface ReconnectLabProps {
  readonly task: TaskBrief
  readonly outline: Outline
  readonly over: boolean
}

export function ReconnectLab({ task, outline, over }: ReconnectLabProps) {
  const { canCall } = useEngine()
  return (
    <div className="reconnect">
      {canCall && <LabTools task={task} outline={outline} over={over} />}
      {outline.reconnects.length === 0 ? (
        <p className="muted">
          {over || !canCall
            ? 'No stream of this task broke off.'
            : 'Cut the stream, wait and subscribe again to see what was lost in between and what was sent twice.'}
        </p>
      ) : (
        <ol className="reconnect-list" aria-label="Times the stream broke off">
          {outline.reconnects.map((one) => (
            <ReconnectRow key={one.cutSeq} one={one} />
          ))}
        </ol>
      )}
    </div>
  )
}

function LabTools({ task, outline, over }: ReconnectLabProps) {
  const waitId = useId()
  const [waitSeconds, setWaitSeconds] = useState(2)
  const { step, problem, cut, subscribe, cutAndReturn, stop } = useReconnect(task, outline)
  const streams = outline.openStreams.length
  const idle = step.kind === 'idle'
  return (
    <>
      <p className="reconnect-state" role="status">
        {step.kind === 'waiting'
          ? `Cut. Subscribing again in ${Math.ceil(step.leftMs / 1_000)} s…`
          : streams > 0
            ? streams === 1
              ? 'One stream of the task is open.'
              : `${streams} streams of the task are open.`
            : over
              ? 'The task has ended: there is no stream to cut.'
              : 'No stream of the task is open.'}
      </p>
      <div className="reconnect-tools">
        <Button primary disabled={streams === 0 || !idle} onClick={() => cutAndReturn(waitSeconds * 1_000)}>
          <Scissors size={13} aria-hidden={true} /> Cut, wait, subscribe
        </Button>
        <label htmlFor={waitId}>
          wait{' '}
          <input
            id={waitId}
            type="number"
            min={0}
            max={600}
            value={waitSeconds}
            onChange={({ target }) => setWaitSeconds(Math.min(600, Math.max(0, Number(target.value) || 0)))}
          />{' '}
          s
        </label>
        {idle ? (
          <div className="reconnect-by-hand">
            <Button disabled={streams === 0} onClick={cut}>
              Cut
            </Button>
            <Button disabled={over} onClick={subscribe}>
              <Undo2 size={13} aria-hidden={true} /> Subscribe
            </Button>
          </div>
        ) : (
          <Button onClick={stop}>Stay disconnected</Button>
        )}
      </div>
      {problem !== undefined && (
        <p className="notice" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

function ReconnectRow({ one }: { readonly one: Reconnect }) {
  const { cutMs, onPurpose, byCaller, backMs, caughtUpChars, caughtUpStates, repeated, eventsSince } = one
  const lost = [
    caughtUpStates > 0 && `${caughtUpStates} ${caughtUpStates === 1 ? 'state' : 'states'}`,
    caughtUpChars > 0 && `${formatCount(caughtUpChars)} characters`,
  ].filter(Boolean)
  return (
    <li>
      <p>
        <Scissors size={12} aria-hidden={true} className="reconnect-cut" />{' '}
        {onPurpose ? `Cut by ${byCaller ? 'the caller' : 'you'}` : 'Broke off'} at{' '}
        <span className="mono">{formatOffset(cutMs)} s</span>
        {backMs === undefined ? (
          <span className="muted"> · not subscribed again</span>
        ) : (
          <span className="muted"> · back after {formatDuration(backMs - cutMs)}</span>
        )}
      </p>
      {backMs !== undefined && (
        <dl className="reconnect-facts">
          <div>
            <dt>lost in between, only in the snapshot</dt>
            <dd>{lost.length === 0 ? 'nothing' : lost.join(' and ')}</dd>
          </div>
          <div>
            <dt>repeated</dt>
            <dd>{repeated === 0 ? 'nothing' : `${formatCount(repeated)} chunks`}</dd>
          </div>
          <div>
            <dt>events since</dt>
            <dd className="num">{formatCount(eventsSince)}</dd>
          </div>
        </dl>
      )}
    </li>
  )
}
