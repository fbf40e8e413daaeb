// The replays that windows follow. Each ends with its follower.

import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxInRun } from '#shared/bounded.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import { waitMs } from '#shared/replay/clock.ts'
import { placeKind } from '#shared/replay/outline.ts'
import { createSlices } from '../../platform/async.ts'
import type { SessionRecord } from '../../store/record.ts'
import type { Appended } from '../../store/run.ts'
import { entriesOf } from '../../store/walk.ts'
import type { Archive } from '../archive.ts'
import { openStage, type ReplayStage, stagesFolder } from './stage.ts'

/** Entries played between two flushes, before which readers can't see them. */
const flushEvery = 200
/** A replay that is so late was suspended with the machine, and does not catch up. */
const sleptMs = 2_000
/** Entries replayed before the target of a jump back, enough to fill the screen. */
const leadEntries = 20_000

/** Replays at once; the oldest ends. */
const maxReplays = 8
const followEveryMs = 80

export function createReplays(archive: Archive, dataDir: string) {
  const players = new Map<string, Player & { readonly sessionId: string }>()
  // Left by a crash.
  rmSync(stagesFolder(dataDir), { recursive: true, force: true })

  const find = (replayId: string): Player => {
    const player = players.get(replayId)
    if (player === undefined) throw new Fault('not-found', 'This replay has ended.')
    return player
  }
  const end = (replayId: string) => {
    players.get(replayId)?.close()
    players.delete(replayId)
  }

  return {
    open(sessionId: string): ReplayState {
      const { record } = archive.find(sessionId)
      const replayId = randomUUID()
      const player = createPlayer(openSource(record, sessionId), () => openStage(dataDir, record))
      players.set(replayId, { ...player, sessionId })
      const oldest = players.keys().next()
      if (players.size > maxReplays && !oldest.done) end(oldest.value)
      return { replayId, ...player.state() }
    },
    control: async (replayId: string, action: ReplayAction): Promise<ReplayState> => ({
      replayId,
      ...(await find(replayId).act(action)),
    }),
    async *follow(replayId: string, outer?: AbortSignal): AsyncGenerator<ReplayState, void> {
      const player = find(replayId)
      const stop = new AbortController()
      const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal])
      try {
        while (!signal.aborted && players.has(replayId)) {
          // Subscribes before it reads the state, so that no change is missed.
          const changed = player.changed(signal)
          yield { replayId, ...player.state() }
          await changed
          await sleep(followEveryMs, undefined, { signal }).catch(() => undefined)
        }
      } finally {
        stop.abort()
        end(replayId)
      }
    },
    /** The record of a replay, and the time in it. */
    find(
      shownId: string,
    ): { readonly record: SessionRecord; readonly sessionId: string; now(): number } | undefined {
      for (const { stage, sessionId } of players.values()) {
        const { record, shownId: shown, now } = stage()
        if (shown === shownId) return { record, sessionId, now }
      }
      return undefined
    },
    source(
      shownId: string | undefined,
    ): { readonly record: SessionRecord; readonly sessionId: string } | undefined {
      for (const { stage, sessionId } of players.values())
        if (stage().shownId === shownId) return { record: archive.find(sessionId).record, sessionId }
      return undefined
    },
    close() {
      for (const replayId of [...players.keys()]) end(replayId)
      rmSync(stagesFolder(dataDir), { recursive: true, force: true })
    },
  }
}

// Plays a session onto a stage: at its pace, or at once up to a position. Every action ends the wait of the current run.

type PlayerState = Omit<ReplayState, 'replayId'>

type Player = ReturnType<typeof createPlayer>

function createPlayer(source: EntrySource, newStage: () => ReplayStage) {
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
  const report = (appended: Appended) => {
    stage.append(appended)
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
      report(next)
      const after = source.peek()
      if (pace.stopAtPrompts && after !== undefined && placeKind(after.entry) === 'prompt') break
    }
    if (signal.aborted) return
    // Flushed, so that a paused replay shows everything up to its position.
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
    for (let count = 1; ; count += 1) {
      const next = source.peek()
      if (next === undefined || next.entry.seq > target) break
      source.take()
      report(next)
      if (count % flushEvery === 0) stage.record.flush()
      await breathe()
      // A later seek replaces this one.
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
        if (next !== undefined) report(next)
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
        // Its wait was for the old pace.
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

// The entries of a stored session from any position on, read a page ahead.

type EntrySource = ReturnType<typeof openSource>

function openSource(record: SessionRecord, sessionId: string) {
  let ahead: readonly Appended[] = []
  let index = 0
  let after: number | undefined = 0
  let from = 0

  const fill = (): void => {
    while (index >= ahead.length && after !== undefined) {
      const { rows, next } = record.walk({ sessionId }, after)
      ahead = entriesOf(rows).filter(({ entry }) => entry.seq > from)
      index = 0
      after = next
    }
  }

  return {
    peek(): Appended | undefined {
      fill()
      return ahead[index]
    },
    take(): Appended | undefined {
      fill()
      index += 1
      return ahead[index - 1]
    },
    /** The next entry is the first after this one. */
    seek(seq: number) {
      ahead = []
      index = 0
      from = seq
      // A row may begin before it and contain it.
      after = Math.max(0, seq - maxInRun)
    },
  }
}
