// The taps there are: each stands in front of one agent, or is a forward proxy, at a port that it keeps, also over a restart.

import { Fault } from '#shared/contract/fault.ts'
import type { Tap } from '#shared/contract/taps.ts'
import type { SecretStore } from '../access/secret-store.ts'
import type { Answers } from '../answers.ts'
import type { PendingRemovals } from '../pending-removals.ts'
import { isOwnPlace } from './forward/routes.ts'
import { createHeldTap, type HeldTap, type HeldTapDeps } from './held-tap.ts'
import { type KeptTap, openKeptTaps } from './kept-taps.ts'
import { openKeptWebhooks } from './webhooks/kept-webhooks.ts'

type TapsDeps = Omit<HeldTapDeps, 'hosts' | 'isOwn' | 'webhooks'> & {
  readonly dataDir: string
  readonly secrets: SecretStore
  readonly pending: Pick<PendingRemovals, 'hides' | 'drop'>
}

/** Taps in the list; one more is refused with the number. */
const maxTaps = 20

export type Taps = Awaited<ReturnType<typeof openTaps>>

/** Those of the last time are there again, open as far as they were. */
export async function openTaps(deps: TapsDeps, keptFor: 'good' | 'now') {
  const file = await openKeptTaps(deps.dataDir, keptFor)
  const hosts = new Map<number, string>()
  const isOwn: HeldTapDeps['isOwn'] = (address, port) => isOwnPlace(address, port, hosts)
  const webhooks = await openKeptWebhooks({ ...deps, keptFor })
  const { all, listed, removedAt, find } = createTapList(deps.pending)
  const keep = () => file.write([...all.values()].map((tap) => tap.kept()))
  const add = (kept: KeptTap): HeldTap => {
    const tap = createHeldTap({ ...deps, hosts, webhooks, isOwn }, kept)
    all.set(kept.id, tap)
    return tap
  }
  const change = async (id: string, act: (tap: HeldTap) => void | Promise<void>): Promise<Tap> => {
    await act(find(id))
    await keep()
    return find(id).view()
  }
  const remove = async (id: string): Promise<{ readonly removed: boolean }> => {
    await all.get(id)?.close()
    const removed = all.delete(id)
    await webhooks.forget(id)
    await keep()
    await deps.pending.drop({ kind: 'tap', tapId: id })
    return { removed }
  }
  const start = async (request: Omit<KeptTap, 'id' | 'running'>): Promise<Tap> => {
    if (listed().length >= maxTaps)
      throw new Fault('conflict', `There are ${maxTaps} taps already. Remove one first.`)
    // A new tap on the port of a removed one takes its place for good.
    const before = removedAt(request.port)
    if (before) await remove(before.kept().id)
    const id = crypto.randomUUID()
    await add({ id, ...request, running: true })
      .open()
      .catch((error: unknown) => {
        all.delete(id)
        throw error
      })
    await keep()
    return find(id).view()
  }
  for (const kept of file.read()) openAgain(add(kept))

  const answers = {
    list: () => listed().map((tap) => tap.view()),
    start,
    startProxy: (place) => start({ ...place, signedCards: 'rewritten' }),
    resume: ({ id }) => change(id, (tap) => tap.open()),
    async stop({ id }) {
      const stopped = await find(id).stop()
      await keep()
      return { stopped }
    },
    setFaults({ id, faults }) {
      find(id).set({ faults })
      return find(id).view()
    },
    setSignedCards: ({ id, signedCards }) => change(id, (tap) => tap.set({ signedCards })),
    setWebhooks: ({ id, webhooks: replaced }) => change(id, (tap) => tap.set({ webhooks: replaced })),
    remove: ({ id }) => remove(id),
  } satisfies Answers<'taps'>
  return {
    ...answers,
    async forgetAgent(agentId: string): Promise<void> {
      for (const [id, tap] of all) if (tap.kept().agentId === agentId) await remove(id)
    },
    /** Resolves once all that has passed by now is on the record. */
    recorded: deps.forwarding.settled,
    async close(): Promise<void> {
      await Promise.all([...all.values()].map((tap) => tap.close()))
      await deps.forwarding.close()
      await webhooks.close()
    },
  }
}

/**
 * A tap that is removed isn't listed, and goes on forwarding until that can't be undone any more: an undo then finds no caller that has
 * lost a connection or a call.
 */
function createTapList(pending: TapsDeps['pending']) {
  const all = new Map<string, HeldTap>()
  const isRemoved = (tap: HeldTap): boolean => {
    const { id, agentId } = tap.kept()
    if (pending.hides({ kind: 'tap', tapId: id })) return true
    return agentId !== undefined && pending.hides({ kind: 'agent', agentId })
  }
  return {
    all,
    listed: (): readonly HeldTap[] => [...all.values()].filter((tap) => !isRemoved(tap)),
    removedAt: (port: number): HeldTap | undefined =>
      [...all.values()].find((tap) => tap.kept().port === port && isRemoved(tap)),
    find(id: string): HeldTap {
      const tap = all.get(id)
      if (!tap) throw new Fault('not-found', 'This tap is no longer there.')
      return tap
    },
  }
}

/** What keeps it from opening is told beside it. */
function openAgain(tap: HeldTap): void {
  if (tap.kept().running) tap.open().catch(() => undefined)
}
