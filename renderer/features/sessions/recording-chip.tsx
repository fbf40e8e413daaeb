import { Circle, Pause, Play, Square } from 'lucide-react'
import { useContext } from 'react'
import type { Recording } from '#shared/contract/sessions.ts'
import { useCommand } from '../../commands/commands.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatBytes, joinWords } from '../../ui/format.ts'
import { CanFetch } from '../../ui/late-part.tsx'
import { useNow } from '../../ui/use-now.ts'
import { lengthInWords } from './session-words.ts'
import { useGrowingRecording, useRecordAction } from './use-sessions.ts'

type Shown = Pick<Recording, 'state'> & {
  readonly session?: Pick<NonNullable<Recording['session']>, 'sizeBytes' | 'createdAt'>
}

/** Takes the place until the state was read, so that nothing beside it moves under the pointer. */
const placeholder: Shown = {
  state: 'recording',
  session: { sizeBytes: 0, createdAt: Number.POSITIVE_INFINITY },
}

/** Whether what crosses is kept, and how much of it there is. */
export function RecordingChip() {
  const { data } = useGrowingRecording()
  const recording: Shown = data ?? placeholder
  const record = useRecordAction()
  const running = recording.state === 'recording'
  const isReachable = useContext(CanFetch)
  const isKnown = isReachable && data !== undefined
  useCommand('session.pause', () => record.mutate(running ? 'pause' : 'start'), isKnown)
  useCommand('session.stop', () => record.mutate('stop'), isKnown && recording.state !== 'stopped')
  useCommand('session.new', () => record.mutate('new'), isReachable)
  if (!isReachable) {
    return (
      <section className="recording line gap-2" aria-label="Recording">
        <span className="chip" title="Parley’s engine has stopped: nothing is sent, received or recorded.">
          <span className="recording-dot stopped" aria-hidden={true} />
          <span role="status">not recording</span>
        </span>
      </section>
    )
  }
  return (
    <section
      className={joinWords(' ', 'recording line gap-2', data === undefined && 'placeholder')}
      aria-label="Recording"
    >
      <span className={running ? 'chip on' : 'chip'} title={sentences[recording.state]}>
        <span className={`recording-dot ${recording.state}`} aria-hidden={true} />
        <span role="status">{recording.state}</span>
        {recording.session && <Size session={recording.session} />}
      </span>
      <IconButton
        label={running ? 'Pause recording' : 'Record'}
        icon={
          running ? (
            <Pause size={13} />
          ) : recording.state === 'paused' ? (
            <Play size={13} />
          ) : (
            <Circle size={13} />
          )
        }
        onClick={() => record.mutate(running ? 'pause' : 'start')}
      />
      {recording.state !== 'stopped' && (
        <IconButton
          label="Stop recording"
          icon={<Square size={12} />}
          onClick={() => record.mutate('stop')}
        />
      )}
    </section>
  )
}

/** How large it is, and how long ago it began, whether or not anything happens. */
function Size({ session }: { readonly session: NonNullable<Shown['session']> }) {
  const now = useNow(true)
  return (
    <span className="recording-size num nowrap">
      · {formatBytes(session.sizeBytes)} · {lengthInWords(Math.max(0, now - session.createdAt))}
    </span>
  )
}

const sentences: Readonly<Record<Recording['state'], string>> = {
  recording: 'Everything sent and received is recorded.',
  paused: 'Calls continue and are shown, but not recorded: they are lost when Parley quits.',
  stopped: 'The session has ended. Calls are shown, but not recorded. Recording starts a new session.',
}
