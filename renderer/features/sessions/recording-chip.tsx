import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useContext } from 'react'
import type { Recording } from '#shared/contract/sessions.ts'
import { useCommand } from '../../commands/commands.ts'
import { useEngine, useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'
import { useScope } from '../../state/selection.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { formatBytes, joinDefined } from '../../ui/format.ts'
import { useNow } from '../../ui/hooks.ts'
import { CanFetch } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { lengthInWords } from './session-words.ts'
import { useGrowingRecording, useRecordAction } from './use-sessions.ts'

type Shown = Pick<Recording, 'state'> & {
  readonly session?: Pick<NonNullable<Recording['session']>, 'sizeBytes' | 'createdAt'>
}

/** Reserves the space until the state is read, so that nothing moves under the pointer. */
const placeholder: Shown = {
  state: 'recording',
  session: { sizeBytes: 0, createdAt: Number.POSITIVE_INFINITY },
}

export function RecordingChip() {
  const { data } = useGrowingRecording()
  const recording: Shown = data ?? placeholder
  const record = useRecordAction()
  const running = recording.state === 'recording'
  const isPaused = recording.state === 'paused'
  const isReachable = useContext(CanFetch)
  const isLoaded = isReachable && data !== undefined
  useCommand('session.pause', () => record.mutate(running ? 'pause' : 'start'), isLoaded)
  useCommand('session.stop', () => record.mutate('stop'), isLoaded && recording.state !== 'stopped')
  useCommand('session.new', () => record.mutate('new'), isReachable)
  if (!isReachable) {
    return (
      <section className="recording line gap-2" aria-label="Recording">
        <span className="chip" title="Parley’s engine has stopped: nothing is sent, received or recorded.">
          <span className="dot recording-dot stopped" aria-hidden={true} />
          <span role="status">not recording</span>
        </span>
      </section>
    )
  }
  return (
    <section
      className={joinDefined(' ', 'recording line gap-2', data === undefined && 'placeholder')}
      aria-label="Recording"
    >
      <span className="visually-hidden" role="status">
        {recording.state}
      </span>
      <Menu
        label={names[recording.state]}
        title={sentences[recording.state]}
        className="button"
        button={
          <>
            <span className={`dot recording-dot ${recording.state}`} />{' '}
            <span className="recording-word">{names[recording.state]}</span> <ChevronDown size={12} />
          </>
        }
        items={() => [
          running
            ? { label: 'Pause recording', run: () => record.mutate('pause') }
            : { label: isPaused ? 'Resume recording' : 'Record', run: () => record.mutate('start') },
          ...(recording.state === 'stopped'
            ? []
            : [
                { label: 'Stop recording', run: () => record.mutate('stop') },
                { label: 'New recording', run: () => record.mutate('new') },
              ]),
        ]}
      />
      {recording.session && <Size session={recording.session} />}
    </section>
  )
}

/** Its size and age, which grow without activity. */
function Size({ session }: { readonly session: NonNullable<Shown['session']> }) {
  const now = useNow(true)
  return (
    <span className="recording-size num nowrap">
      · {formatBytes(session.sizeBytes)} · {lengthInWords(Math.max(0, now - session.createdAt))}
    </span>
  )
}

const names: Readonly<Record<Recording['state'], string>> = {
  recording: 'Recording',
  paused: 'Paused',
  stopped: 'Not recording',
}

const sentences: Readonly<Record<Recording['state'], string>> = {
  recording: 'Everything sent and received is recorded.',
  paused: 'Calls continue and are shown, but not recorded: they are lost when Parley quits.',
  stopped: 'The recording has ended. Calls are shown, but not recorded.',
}

// Shows the current session of the live record, or all sessions: for the whole window.

export function ScopeChoice() {
  const { canFollow } = useEngine()
  const { sessionId, all, showAll } = useScope()
  const isChoice = canFollow && sessionId !== undefined
  useCommand('session.all', () => showAll(!all), isChoice)
  if (!isChoice) return null
  return (
    <Select
      className="scope-choice rigid small"
      aria-label="Recordings shown"
      options={['this', 'all']}
      value={all ? 'all' : 'this'}
      nameOf={(which) => (which === 'all' ? 'All recordings' : 'This recording')}
      onChange={(which) => showAll(which === 'all')}
    />
  )
}

/** Links to earlier sessions, where this one is empty. */
export function OtherSessions({ have }: { readonly have: 'exchanges' | 'findings' }) {
  const { scope } = useEngine()
  const { queries } = useLiveEngine()
  const { data } = useQuery(
    queries.console.counts.queryOptions({ input: {}, enabled: scope !== undefined }),
    queryClient,
  )
  if (scope === undefined || !data?.[have]) return null
  return <Button onClick={() => useScope.getState().showAll(true)}>Show all recordings</Button>
}
