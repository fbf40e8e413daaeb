import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { ConversationView } from '#shared/record/task-view.ts'
import { useCommand } from '../../commands/commands.ts'
import { isMac, keyLabel } from '../../commands/keys.ts'
import { messageOf } from '../../host/message-of.ts'
import { useDraft } from '../../state/draft.ts'
import { Button } from '../../ui/button.tsx'
import { shortId } from '../../ui/short-id.ts'
import { useSend } from './use-send.ts'
import { useWaitingTask } from './use-waiting-task.ts'

interface ComposerProps {
  readonly agent: Agent
  readonly discovery: Discovery | undefined
  readonly conversation: ConversationView | undefined
}

export function Composer({ agent, discovery, conversation }: ComposerProps) {
  const { text, offers, setText } = useDraft()
  const input = useRef<HTMLTextAreaElement>(null)
  const waiting = useWaitingTask(conversation)
  const streams = discovery?.found === true && discovery.card.capabilities.streaming === true
  const { send, stop, running, error } = useSend(agent.id)

  useEffect(() => {
    if (offers > 0) input.current?.focus()
  }, [offers])

  const ready = text.trim() !== '' && discovery?.found === true && discovery.connection !== undefined
  function submit(stream: boolean): void {
    if (!ready) return
    send({ text, stream, contextId: conversation?.contextId, taskId: waiting?.taskId })
    setText('')
  }
  useCommand('chat.send', () => submit(streams), ready)
  useCommand('chat.stop', stop, running)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      setText('')
    }
  }

  return (
    <div className="composer">
      {error !== undefined && (
        <p className="notice" role="alert">
          {messageOf(error)}
        </p>
      )}
      <div className="composer-box">
        <textarea
          ref={input}
          aria-label="Message"
          placeholder={waiting ? 'Answer in this task…' : 'Write a message…'}
          rows={2}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="composer-foot">
          {waiting && (
            <span className="muted truncate" title={waiting.taskId}>
              continues {shortId(waiting.taskId)}
            </span>
          )}
          <span className="spacer" />
          {running && <Button onClick={stop}>Stop</Button>}
          <Button onClick={() => submit(false)} disabled={!ready} primary={!streams}>
            Send {!streams && <SendKey />}
          </Button>
          <Button
            onClick={() => submit(true)}
            disabled={!ready || !streams}
            primary={streams}
            title={streams ? undefined : 'The card does not offer streaming.'}
          >
            Stream {streams && <SendKey />}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** A hint for the eye: the button's name stays what it does. */
function SendKey() {
  return (
    <span className="key" aria-hidden="true">
      {keyLabel('Mod+Enter', isMac)}
    </span>
  )
}
