// Breaks a stream off on purpose and resubscribes: content that only the snapshot has was lost in between, content that arrived
// twice was repeated. For a visual check of agents against 1.0 §3.1.6.

import { Scissors, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '#shared/errors.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Outline, Reconnect } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { useRunningCalls } from '../../state/running-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/feedback.tsx'
import { counted, formatCount, formatDuration, formatOffset, joinDefined } from '../../ui/format.ts'
import { useCalls } from '../chat/index.ts'
import './timeline.css'

interface ReconnectLabProps {
  readonly task: TaskBrief
  readonly outline: Outline
  readonly over: boolean
}

export function ReconnectLab({ task, outline, over }: ReconnectLabProps) {
  const { canCall } = useEngine()
  return (
    <div className="column gap-10 small py-10 px-12">
      {canCall && <LabTools task={task} outline={outline} over={over} />}
      {outline.reconnects.length === 0 ? (
        <p className="dim">
          {over || !canCall
            ? 'No interrupted streams.'
            : 'Cut the stream, wait and subscribe again to see what was lost in between and what was sent twice.'}
        </p>
      ) : (
        <ol className="column gap-8" aria-label="Interrupted streams">
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
      <p role="status">
        {step.kind === 'waiting'
          ? `Cut. Subscribing again in ${Math.ceil(step.leftMs / 1_000)} s…`
          : streams > 0
            ? streams === 1
              ? 'One stream of the task is open.'
              : `${streams} streams of the task are open.`
            : over
              ? 'Task finished, no open stream.'
              : 'No stream of the task is open.'}
      </p>
      <div className="reconnect-tools line wraps gap-8">
        <Button primary disabled={streams === 0 || !idle} onClick={() => cutAndReturn(waitSeconds * 1_000)}>
          <Scissors size={13} /> Disconnect and resubscribe
        </Button>
        <label htmlFor={waitId}>
          wait{' '}
          <input
            id={waitId}
            type="number"
            min={0}
            max={maxReconnectWaitS}
            value={waitSeconds}
            onChange={({ target }) =>
              setWaitSeconds(Math.min(maxReconnectWaitS, Math.max(0, Number(target.value) || 0)))
            }
          />{' '}
          s
        </label>
        {idle ? (
          <div className="flex gap-8">
            <Button disabled={streams === 0} onClick={cut}>
              Cut
            </Button>
            <Button disabled={over} onClick={subscribe}>
              <Undo2 size={13} /> Subscribe
            </Button>
          </div>
        ) : (
          <Button onClick={stop}>Stay disconnected</Button>
        )}
      </div>
      <Problem error={problem} />
    </>
  )
}

function ReconnectRow({ one }: { readonly one: Reconnect }) {
  const { cutMs, onPurpose, byCaller, backMs, caughtUpChars, caughtUpStates, repeated, eventsSince } = one
  const lost = joinDefined(
    ' and ',
    caughtUpStates > 0 && counted(caughtUpStates, 'state'),
    caughtUpChars > 0 && `${formatCount(caughtUpChars)} characters`,
  )
  return (
    <li className="boxed py-8 px-10">
      <p>
        <Scissors size={12} className="reconnect-cut" />{' '}
        {onPurpose ? `Cut by ${byCaller ? 'the caller' : 'you'}` : 'Interrupted'} at{' '}
        <span className="mono">{formatOffset(cutMs)} s</span>
        {backMs === undefined ? (
          <span className="dim"> · not subscribed again</span>
        ) : (
          <span className="dim"> · back after {formatDuration(backMs - cutMs)}</span>
        )}
      </p>
      {backMs !== undefined && (
        <dl className="reconnect-facts">
          <div>
            <dt>lost in between, only in the snapshot</dt>
            <dd>{lost || 'nothing'}</dd>
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

type Step = { readonly kind: 'idle' } | { readonly kind: 'waiting'; readonly leftMs: number }

const tickMs = 250
/** Until a stream that was cut is subscribed to again; the field takes no more. */
const maxReconnectWaitS = 600

/** Cuts the open streams of a task and subscribes to it again. The result is on the record. */
function useReconnect(task: TaskBrief, { openStreams }: Outline) {
  const { client } = useEngine()
  const calls = useCalls()
  const fault = useRunningCalls(({ faults }) => faults[task.key])
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const [problem, setProblem] = useState<string>()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      clearInterval(timer.current)
    }
  }, [])

  const fail = (error: unknown) => setProblem(messageOf(error))
  async function cut(): Promise<void> {
    setProblem(undefined)
    const cuts = await Promise.all(openStreams.map((exchangeId) => client.tasks.cut({ exchangeId })))
    if (!cuts.some((one) => one.cut))
      throw new Error('The stream had ended already, or another program holds it.')
  }
  function subscribe(): void {
    if (task.agentId === undefined) setProblem('It is not known which agent has this task.')
    else calls.subscribe(task)
  }
  function stop(): void {
    clearInterval(timer.current)
    setStep({ kind: 'idle' })
  }
  function wait(waitMs: number): void {
    // The dialog may have been left while the stream was being cut.
    if (isLeft.current) return
    const until = Date.now() + waitMs
    const look = () => {
      const leftMs = until - Date.now()
      if (leftMs > 0) return setStep({ kind: 'waiting', leftMs })
      stop()
      subscribe()
    }
    timer.current = setInterval(look, tickMs)
    look()
  }
  return {
    step,
    problem: problem ?? fault,
    stop,
    subscribe,
    cut: () => void cut().catch(fail),
    cutAndReturn: (waitMs: number) => void cut().then(() => wait(waitMs), fail),
  }
}
