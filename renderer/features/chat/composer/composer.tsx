// What the user says next: text, parts, how it is sent. What is typed is what is sent.

import { Braces, Eye, Paperclip, SlidersHorizontal } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { ConversationBrief } from '#shared/contract/story.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useKeyLabel } from '../../../commands/keys.ts'
import { emptyDraft, useDraft } from '../../../state/draft.ts'
import { useLayout } from '../../../state/layout.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { newestTask } from '../newest-task.ts'
import { useCalls } from '../use-calls.ts'
import { useAddFiles } from './add-files.ts'
import { DraftParts } from './draft-parts.tsx'
import { DraftTarget } from './draft-target.tsx'
import { OptionsDialog, optionCount } from './options-dialog.tsx'
import { PartEditor } from './part-editor.tsx'
import { usePartEditor } from './part-editor-state.ts'
import { PushChip } from './push-chip.tsx'
import { RequestView } from './request-view.tsx'
import { useDraftKeeping } from './use-draft-keeping.ts'
import { useRecall } from './use-recall.ts'
import { useSubmit } from './use-submit.ts'
import { Waited } from './waited.tsx'
import './composer.css'

interface ComposerProps {
  readonly agent: Agent
  readonly discovery: Discovery | undefined
  /** Absent while it is not known, `null` for a new one. */
  readonly conversation: ConversationBrief | null | undefined
}

export function Composer({ agent, discovery, conversation }: ComposerProps) {
  const draft = useDraft((state) => state.drafts[agent.id] ?? emptyDraft)
  const offers = useDraft((state) => state.offers)
  const reading = useDraft((state) => state.reading)
  const input = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [showsRequest, setShowsRequest] = useState(false)
  const [showsOptions, setShowsOptions] = useState(false)
  const [dropping, setDropping] = useState(false)
  const notKept = useDraftKeeping(agent.id)
  const { ready, streams, destination, submit, stop, running } = useSubmit(
    agent.id,
    discovery,
    conversation,
    draft,
  )
  const fault = useRunningCalls(({ faults }) => faults[agent.id])
  const addFiles = useAddFiles(agent.id)
  const calls = useCalls()
  const task = newestTask(conversation)
  const recall = useRecall(conversation)
  const setText = (text: string) => useDraft.getState().change(agent.id, () => ({ text }))

  useEffect(() => {
    if (offers > 0) input.current?.focus()
  }, [offers])
  useCommand('pane.chat', () => {
    useLayout.getState().setMaximized(undefined)
    input.current?.focus()
  })
  useCommand('chat.send', () => submit(streams), ready)
  useCommand('chat.stop', stop, running !== undefined)
  useCommand('chat.cancel', () => task && calls.cancel(task), task !== undefined && task.phase !== 'settled')
  useCommand('chat.attach', () => picker.current?.click())
  useCommand('chat.request', () => setShowsRequest(!showsRequest))

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && draft.text !== '') {
      event.preventDefault()
      setText('')
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const recalled = recall(event.key === 'ArrowUp' ? 'older' : 'newer', draft.text)
    if (recalled === undefined) return
    event.preventDefault()
    setText(recalled)
  }
  function onPaste(event: ClipboardEvent): void {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    addFiles(event.clipboardData.files)
  }
  function onDrop(event: DragEvent): void {
    setDropping(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    addFiles(event.dataTransfer.files)
  }

  const options = optionCount(draft.options)
  const continues = destination.taskId !== undefined
  return (
    <section
      className="composer"
      aria-label="Composer"
      data-dropping={dropping || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false)
      }}
      onDrop={onDrop}
    >
      {fault !== undefined && (
        <p className="notice" role="alert">
          {fault}
        </p>
      )}
      {notKept !== undefined && <p className="composer-hint muted">{notKept}</p>}
      {showsRequest && <RequestView draft={draft} discovery={discovery} destination={destination} />}
      <div className="composer-box">
        <DraftTarget agentId={agent.id} draft={draft} destination={destination} />
        <DraftParts agentId={agent.id} draft={draft} />
        <textarea
          ref={input}
          aria-label="Message"
          placeholder={continues ? 'Answer in this task…' : 'Write a message…'}
          rows={2}
          spellCheck={false}
          value={draft.text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className="composer-foot">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Files to attach"
            onChange={({ target }) => {
              if (target.files) addFiles(target.files)
              target.value = ''
            }}
          />
          <IconButton
            label="Attach files"
            icon={<Paperclip size={14} aria-hidden={true} />}
            onClick={() => picker.current?.click()}
          />
          <IconButton
            label="Add data or a file by URL"
            icon={<Braces size={14} aria-hidden={true} />}
            onClick={() => usePartEditor.getState().edit({ agentId: agent.id, data: {} })}
          />
          <IconButton
            label="Send options"
            className={options > 0 ? 'has-options' : ''}
            icon={<SlidersHorizontal size={14} aria-hidden={true} />}
            onClick={() => setShowsOptions(true)}
          />
          <IconButton
            label="Show the request"
            icon={<Eye size={14} aria-hidden={true} />}
            aria-pressed={showsRequest}
            onClick={() => setShowsRequest(!showsRequest)}
          />
          <PushChip agentId={agent.id} on={draft.push} discovery={discovery} />
          <span className="composer-send">
            {reading > 0 && <span className="muted">Reading files…</span>}
            {running && (
              <>
                <Waited since={running.since} />
                <Button onClick={stop} title="Stops all running calls to this agent, in other contexts too">
                  Stop
                </Button>
              </>
            )}
            <Button onClick={() => submit(false)} disabled={!ready} primary={!streams}>
              Send {!streams && <SendKey />}
            </Button>
            <Button
              onClick={() => submit(true)}
              disabled={!ready}
              primary={streams}
              title={streams ? undefined : 'The card doesn’t offer streaming, but you can try it.'}
            >
              Stream {streams && <SendKey />}
            </Button>
          </span>
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

/** A hint for the eye: the button's name stays what it does. */
function SendKey() {
  const keys = useKeyLabel('chat.send')
  return keys === undefined ? null : (
    <span className="key" aria-hidden="true">
      {keys}
    </span>
  )
}
