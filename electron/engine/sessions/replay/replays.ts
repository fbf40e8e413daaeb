// The replays that windows follow. Each ends with its follower.

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxInRun } from '#shared/bounded.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import { defined } from '#shared/defined.ts'
import { waitMs } from '#shared/replay/clock.ts'
import { placeKind } from '#shared/replay/outline.ts'
import { createNews, createSlices } from '../../platform/async.ts'
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
  const players = new Map<string, { readonly player: Player; readonly sessionId: string }>()
  // Left by a crash.
  rmSync(stagesFolder(dataDir), { recursive: true, force: true })

  const find = (replayId: string): Player => {
    const player = players.get(replayId)?.player
    if (player === undefined) throw new Fault('not-found', 'This replay has ended.')
    return player
  }
  const shownBy = (shownId: string | undefined) =>
    players.values().find(({ player }) => player.stage().shownId === shownId)
  const end = (replayId: string) => {
    players.get(replayId)?.player.close()
    players.delete(replayId)
  }

  return {
    open(sessionId: string): ReplayState {
      const { record } = archive.find(sessionId)
      const replayId = randomUUID()
      const player = new Player(openSource(record, sessionId), () => openStage(dataDir, record))
      players.set(replayId, { player, sessionId })
      const oldest = players.keys().next()
      if (players.size > maxReplays && !oldest.done) end(oldest.value)
      return { replayId, ...player.state() }
    },
    control: async (replayId: string, action: ReplayAction): Promise<ReplayState> => ({
      replayId,
      ...(await find(replayId).act(action)),
    }),
    async *follow(
      replayId: string,
      signal: AbortSignal = new AbortController().signal,
    ): AsyncGenerator<ReplayState, void> {
      const player = find(replayId)
      const read = () => (players.has(replayId) ? player.state() : undefined)
      try {
        for await (const state of player.news.follow(read, signal, followEveryMs)) {
          if (state === undefined) return
          yield { replayId, ...state }
        }
      } finally {
        end(replayId)
      }
    },
    /** The record of a replay, and the time in it. */
    find(
      shownId: string,
    ): { readonly record: SessionRecord; readonly sessionId: string; now(): number } | undefined {
      const shown = shownBy(shownId)
      if (!shown) return undefined
      const { record, now } = shown.player.stage()
      return { record, sessionId: shown.sessionId, now }
    },
    source(
      shownId: string | undefined,
    ): { readonly record: SessionRecord; readonly sessionId: string } | undefined {
      const { sessionId } = shownBy(shownId) ?? {}
      return sessionId === undefined ? undefined : { record: archive.find(sessionId).record, sessionId }
    },
    close() {
      for (const replayId of [...players.keys()]) end(replayId)
      rmSync(stagesFolder(dataDir), { recursive: true, force: true })
    },
  }
}

// Plays a session onto a stage: at its pace, or at once up to a position. Every action ends the wait of the current run.

type PlayerState = Omit<ReplayState, 'replayId'>
type Pace = Pick<PlayerState, 'speed' | 'shorten' | 'stopAtPrompts'>

class Player {
  readonly #source: EntrySource
  readonly #newStage: () => ReplayStage
  readonly news = createNews()
  #stage: ReplayStage
  #seq = 0
  #lastMonoMs: number | undefined
  #pace: Pace = { speed: 1, shorten: true, stopAtPrompts: false }
  #run: AbortController | undefined
  #version = 0
  #seeks = 0
  #acting: Promise<unknown> = Promise.resolve()

  constructor(source: EntrySource, newStage: () => ReplayStage) {
    this.#source = source
    this.#newStage = newStage
    this.#stage = newStage()
  }

  state(): PlayerState {
    return {
      version: this.#version,
      shownId: this.#stage.shownId,
      playing: this.#run !== undefined,
      seq: this.#seq,
      ended: this.#source.peek() === undefined,
      ...this.#pace,
    }
  }

  readonly stage = (): ReplayStage => this.#stage

  act(action: ReplayAction): Promise<PlayerState> {
    if (action.kind === 'seek') this.#seeks += 1
    const mine = this.#seeks
    const done = this.#acting.then(() => this.#perform(action, mine))
    this.#acting = done.catch(() => undefined)
    return done
  }

  close() {
    this.#stop()
    this.#stage.close()
  }

  #changed() {
    this.#version += 1
    this.news.changed()
  }

  #stop() {
    this.#run?.abort()
    this.#run = undefined
    this.#changed()
  }

  #report(appended: Appended) {
    this.#stage.append(appended)
    this.#seq = appended.entry.seq
    this.#lastMonoMs = appended.entry.monoMs
    this.#changed()
  }

  async #play(signal: AbortSignal): Promise<void> {
    let due = performance.now()
    const breathe = createSlices()
    while (!signal.aborted) {
      const next = this.#source.peek()
      if (next === undefined) break
      due += waitMs(next.entry.monoMs - (this.#lastMonoMs ?? next.entry.monoMs), this.#pace)
      const left = due - performance.now()
      if (left < -sleptMs) due = performance.now()
      if (left > 1) await sleep(left, undefined, { signal })
      else await breathe()
      if (signal.aborted) return
      this.#source.take()
      this.#report(next)
      const after = this.#source.peek()
      if (this.#pace.stopAtPrompts && after !== undefined && placeKind(after.entry) === 'prompt') break
    }
    if (signal.aborted) return
    // Flushed, so that a paused replay shows everything up to its position.
    this.#stage.record.flush()
    this.#stop()
  }

  async #seek(target: number, mine: number): Promise<void> {
    this.#stop()
    if (target < this.#seq) {
      this.#stage.close()
      this.#stage = this.#newStage()
      this.#seq = 0
      this.#lastMonoMs = undefined
      this.#source.seek(Math.max(0, target - leadEntries))
    }
    const breathe = createSlices()
    for (let count = 1; ; count += 1) {
      const next = this.#source.peek()
      if (next === undefined || next.entry.seq > target) break
      this.#source.take()
      this.#report(next)
      if (count % flushEvery === 0) this.#stage.record.flush()
      await breathe()
      // A later seek replaces this one.
      if (mine !== this.#seeks) break
    }
    this.#stage.record.flush()
  }

  async #perform(action: ReplayAction, mine: number): Promise<PlayerState> {
    switch (action.kind) {
      case 'play':
        if (this.#run !== undefined) break
        if (this.#source.peek() === undefined) await this.#seek(0, mine)
        this.#run = new AbortController()
        this.#play(this.#run.signal).catch(() => undefined)
        this.#changed()
        break
      case 'pause':
        this.#stop()
        break
      case 'step': {
        this.#stop()
        const next = this.#source.take()
        if (next !== undefined) this.#report(next)
        this.#stage.record.flush()
        break
      }
      case 'seek':
        await this.#seek(action.seq, mine)
        break
      case 'pace':
        this.#pace = { ...this.#pace, ...defined(action.pace) }
        if (this.#run === undefined) break
        // Its wait was for the old pace.
        this.#run.abort()
        this.#run = new AbortController()
        this.#play(this.#run.signal).catch(() => undefined)
    }
    this.#changed()
    return this.state()
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
