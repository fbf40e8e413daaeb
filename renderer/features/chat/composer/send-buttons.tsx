// Sends the draft, as a stream or not, and stops what is running.

import { useKeyLabel } from '../../../commands/keys.ts'
import { useDraft } from '../../../state/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/use-now.ts'

interface SendButtonsProps {
  readonly ready: boolean
  /** Whether the agent's card offers streaming. */
  readonly streams: boolean
  /** Since when a call to this agent has been running. */
  readonly waitsSince: number | undefined
  onSubmit(stream: boolean): void
  onStop(): void
}

export function SendButtons({ ready, streams, waitsSince, onSubmit, onStop }: SendButtonsProps) {
  const reading = useDraft((state) => state.reading)
  return (
    // Where there is no room for all of it, what sends goes below together.
    <span className="line gap-6 to-end">
      {reading > 0 && <span className="muted">Reading files…</span>}
      {waitsSince !== undefined && (
        <>
          <Waited since={waitsSince} />
          <Button onClick={onStop} title="Stops all running calls to this agent, in other contexts too">
            Stop
          </Button>
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

/** A hint for the eye: the button's name stays what it does. */
function SendKey() {
  const keys = useKeyLabel('chat.send')
  return keys === undefined ? null : (
    <span className="key" aria-hidden="true">
      {keys}
    </span>
  )
}

/** That an answer is awaited, and for how long; an answer that comes at once needs no sign. */
function Waited({ since }: { readonly since: number }) {
  const seconds = Math.max(0, useNow(true) - since) / 1000
  return (
    <span className="waited muted num after-a-moment nowrap" role="timer" aria-label="Waiting for the agent">
      <span className="waited-word">Waiting </span>
      {seconds < 60
        ? `${seconds.toFixed(1)} s`
        : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`}
    </span>
  )
}
