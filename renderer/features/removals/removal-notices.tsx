// Recent removals, in every window: a line for each with an undo button, as long as the engine can undo it.

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { Removal } from '#shared/contract/removals.ts'
import { useLatest, useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'
import { useRemovals } from '../../state/removals.ts'
import { Button } from '../../ui/button.tsx'
import { useTopDialog } from '../../ui/dialog.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { leaveRemoved } from './leave-removed.ts'
import './removals.css'

export function RemovalNotices() {
  useFollowRemovals()
  const pending = useRemovals((removals) => removals.pending)
  const dialog = useTopDialog()
  if (pending.length === 0) return null
  return createPortal(
    <div className="removal-notices" role="status" aria-label="Removed">
      {pending.map((removal) => (
        <RemovalNotice key={removal.id} removal={removal} />
      ))}
    </div>,
    dialog ?? document.body,
  )
}

function RemovalNotice({ removal: { id, name } }: { readonly removal: Removal }) {
  const { client } = useLiveEngine()
  const refresh = useRefreshLists()
  const undo = useMutation(
    {
      mutationFn: (_wayBack: readonly (() => void)[]) => client.removals.undo({ removalId: id }),
      onSuccess: async ({ undone }, wayBack) => {
        await refresh()
        if (undone) for (const go of wayBack) go()
      },
    },
    queryClient,
  )
  const shown = visibleString(name)
  return (
    <p className="removal-notice line gap-8">
      <span className="truncate">
        Removed <bdi>{shown}</bdi>.
      </span>
      <Button
        aria-label={`Undo removing ${shown}`}
        disabled={undo.isPending}
        onClick={() => undo.mutate(useRemovals.getState().wayBack.get(id) ?? [])}
      >
        Undo
      </Button>
    </p>
  )
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.removals.follow(undefined, options)

function useFollowRemovals(): void {
  const { client, queries } = useLiveEngine()
  const refresh = useRefreshLists()
  const removals = useLatest(client, follow)
  const before = useRef<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that the engine sends
  useEffect(() => {
    if (removals === undefined) return
    const agents = queryClient.getQueryData(queries.agents.list.queryKey()) ?? []
    for (const removal of removals) if (!before.current.has(removal.id)) leaveRemoved(removal, agents)
    before.current = new Set(removals.map(({ id }) => id))
    useRemovals.getState().setPending(removals)
    void refresh()
  }, [removals])
}

/** The lists that hide removed items. */
function useRefreshLists(): () => Promise<unknown> {
  const { queries } = useLiveEngine()
  const { agents, taps, sessions, chat } = queries
  return () =>
    Promise.all(
      [agents.list, taps, sessions, chat.contexts].map((lists) =>
        queryClient.invalidateQueries({ queryKey: lists.key() }),
      ),
    )
}
