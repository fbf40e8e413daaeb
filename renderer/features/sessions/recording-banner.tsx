// One row above the modes while a recording is shown: its name, its replay, its actions, and the way back to live.

import { ChevronDown, Play } from 'lucide-react'
import type { SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import { runCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { usePresenting } from '../../state/presenting.ts'
import { useMode } from '../../state/selection.ts'
import { useLooking } from '../../state/viewing.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { type Replay, useReplay } from '../../viewing/open-replay.ts'
import { paceItems, ReplayBar, ReplayProblem } from './replay-bar.tsx'
import { compareRecording, SessionMenu } from './session-menu.tsx'
import { figuresInWords, nameOf, whenOf } from './session-words.ts'
import { useSession, useSessionList } from './use-sessions.ts'

export function RecordingBanner() {
  const { recorded } = useEngine()
  return recorded ? <Banner opened={recorded.session} /> : null
}

function Banner({ opened }: { readonly opened: SessionView }) {
  const session = useSession(opened.id) ?? opened
  const replay = useReplay()
  const isPresented = usePresenting(({ on }) => on)
  const { replay: showAsReplay } = useLooking.getState()
  // An audience sees the progress of the replay only.
  if (isPresented && !replay) return null
  const name = visibleString(nameOf(session))
  return (
    <>
      <section className="banner recorded-banner" aria-label="Recording shown">
        {!isPresented && (
          <>
            <span className="dim nowrap">{replay ? 'Replay' : 'Saved recording'}</span>
            <Name name={name} />
          </>
        )}
        {replay ? (
          <ReplayBar replay={replay} onEnd={() => showAsReplay(session.id, false)} />
        ) : (
          <Saved session={session} />
        )}
        {!isPresented && <Ways session={session} name={name} replay={replay} />}
      </section>
      {replay && <ReplayProblem replay={replay} />}
    </>
  )
}

/** Its size, and its most frequent actions. */
function Saved({ session }: { readonly session: SessionView }) {
  const isConsole = useMode(({ mode }) => mode === 'console')
  return (
    <>
      <span className="dim num truncate">
        {session.partlyDeleted && 'Partly deleted · '}
        {whenOf(session.firstAt ?? session.createdAt)}
        <span className="wide-word"> · {figuresInWords(session)}</span>
      </span>
      <Button onClick={() => useLooking.getState().replay(session.id, true)}>
        <Play size={12} /> Replay
      </Button>
      <span className="spacer" />
      {!isConsole && <RecordingActions />}
    </>
  )
}

/** In the Console's own bar in that mode, else in the row. */
export function RecordingActions() {
  const { recorded, canExport } = useEngine()
  if (!recorded || !canExport) return null
  return (
    <span className="recording-actions line gap-8 rigid">
      <Button onClick={() => compareRecording(recorded.session)}>Compare…</Button>
      <Button onClick={() => runCommand('session.export')}>Export…</Button>
    </span>
  )
}

interface WaysProps {
  readonly session: SessionView
  readonly name: string
  readonly replay: Replay | undefined
}

/** All actions, and back. */
function Ways({ session, name, replay }: WaysProps) {
  const { show, close } = useLooking.getState()
  return (
    <>
      <SessionMenu
        session={session}
        name={name}
        more={() => [
          ...(replay ? paceItems(replay) : []),
          { label: 'Close recording', run: () => close(session.id) },
        ]}
      />
      <Button primary onClick={() => show(undefined)}>
        Back to live
      </Button>
    </>
  )
}

/** Links to the other open recordings, if there are several. */
function Name({ name }: { readonly name: string }) {
  const { tabs, current, show } = useLooking()
  const pages = useSessionList(tabs.length > 1).data?.pages ?? []
  const sessions = pages.flatMap((page) => page.sessions)
  if (tabs.length < 2) return <strong className="truncate">{name}</strong>
  const startOf = (id: string) => {
    const session = sessions.find((each) => each.id === id)
    return session && whenOf(session.firstAt ?? session.createdAt)
  }
  return (
    <Menu
      label={`Opened recordings: ${name}`}
      className="button shrinks"
      button={
        <>
          <strong className="truncate">{name}</strong> <ChevronDown size={12} />
        </>
      }
      items={() =>
        tabs.map((tab) => ({
          label: visibleString(tab.name),
          checked: tab.sessionId === current,
          run: () => show(tab.sessionId),
          ...defined({ hint: startOf(tab.sessionId) }),
        }))
      }
    />
  )
}
