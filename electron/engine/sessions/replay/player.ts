// Plays a session onto a stage: at its pace, entry by entry, or at once up to a place. One run at a time; whatever is asked
// in between ends the wait it is in.

import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import { placeKind } from '#shared/replay/outline.ts'
import { waitMs } from '#shared/replay/pace.ts'
import { createSlices } from '../../slices.ts'
import type { Appended } from '../../store/run.ts'
import type { EntrySource } from './source.ts'
import type { ReplayStage } from './stage.ts'

type PlayerState = Omit<ReplayState, 'replayId'>

/** Entries played between two flushes of the record, before which no viewer can read them. */
const flushEvery = 200
/** So far behind its time a replay has slept with the machine, and does not hurry after it. */
const sleptMs = 2_000
/** Entries before the place of a jump back that are told: enough for what stands there. */
const leadEntries = 20_000

export type Player = ReturnType<typeof createPlayer>

export function createPlayer(source: EntrySource, newStage: () => ReplayStage) {
  const events = new EventEmitter<{ changed: [] }>().setMaxListeners(0)
  let stage = newStage()
  let seq = 0
  let lastMonoMs: number | undefined
  let pace: Pick<PlayerState, 'speed' | 'shorten' | 'stopAtPrompts'> = {
    speed: 1,
    shorten: true,
    stopAtPrompts: false,
  }
  let run: AbortController | undefined
  let version = 0
  let seeks = 0
  let acting: Promise<unknown> = Promise.resolve()

  const changed = () => {
    version += 1
    events.emit('changed')
  }
  const stop = () => {
    run?.abort()
    run = undefined
    changed()
  }
  const tell = (appended: Appended) => {
    stage.tell(appended)
    seq = appended.entry.seq
    lastMonoMs = appended.entry.monoMs
    changed()
  }

  async function play(signal: AbortSignal): Promise<void> {
    let due = performance.now()
    const breathe = createSlices()
    while (!signal.aborted) {
      const next = source.peek()
      if (next === undefined) break
      due += waitMs(next.entry.monoMs - (lastMonoMs ?? next.entry.monoMs), pace)
      const left = due - performance.now()
      if (left < -sleptMs) due = performance.now()
      if (left > 1) await sleep(left, undefined, { signal })
      else await breathe()
      if (signal.aborted) return
      source.take()
      tell(next)
      const after = source.peek()
      if (pace.stopAtPrompts && after !== undefined && placeKind(after.entry) === 'prompt') break
    }
    if (signal.aborted) return
    // Who is shown that it stands still can read all that was told.
    stage.record.flush()
    stop()
  }

  async function seek(target: number, mine: number): Promise<void> {
    stop()
    if (target < seq) {
      stage.close()
      stage = newStage()
      seq = 0
      lastMonoMs = undefined
      source.seek(Math.max(0, target - leadEntries))
    }
    const breathe = createSlices()
    for (let told = 1; ; told += 1) {
      const next = source.peek()
      if (next === undefined || next.entry.seq > target) break
      source.take()
      tell(next)
      if (told % flushEvery === 0) stage.record.flush()
      await breathe()
      // Who scrubs on does not wait for where they were.
      if (mine !== seeks) break
    }
    stage.record.flush()
  }

  const state = (): PlayerState => ({
    version,
    shownId: stage.shownId,
    playing: run !== undefined,
    seq,
    ended: source.peek() === undefined,
    ...pace,
  })

  async function perform(action: ReplayAction, mine: number): Promise<PlayerState> {
    switch (action.kind) {
      case 'play':
        if (run !== undefined) break
        if (source.peek() === undefined) await seek(0, mine)
        run = new AbortController()
        play(run.signal).catch(() => undefined)
        changed()
        break
      case 'pause':
        stop()
        break
      case 'step': {
        stop()
        const next = source.take()
        if (next !== undefined) tell(next)
        stage.record.flush()
        break
      }
      case 'seek':
        await seek(action.seq, mine)
        break
      case 'pace': {
        const { speed, shorten, stopAtPrompts } = action.pace
        pace = {
          speed: speed ?? pace.speed,
          shorten: shorten ?? pace.shorten,
          stopAtPrompts: stopAtPrompts ?? pace.stopAtPrompts,
        }
        if (run === undefined) break
        // The wait it is in was of the old pace.
        run.abort()
        run = new AbortController()
        play(run.signal).catch(() => undefined)
      }
    }
    changed()
    return state()
  }

  return {
    state,
    stage: (): ReplayStage => stage,
    act(action: ReplayAction): Promise<PlayerState> {
      if (action.kind === 'seek') seeks += 1
      const mine = seeks
      const done = acting.then(() => perform(action, mine))
      acting = done.catch(() => undefined)
      return done
    },
    async changed(signal: AbortSignal): Promise<void> {
      await once(events, 'changed', { signal }).catch(() => undefined)
    },
    close() {
      stop()
      stage.close()
    },
  }
}
