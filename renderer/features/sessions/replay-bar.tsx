// Controls of a replay, in the row above its panes. Space and the arrow keys do the same from anywhere, except where they have
// another meaning.

import { Pause, Play, SkipForward, StepForward, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import { createReplayClock, type ReplayClock, speeds } from '#shared/replay/clock.ts'
import type { ReplayOutline } from '#shared/replay/outline.ts'
import { noSidebar } from '../../state/layout.ts'
import { IconButton, ToggleChip } from '../../ui/button.tsx'
import { Problem } from '../../ui/feedback.tsx'
import { Select } from '../../ui/field.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { type Replay, useReplayProblem, useReplayState } from '../../viewing/open-replay.ts'
import './sessions.css'

/** A jump is debounced: each makes the engine replay again. */
const restMs = 120
/** Marks on a replay's line; with more, one of several is drawn. */
const maxScrubberMarks = 200

export function ReplayBar({ replay, onEnd }: { readonly replay: Replay; onEnd(): void }) {
  const state = useReplayState(replay)
  const { playing, seq, ended, speed, shorten } = state
  const { outline } = replay
  const clock = useMemo(() => createReplayClock(outline, shorten), [outline, shorten])
  const [draggedMs, setDraggedMs] = useState<number>()
  const speedId = useId()
  /** Jumps to the dragged position before other actions. */
  const act = (...actions: readonly ReplayAction[]) => {
    setDraggedMs(undefined)
    void replay.act(...(draggedMs === undefined ? [] : [jumpTo(clock, draggedMs)]), ...actions)
  }
  const nextFinding = outline.places.find((place) => place.kind === 'finding' && place.seq > seq)
  const toggle = () => act({ kind: playing ? 'pause' : 'play' })
  useReplayKeys(toggle, () => act({ kind: 'step' }))

  return (
    <section className="line fills shrinks gap-8" aria-label="Replay">
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
      <label className="replay-choice line gap-5 dim small nowrap" htmlFor={speedId}>
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

/** Elements where these keys have another meaning. */
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

interface ScrubberProps {
  readonly clock: ReplayClock
  readonly outline: ReplayOutline
  readonly seq: number
  /** Position during a drag. */
  readonly draggedMs: number | undefined
  onDrag(timeMs: number): void
  onRest(): void
}

function Scrubber({ clock, outline, seq, draggedMs, onDrag, onRest }: ScrubberProps) {
  const timeMs = draggedMs ?? clock.timeOf(seq)
  const step = Math.max(1, Math.round(clock.totalMs / 1000))
  // A slider has whole steps: the last one reaches the end.
  const total = step * Math.max(1, Math.ceil(clock.totalMs / step))
  const rest = useRef(onRest)
  rest.current = onRest

  useEffect(() => {
    if (draggedMs === undefined) return
    const timer = setTimeout(() => rest.current(), restMs)
    return () => clearTimeout(timer)
  }, [draggedMs])

  const every = Math.max(1, Math.ceil(outline.places.length / maxScrubberMarks))
  return (
    <span className="scrubber line shrinks gap-8">
      <span className="scrubber-track flex fills anchor">
        <input
          type="range"
          aria-label="Place in the recording"
          aria-valuetext={`${clockWords(timeMs)} of ${clockWords(clock.totalMs)}`}
          min={0}
          max={total}
          step={step}
          value={timeMs}
          onChange={({ target }) => onDrag(Number(target.value))}
        />
        <span className="scrubber-marks" aria-hidden={true}>
          {outline.places
            .filter((_, index) => index % every === 0)
            .map((place) => (
              <span
                key={`${place.kind} ${place.seq}`}
                className={`scrubber-${place.kind}`}
                style={{ left: `${(clock.timeOf(place.seq) / total) * 100}%` }}
              />
            ))}
        </span>
      </span>
      <span className="num faint nowrap">
        {clockWords(timeMs)} / {clockWords(clock.totalMs)}
      </span>
    </span>
  )
}

function clockWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
