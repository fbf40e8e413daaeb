// What the user says next: text, parts, how it is sent. What is typed is what is sent.

import { Eye, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { useCommand } from '../../../commands/commands.ts'
import { emptyDraft, useDraft } from '../../../state/draft.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { lateDialog, latePane } from '../../../ui/late-part.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { newestTask } from '../newest-task.ts'
import { useCalls } from '../use-calls.ts'
import { Attach, useAddFiles, useFileDrop } from './attach-files.tsx'
import { DraftParts } from './draft-parts.tsx'
import { DraftTarget } from './draft-target.tsx'
import { MessageField } from './message-field.tsx'
import { PartEditor } from './part-editor.tsx'
import { PushChip } from './push-chip.tsx'
import { SendButtons } from './send-buttons.tsx'
import { useDraftKeeping } from './use-draft-keeping.ts'
import { useSubmit } from './use-submit.ts'
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
  /** Absent while it is not known, `null` for a new one. */
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
      {notKept !== undefined && <p className="muted mb-6 small">{notKept}</p>}
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
