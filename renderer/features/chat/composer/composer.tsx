// Composes the user's next message: text, parts, options. It is sent as typed.

import { Eye, SlidersHorizontal, Webhook, X } from 'lucide-react'
import { useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { messageOf } from '#shared/errors.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { type Draft, emptyDraft, useDraft } from '../../../state/draft.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { Button, ToggleChip } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { lateDialog, latePane } from '../../../ui/lazy-part.tsx'
import { shortId } from '../../../ui/visible-text.ts'
import { newestTask } from '../newest-task.ts'
import { useCalls } from '../use-calls.ts'
import { Attach, useAddFiles, useFileDrop } from './attach-files.tsx'
import { DraftParts } from './draft-parts.tsx'
import type { Destination } from './kept-draft.ts'
import { MessageField } from './message-field.tsx'
import { PartEditor } from './part-editor.tsx'
import { SendButtons } from './send-buttons.tsx'
import { useDraftKeeping, useSubmit } from './use-submit.ts'
import './composer.css'

const OptionsDialog = lateDialog('Send options', () =>
  import('./options-dialog.tsx').then((module) => module.OptionsDialog),
)
const RequestView = latePane(
  'Request',
  'the request',
  () => import('./request-view.tsx').then((module) => module.RequestView),
  { className: 'request-view' },
)

interface ComposerProps {
  readonly agent: Agent
  readonly discovery: Discovery | undefined
  /** Absent until it is read, `null` for a new one. */
  readonly conversation: ConversationBrief | null | undefined
}

export function Composer({ agent, discovery, conversation }: ComposerProps) {
  const draft = useDraft((state) => state.drafts[agent.id] ?? emptyDraft)
  const [showsRequest, setShowsRequest] = useState(false)
  const [showsOptions, setShowsOptions] = useState(false)
  const notKept = useDraftKeeping(agent.id)
  const { ready, streams, destination, submit, disconnect, running } = useSubmit(
    agent.id,
    discovery,
    conversation,
    draft,
  )
  const fault = useRunningCalls(({ faults }) => faults[agent.id])
  const addFiles = useAddFiles(agent.id)
  const files = useFileDrop(addFiles)
  const calls = useCalls()
  const task = newestTask(conversation)

  useCommand('chat.send', () => submit(streams), ready)
  useCommand('chat.stop', disconnect, running !== undefined)
  useCommand('chat.cancel', () => task && calls.cancel(task), task !== undefined && task.phase !== 'settled')
  useCommand('chat.request', () => setShowsRequest(!showsRequest))

  const options = Object.keys(draft.options).length
  const continues = destination.taskId !== undefined
  return (
    <section className="composer column rigid scrolls" aria-label="Composer" {...files.target}>
      <Problem error={fault} />
      {notKept !== undefined && <p className="dim mb-6 small">{notKept}</p>}
      {showsRequest && <RequestView draft={draft} discovery={discovery} destination={destination} />}
      <div className="composer-box">
        <DraftTarget agentId={agent.id} draft={draft} destination={destination} />
        <DraftParts agentId={agent.id} draft={draft} />
        <MessageField
          agentId={agent.id}
          text={draft.text}
          conversation={conversation}
          placeholder={continues ? 'Reply to this task…' : 'Write a message…'}
          onPaste={files.onPaste}
        />
        <div className="composer-foot line wraps small">
          <Attach agentId={agent.id} onPick={addFiles} />
          <Button
            aria-label="Send options"
            title="Send options"
            className={options > 0 ? 'quiet on' : 'quiet'}
            onClick={() => setShowsOptions(true)}
          >
            <SlidersHorizontal size={13} /> <span className="foot-word">Options</span>{' '}
            {options > 0 && options}
          </Button>
          <Button
            aria-label="Show the request"
            title="Show the request"
            className={showsRequest ? 'quiet on' : 'quiet'}
            aria-pressed={showsRequest}
            onClick={() => setShowsRequest(!showsRequest)}
          >
            <Eye size={13} /> <span className="foot-word">Request</span>
          </Button>
          <PushChip agentId={agent.id} on={draft.push} discovery={discovery} />
          <SendButtons
            ready={ready}
            streams={streams}
            running={running}
            onSubmit={submit}
            onDisconnect={task?.phase === 'live' ? undefined : disconnect}
          />
        </div>
      </div>
      {showsOptions && (
        <OptionsDialog
          agentId={agent.id}
          options={draft.options}
          discovery={discovery}
          onClose={() => setShowsOptions(false)}
        />
      )}
      <PartEditor />
    </section>
  )
}

interface PushChipProps {
  readonly agentId: string
  readonly on: boolean
  readonly discovery: Discovery | undefined
}

/** Whether the message registers a webhook of ours. */
function PushChip({ agentId, on, discovery }: PushChipProps) {
  const { client } = useEngine()
  const offered = discovery?.found === true && discovery.card.capabilities.pushNotifications === true

  async function toggle(): Promise<void> {
    useDraft.getState().change(agentId, () => ({ push: !on }))
    if (on) return
    try {
      const { listening, settings } = await client.receiver.state()
      if (listening) return
      const { problem } = await client.receiver.start(settings)
      if (problem !== undefined) throw new Error(problem)
    } catch (fault) {
      useDraft.getState().change(agentId, () => ({ push: false }))
      useRunningCalls.getState().setFault(agentId, messageOf(fault))
    }
  }

  return (
    <ToggleChip
      on={on}
      title={
        offered
          ? 'Sends Parley’s webhook with the message. The agent calls it when the task changes'
          : 'The card doesn’t offer push notifications, but you can try'
      }
      onClick={() => void toggle()}
    >
      <Webhook size={12} /> Push {on ? 'on' : 'off'}
    </ToggleChip>
  )
}

interface DraftTargetProps {
  readonly agentId: string
  readonly draft: Draft
  readonly destination: Destination
}

/** The task that the message continues, and those it refers to. Each can be removed. */
function DraftTarget({ agentId, draft, destination: { taskId } }: DraftTargetProps) {
  const { referenceTaskIds } = draft
  if (taskId === undefined && referenceTaskIds.length === 0) return null
  const { change } = useDraft.getState()
  return (
    <ul className="draft-target flex wraps gap-6" aria-label="Tasks of this message">
      {taskId !== undefined && (
        <Target
          label="Replying to task"
          taskId={taskId}
          dismiss="Start a new task instead"
          onDismiss={() => change(agentId, () => ({ continues: 'no-task' }))}
        />
      )}
      {referenceTaskIds.map((id) => (
        <Target
          key={id}
          label="Refers to task"
          taskId={id}
          dismiss="Remove the reference"
          onDismiss={() =>
            change(agentId, (now) => ({
              referenceTaskIds: now.referenceTaskIds.filter((each) => each !== id),
            }))
          }
        />
      ))}
    </ul>
  )
}

interface TargetProps {
  readonly label: string
  readonly taskId: string
  readonly dismiss: string
  onDismiss(): void
}

function Target({ label, taskId, dismiss, onDismiss }: TargetProps) {
  return (
    <li className="chip" title={shorten(taskId, maxTitleChars)}>
      {label} {shortId(taskId)}
      <button type="button" className="chip-dismiss" aria-label={dismiss} title={dismiss} onClick={onDismiss}>
        <X size={11} />
      </button>
    </li>
  )
}
