// The replays that windows are looking at. Each ends with who follows it.

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '#shared/contract/fault.ts'
import type { ReplayAction, ReplayState } from '#shared/contract/replay.ts'
import type { SessionRecord } from '../../store/record.ts'
import type { Archive } from '../archive.ts'
import { createPlayer, type Player } from './player.ts'
import { openSource } from './source.ts'
import { openStage, stagesFolder } from './stage.ts'

/** Replays at once; the oldest ends. */
const maxReplays = 8
const followEveryMs = 80

export function createReplays(archive: Archive, dataDir: string) {
  const players = new Map<string, Player & { readonly sessionId: string }>()
  // What a crash has left.
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
          // Listened for before the state is handed out: what changes while it is taken is not missed.
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
    /** The record in which a session is lived through again, and the time there. */
    find(
      shownId: string,
    ): { readonly record: SessionRecord; readonly sessionId: string; now(): number } | undefined {
      for (const { stage, sessionId } of players.values()) {
        const { record, shownId: shown, now } = stage()
        if (shown === shownId) return { record, sessionId, now }
      }
      return undefined
    },
    /** Where the session lies that is lived through again. */
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
