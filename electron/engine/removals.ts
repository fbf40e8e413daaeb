// Removes objects after the time for an undo, whether or not a window is open; until then they are hidden. Removals are
// stored, so that nothing reappears by itself: an engine that closes carries them out first, so that nothing of them,
// above all no secret, is on disk after Parley has quit. After a kill they stay hidden, and the next start carries them
// out.

import { randomUUID } from 'node:crypto'
import type { Agent } from '#shared/contract/agents.ts'
import type { Removed } from '#shared/contract/removals.ts'
import type { ChatStore } from './chat-memory.ts'
import type { Handlers } from './handlers.ts'
import type { PendingRemoval, PendingRemovals } from './pending-removals.ts'
import { abortedSignal } from './platform/async.ts'
import type { Clock } from './platform/clock.ts'
import { guarded } from './platform/guarded.ts'
import type { HiddenSessions } from './sessions/library.ts'
import type { Taps } from './tap/taps.ts'

/** Until a removal is carried out; undo is refused then. */
const maxUndoMs = 10_000

interface RemovalDeps {
  readonly pending: PendingRemovals
  /** Has no effect if it is gone, and completes a partial removal. */
  readonly forgetAgent: (agentId: string) => Promise<unknown>
  readonly taps: Pick<Taps, 'remove'>
  readonly chat: Pick<ChatStore, 'forgetContext'>
  /** The store hides sessions, and continues their deletion after a restart. */
  readonly sessions: { readonly hidden: HiddenSessions }
  /** A command removes nothing. */
  readonly isCommand: boolean
  readonly clock: Clock
}

export function createRemovals(deps: RemovalDeps) {
  const { pending, sessions } = deps
  const { hidden } = sessions
  const running = new Set<Promise<void>>()
  const without = (removalId: string) => pending.list().filter(({ id }) => id !== removalId)
  const remove = async (removal: PendingRemoval): Promise<void> => {
    await pending.change(
      pending.list().map((each) => (each.id === removal.id ? { ...each, isDue: true } : each)),
    )
    for (const object of removal.objects) await removeOne(deps, object)
    await pending.change(without(removal.id))
  }
  /** A failed removal stays hidden, and is retried at the next start. */
  const carryOut = guarded('pending removal', (removal: PendingRemoval) => {
    const done = remove(removal)
    running.add(done)
    return done.finally(() => running.delete(done))
  })
  const settled = async (): Promise<void> => void (await Promise.allSettled(running))
  if (!deps.isCommand) for (const removal of pending.list()) carryOut(removal)

  return {
    async begin({ objects, name }) {
      const sessionIds = sessionsOf(objects)
      for (const sessionId of sessionIds) hidden.refuse(sessionId)
      for (const sessionId of sessionIds) hidden.hide(sessionId)
      const removal = { id: randomUUID(), objects, name }
      // It may have been undone meanwhile, or carried out by an engine that closed.
      const due = guarded('pending removal', () => {
        const current = pending.list().find(({ id }) => id === removal.id)
        if (current?.isDue === false) carryOut(current)
      })
      deps.clock.after(maxUndoMs, due).unref()
      await pending.change([...pending.list(), { ...removal, isDue: false }])
      return removal
    },
    async undo({ removalId }) {
      const removal = pending.list().find(({ id }) => id === removalId)
      if (removal === undefined || removal.isDue) return { undone: false }
      for (const sessionId of sessionsOf(removal.objects)) hidden.show(sessionId)
      await pending.change(without(removalId))
      return { undone: true }
    },
    follow: (_, signal = abortedSignal) => pending.follow(signal),
    /** An agent that is removed and added again is the same one. */
    async added<Added extends Agent | readonly Agent[]>(add: () => Promise<Added>): Promise<Added> {
      await settled()
      const added = await add()
      for (const { id } of [added].flat()) await pending.drop({ kind: 'agent', agentId: id })
      return added
    },
    async close(): Promise<void> {
      for (const removal of pending.list()) if (!removal.isDue) carryOut(removal)
      await settled()
    },
  } satisfies Handlers<'removals'> & Readonly<Record<string, unknown>>
}

function removeOne(deps: RemovalDeps, object: Removed): unknown {
  switch (object.kind) {
    case 'agent':
      return deps.forgetAgent(object.agentId)
    case 'tap':
      return deps.taps.remove({ id: object.tapId })
    case 'context':
      return deps.chat.forgetContext(object.agentId, object.contextId)
    case 'session':
      return deps.sessions.hidden.remove(object.sessionId)
  }
}

function sessionsOf(objects: readonly Removed[]): readonly string[] {
  return objects.flatMap((object) => (object.kind === 'session' ? object.sessionId : []))
}
