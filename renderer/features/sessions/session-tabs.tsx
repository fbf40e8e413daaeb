// The live window and the sessions opened beside it, and above the panes of a session what they are.

import { Play, Radio, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { runCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { useReplay } from '../../looking/replay-context.ts'
import { useLooking } from '../../state/looking.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { joinWords } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { CompareDialog, MockDialog } from './late-dialogs.ts'
import { figuresInWords, nameOf, whenOf } from './session-words.ts'

export function SessionTabs() {
  const { tabs, current, show, close } = useLooking()
  const own = useId()
  if (tabs.length === 0) return null
  const ids = [undefined, ...tabs.map(({ sessionId }) => sessionId)]
  const tabId = (sessionId = 'live') => `${own}${sessionId}`

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    show(ids[(ids.indexOf(current) + step + ids.length) % ids.length])
  }

  return (
    <nav
      className="session-tabs flex at-end gap-2 rigid rule-below"
      aria-label="Opened recordings"
      onKeyDown={onKeyDown}
    >
      {/* A list of tabs has nothing but tabs, and these have buttons beside them. */}
      <span role="tablist" aria-label="Opened recordings" aria-owns={ids.map(tabId).join(' ')} />
      <Tab id={tabId()} selected={current === undefined} onSelect={() => show(undefined)}>
        <Radio size={12} /> Live
      </Tab>
      {tabs.map(({ sessionId, name }) => (
        <Tab
          key={sessionId}
          id={tabId(sessionId)}
          selected={current === sessionId}
          onSelect={() => show(sessionId)}
          onClose={() => close(sessionId)}
          name={visibleString(name)}
        >
          {visibleString(name)}
        </Tab>
      ))}
    </nav>
  )
}

interface TabProps {
  readonly id: string
  readonly selected: boolean
  readonly children: ReactNode
  readonly name?: string
  onSelect(): void
  readonly onClose?: () => void
}

function Tab({ id, selected, children, name, onSelect, onClose }: TabProps) {
  return (
    <span className={joinWords(' ', 'session-tab line shrinks muted', selected && 'selected')}>
      <button
        id={id}
        type="button"
        role="tab"
        aria-selected={selected}
        tabIndex={selected ? 0 : -1}
        ref={(tab) => {
          // The arrows move the focus along with the tab.
          if (selected && tab?.parentElement?.parentElement?.contains(document.activeElement)) tab.focus()
        }}
        onClick={onSelect}
        onAuxClick={({ button }) => button === 1 && onClose?.()}
      >
        {children}
      </button>
      {onClose && <IconButton label={`Close ${name}`} icon={<X size={11} />} onClick={onClose} />}
    </span>
  )
}

export function RecordingBanner() {
  const { recorded } = useEngine()
  const replay = useReplay()
  const [serving, setServing] = useState(false)
  const [comparing, setComparing] = useState(false)
  if (recorded === undefined) return null
  const { session } = recorded
  return (
    <section className="banner recorded-banner" aria-label="Recording shown">
      <span className="truncate">
        {replay ? 'Replay:' : 'Saved recording:'} <strong>{visibleString(nameOf(session))}</strong>
        <span className="muted">
          {' '}
          · {session.partlyDeleted && 'Partly deleted · '}
          {whenOf(session.firstAt ?? session.createdAt)} · {figuresInWords(session)}
        </span>
      </span>
      <span className="spacer" />
      {replay === undefined && (
        <Button onClick={() => useLooking.getState().replay(session.id, true)}>
          <Play size={12} /> Replay
        </Button>
      )}
      <Button onClick={() => runCommand('present.toggle')}>Present</Button>
      {replay === undefined && <Button onClick={() => setServing(true)}>Mock agent…</Button>}
      {replay === undefined && <Button onClick={() => setComparing(true)}>Compare…</Button>}
      <Button onClick={() => runCommand('session.export')}>Export…</Button>
      <Button onClick={() => useLooking.getState().show(undefined)}>Back to live</Button>
      {comparing && <CompareDialog session={session} onClose={() => setComparing(false)} />}
      {serving && <MockDialog session={session} onClose={() => setServing(false)} />}
    </section>
  )
}
