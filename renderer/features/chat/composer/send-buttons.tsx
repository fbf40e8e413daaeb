// Sends the draft, as a stream or not, and stops running calls.

import { useKeyLabel } from '../../../commands/keys.ts'
import { useDraft } from '../../../state/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/hooks.ts'

interface SendButtonsProps {
  readonly ready: boolean
  readonly streams: boolean
  /** A running call to this agent. */
  readonly running: { readonly since: number; readonly isStreaming: boolean } | undefined
  onSubmit(stream: boolean): void
  /** Undefined where a task has the button that stops it. */
  readonly onDisconnect: (() => void) | undefined
}

export function SendButtons({ ready, streams, running, onSubmit, onDisconnect }: SendButtonsProps) {
  const reading = useDraft((state) => state.reading)
  return (
    // Without enough room, the send buttons wrap together.
    <span className="line gap-6 to-end">
      {reading > 0 && <span className="dim">Reading files…</span>}
      {running && (
        <>
          <Elapsed {...running} />
          {onDisconnect && (
            // Most tasks arrive within a moment, and then their menu has it: a button would vanish under the pointer.
            <Button
              className="after-a-moment"
              onClick={onDisconnect}
              title="Closes the connections to this agent, those of other conversations too. Its tasks continue"
            >
              Disconnect
            </Button>
          )}
        </>
      )}
      <Button onClick={() => onSubmit(false)} disabled={!ready} primary={!streams}>
        Send {!streams && <SendKey />}
      </Button>
      <Button
        onClick={() => onSubmit(true)}
        disabled={!ready}
        primary={streams}
        title={streams ? undefined : 'The card doesn’t offer streaming, but you can try it.'}
      >
        Stream {streams && <SendKey />}
      </Button>
    </span>
  )
}

/** Only visual: the button's name stays its action. */
function SendKey() {
  const keys = useKeyLabel('chat.send')
  return keys === undefined ? null : (
    <span className="key" aria-hidden="true">
      {keys}
    </span>
  )
}

/** How long an answer has been pending or streaming; hidden for one that arrives at once. */
function Elapsed({ since, isStreaming }: { readonly since: number; readonly isStreaming: boolean }) {
  const [word, label] = isStreaming
    ? ['Streaming', 'Time of the stream']
    : ['Waiting', 'Time without a response']
  const seconds = Math.max(0, useNow(true) - since) / 1000
  return (
    <span className="waited dim num after-a-moment soon nowrap" role="timer" aria-label={label}>
      <span className="waited-word">{word} </span>
      {seconds < 60
        ? `${seconds.toFixed(1)} s`
        : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`}
    </span>
  )
}
