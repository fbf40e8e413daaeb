// What a task waits for, and the possible actions: an answer, an authorization, a broken stream.

import { useEffect } from 'react'
import type { Message } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { plainText } from '#shared/a2a/parts-text.ts'
import { settledMs } from '#shared/a2a/push/diagnose.ts'
import { maxAuthorizationWaitMs } from '#shared/contract/constants.ts'
import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useReceiver } from '../../../record/use-receiver.ts'
import { showConsole, useWebhooks } from '../../../state/console.ts'
import { continueTask, pollIntervals, useDraft, usualPollMs } from '../../../state/draft.ts'
import { usePresenting } from '../../../state/presenting.ts'
import { type RunningCall, useRunningCalls } from '../../../state/running-calls.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/field.tsx'
import { useNow } from '../../../ui/hooks.ts'
import { isHttpUrl } from '../../../ui/is-http-url.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../../agent/index.ts'
import { taskToContinue } from '../newest-task.ts'
import { useCalls, useListening, useStreams } from '../use-calls.ts'
import { useCurrentConversation } from '../use-conversation.ts'
import { AnswerForm } from './answer-form.tsx'
import { ProblemLink } from './message-meta.tsx'
import { FailedCall } from './refused-message.tsx'

const waitMinutes = maxAuthorizationWaitMs / 60_000

export function TaskFoot({ task }: { readonly task: TaskBrief }) {
  const { canCall } = useEngine()
  const fault = useRunningCalls(({ faults }) => faults[task.key])
  const refused = task.refused && <Refused refused={task.refused} />
  const problems = <ProblemLink exchangeId={task.place.exchangeId} endedAt={task.lastAt} />
  if (!canCall)
    return (
      <div className="row-box task-foot line wraps gap-6 small">
        {refused}
        {problems}
      </div>
    )
  return (
    <div className="row-box task-foot line wraps gap-6 small">
      {refused}
      <Problem error={fault} />
      <WaitingForInput task={task} />
      <PollLine task={task} />
      <NoWebhook task={task} />
      {problems}
    </div>
  )
}

/** A message goes to it unless another task was chosen. */
function InputRequired({ task }: { readonly task: TaskBrief }) {
  const continues = useDraft(({ drafts }) => drafts[task.agentId ?? '']?.continues)
  const isRepliedTo = taskToContinue(continues, useCurrentConversation()) === task.taskId
  return (
    <div className="task-ways">
      <span className="dim">Waiting for your reply{isRepliedTo && ': write it below'}.</span>
      {!isRepliedTo && <Button onClick={() => continueTask(task)}>Reply</Button>}
    </div>
  )
}

function WaitingForInput({ task }: { readonly task: TaskBrief }) {
  const calls = useCalls()
  const isListening = useListening(task).length > 0
  switch (task.phase) {
    case 'settled':
      return null
    case 'waiting':
      return task.state === 'auth-required' ? (
        <AuthRequired task={task} isReceiving={isListening} />
      ) : (
        <>
          <AnswerForm task={task} />
          <InputRequired task={task} />
        </>
      )
    case 'live':
      // The composer has the button that stops it, always in sight.
      return isListening ? null : (
        // A call of this window ends a moment before its last updates are read.
        <div className="task-ways after-a-moment">
          <span className="dim">Another window is listening to it, or an earlier run of Parley was.</span>
          <Button onClick={() => calls.catchUp(task)}>Get and subscribe</Button>
          <Button onClick={() => calls.get(task)}>Get</Button>
        </div>
      )
    case 'interrupted':
      return <Interrupted task={task} isReceiving={isListening} />
    case 'unwatched':
      if (isListening) return null
      return (
        <>
          <span className="dim">This task has no open stream.</span>
          <Button onClick={() => calls.get(task)}>Get</Button>
          <Button onClick={() => calls.subscribe(task)}>Subscribe</Button>
          <Button onClick={() => calls.poll(task, usualPollMs())}>Poll</Button>
        </>
      )
  }
}

const callNames: Partial<Record<OperationKind, string>> = {
  get: 'Get',
  cancel: 'Cancel',
  subscribe: 'Subscribe',
}

/** The last call about the task returned nothing of it. */
function Refused({ refused }: { readonly refused: NonNullable<TaskBrief['refused']> }) {
  const { operation = 'get', what, detail, exchangeId, harmless } = refused
  return (
    <FailedCall
      label="Last call failed"
      title={`${callNames[operation] ?? operation}: ${what}`}
      detail={detail}
      exchangeId={exchangeId}
      harmless={harmless}
    />
  )
}

interface ArrivalProps {
  readonly task: TaskBrief
  /** Something is being received already. */
  readonly isReceiving: boolean
}

function Interrupted({ task, isReceiving }: ArrivalProps) {
  const calls = useCalls()
  const { broken } = task
  if (isReceiving) return null
  return (
    <>
      <FailedCall
        title={broken?.what ?? 'The stream ended before the task did'}
        detail={broken?.detail ?? ''}
        exchangeId={broken?.exchangeId}
        harmless={broken?.harmless}
      >
        <span>
          The task was {task.state ?? 'unknown'} then, and may have continued. What is fetched now is merged
          with what was received.
        </span>
      </FailedCall>
      <Button onClick={() => calls.catchUp(task)}>Get and subscribe</Button>
      <Button onClick={() => calls.get(task)}>Get</Button>
      <Button onClick={() => calls.poll(task, usualPollMs())}>Poll</Button>
    </>
  )
}

function AuthRequired({ task, isReceiving }: ArrivalProps) {
  const listening = useListening(task)
  const gaveUp = useRunningCalls((running) => running.gaveUp.includes(task.key))
  const keepListening = useAuthorization(task, isReceiving)
  const message = task.asks?.message
  const link = message && linkIn(message)
  return (
    <>
      <div className="notice warning">
        <strong>The agent waits for {task.byCaller ? 'the caller’s' : 'your'} authorization</strong>
        <UntrustedText text={plainText(message?.parts, ' ') || 'It doesn’t say what for.'} limit={600} />
        {link !== undefined && (
          <span>
            <ExternalLink url={link}>Open {new URL(link).host}</ExternalLink>
          </span>
        )}
      </div>
      {!isReceiving && gaveUp && (
        <span className="dim">Disconnected: the task still waited after {waitMinutes} minutes.</span>
      )}
      {!isReceiving && <Button onClick={keepListening}>Keep listening</Button>}
      {isReceiving && <span className="dim">{wayOf(listening)}. This updates when it continues.</span>}
      <Button onClick={() => useOpenDialog.getState().show('sign-in')}>Sign in…</Button>
      <Button onClick={() => useOpenDialog.getState().show('access')}>Credentials…</Button>
      <Button onClick={() => continueTask(task)}>Reply</Button>
    </>
  )
}

function wayOf(listening: ReturnType<typeof useListening>): string {
  if (listening.some(({ kind }) => kind === 'subscribe')) return 'Subscribed to the task'
  return listening.some(({ kind }) => kind === 'poll') ? 'Polling the task' : 'Listening on its stream'
}

/** Where authorization is given, according to the agent: a file by address, or the first address in its text. */
function linkIn(message: Message): string | undefined {
  const files = message.parts.flatMap((part) => (part.kind === 'file-url' ? [part.url] : []))
  const [inText] = /https?:\/\/[^\s<>"')\]]+/.exec(plainText(message.parts, ' ')) ?? []
  return [...files, inText ?? ''].map(isHttpUrl).find((url) => url !== undefined)
}

function PollLine({ task }: { readonly task: TaskBrief }) {
  const polls = useRunningCalls((running) => running.calls)
  const poll = polls.find(({ kind, taskKey }) => kind === 'poll' && taskKey === task.key)
  return poll ? <Polling task={task} poll={poll} /> : null
}

function Polling({ task, poll }: { readonly task: TaskBrief; readonly poll: RunningCall }) {
  const calls = useCalls()
  const { nextAt, since, authorizationMs } = poll
  const now = useNow(nextAt !== undefined)
  const seconds = nextAt === undefined ? undefined : Math.max(0, Math.ceil((nextAt - now) / 1000))
  return (
    <p className="poll-line line wraps gap-6" role="status" aria-label="Polling">
      <span>
        Poll {poll.step?.poll ?? 1}
        {seconds === undefined ? ' on its way' : `, the next in ${seconds} s`}, every
      </span>
      <Select
        aria-label="Interval of the polls"
        options={pollIntervals}
        value={poll.intervalMs ?? usualPollMs()}
        nameOf={(ms) => `${ms / 1_000} s`}
        onChange={(ms) => {
          poll.stop()
          const left = authorizationMs && Math.max(0, authorizationMs - (Date.now() - since))
          calls.poll(task, ms, left)
        }}
      />
      <Button onClick={poll.stop}>Stop polling</Button>
    </p>
  )
}

/** Listens to a task that waits for authorization: automatically once for each message of this window that led there, and on request. */
function useAuthorization(task: TaskBrief, isListening: boolean): () => void {
  const calls = useCalls()
  const streams = useStreams()
  const hasEnded = useRunningCalls(({ ended }) => task.sent.some((each) => ended.includes(each)))
  const keepListening = () => calls.awaitAuthorization(task, usualPollMs(), streams)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins when a message has ended, and not again with what is drawn.
  useEffect(() => {
    if (hasEnded && useRunningCalls.getState().takeEnded(task.sent) && !isListening) keepListening()
  }, [hasEnded, isListening])
  return keepListening
}

/** The agent has an address of ours for the task, and has been silent long enough for a diagnosis. */
function NoWebhook({ task: { agentId, taskId } }: { readonly task: TaskBrief }) {
  const { data } = useReceiver()
  const silent = data?.configurations.find(
    (config) =>
      config.agentId === agentId && config.taskId === taskId && config.calls === 0 && mayBeCalled(config),
  )
  const isDue = silent !== undefined && Date.now() - silent.silentSince >= settledMs
  useNow(silent !== undefined && !isDue)
  const isPresented = usePresenting(({ on }) => on)
  if (!isDue || isPresented) return null
  const show = () => {
    useWebhooks.getState().chooseConfiguration(silent.id)
    useWebhooks.setState({ diagnosedId: silent.id })
    showConsole('webhooks')
  }
  return <LinkButton onClick={show}>Why no webhook arrived</LinkButton>
}
