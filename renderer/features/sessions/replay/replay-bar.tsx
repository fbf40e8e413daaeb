// What a replay is steered with, in the row above the panes that live through it. Space and the arrow keys do the same from anywhere
// but a place that needs them itself.

import { Pause, Play, SkipForward, StepForward, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import { createReplayClock, type ReplayClock, speeds } from '#shared/replay/clock.ts'
import type { Replay } from '../../../looking/open-replay.ts'
import { useReplayProblem, useReplayState } from '../../../looking/replay-context.ts'
import { noSidebar } from '../../../state/layout.ts'
import { IconButton, ToggleChip } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import type { MenuItem } from '../../../ui/menu.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Scrubber } from './scrubber.tsx'
import './replay.css'

interface ReplayBarProps {
  readonly replay: Replay
  onEnd(): void
}

export function ReplayBar({ replay, onEnd }: ReplayBarProps) {
  const state = useReplayState(replay)
  const { playing, seq, ended, speed, shorten } = state
  const { outline } = replay
  const clock = useMemo(() => createReplayClock(outline, shorten), [outline, shorten])
  const [draggedMs, setDraggedMs] = useState<number>()
  const speedId = useId()
  /** Where the hand has left the scrubber comes before what is asked next. */
  const act = (...actions: readonly ReplayAction[]) => {
    setDraggedMs(undefined)
    void replay.act(...(draggedMs === undefined ? [] : [jumpTo(clock, draggedMs)]), ...actions)
  }
  const nextFinding = outline.places.find((place) => place.kind === 'finding' && place.seq > seq)
  const toggle = () => act({ kind: playing ? 'pause' : 'play' })
  useReplayKeys(toggle, () => act({ kind: 'step' }))

  return (
    <section className="replay-bar line fills shrinks gap-8" aria-label="Replay">
      <IconButton
        label={playing ? 'Pause' : ended ? 'Play again' : 'Play'}
        aria-keyshortcuts="Space"
        icon={playing ? <Pause size={14} /> : <Play size={14} />}
        onClick={toggle}
      />
      <IconButton
        label="Next entry"
        aria-keyshortcuts="ArrowRight"
        disabled={ended}
        icon={<StepForward size={14} />}
        onClick={() => act({ kind: 'step' })}
      />
      <Scrubber
        clock={clock}
        outline={outline}
        seq={seq}
        draggedMs={draggedMs}
        onDrag={setDraggedMs}
        onRest={() => act()}
      />
      <IconButton
        label="Next problem"
        disabled={nextFinding === undefined}
        icon={<SkipForward size={14} />}
        onClick={() => nextFinding && act({ kind: 'seek', seq: nextFinding.seq })}
      />
      <label className="replay-choice line gap-5 muted small nowrap" htmlFor={speedId}>
        Speed{' '}
        <Select
          id={speedId}
          options={speeds}
          value={speed}
          nameOf={(each) => `${each}×`}
          onChange={(chosen) => act({ kind: 'pace', pace: { speed: chosen } })}
        />
      </label>
      {paceChoices(state).map(({ name, on, turned }) => (
        <span key={name} className="wide-word">
          <ToggleChip on={on} onClick={() => act(turned)}>
            {name}
          </ToggleChip>
        </span>
      ))}
      <IconButton label="End the replay" icon={<X size={13} />} onClick={onEnd} />
    </section>
  )
}

/** Below the row, which has no room for it. */
export function ReplayProblem({ replay }: { readonly replay: Replay }) {
  return <Problem error={useReplayProblem(replay)} />
}

function paceChoices({ shorten, stopAtPrompts }: Pick<ReplayState, 'shorten' | 'stopAtPrompts'>) {
  const pace = (changes: Extract<ReplayAction, { kind: 'pace' }>['pace']) =>
    ({ kind: 'pace', pace: changes }) as const
  return [
    { name: 'Skip idle time', on: shorten, turned: pace({ shorten: !shorten }) },
    { name: 'Stop at prompts', on: stopAtPrompts, turned: pace({ stopAtPrompts: !stopAtPrompts }) },
  ]
}

/** For a menu, where the row has no room for them. */
export function paceItems(replay: Replay): readonly MenuItem[] {
  if (!window.matchMedia(noSidebar).matches) return []
  return paceChoices(replay.state()).map(({ name, on, turned }) => ({
    label: name,
    checked: on,
    isOneOfSeveral: true,
    run: () => void replay.act(turned),
  }))
}

function jumpTo(clock: ReplayClock, timeMs: number): ReplayAction {
  return { kind: 'seek', seq: timeMs >= clock.totalMs ? Number.MAX_SAFE_INTEGER : clock.seqAt(timeMs) }
}

/** Where these keys have a meaning already. */
const ownKeys =
  'input, textarea, select, button, dialog, [contenteditable], [role="grid"], [role="tablist"], [role="tree"]'

function useReplayKeys(toggle: () => void, step: () => void): void {
  const latest = useRef({ toggle, step })
  latest.current = { toggle, step }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, metaKey, ctrlKey, altKey, defaultPrevented } = event
      if (defaultPrevented || metaKey || ctrlKey || altKey) return
      if (target instanceof Element && target.closest(ownKeys) !== null) return
      if (key !== ' ' && key !== 'ArrowRight') return
      event.preventDefault()
      if (key === ' ') latest.current.toggle()
      else latest.current.step()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
