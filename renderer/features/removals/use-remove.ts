import { useMutation } from '@tanstack/react-query'
import { maxNameChars } from '#shared/bounded.ts'
import type { Removed } from '#shared/contract/removals.ts'
import { shorten } from '#shared/shorten.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'

export interface Removing {
  readonly objects: readonly Removed[]
  /** Their name in "Removed …". */
  readonly name: string
}

/** Removes with undo, which the notices of this window offer. */
export function useRemove() {
  const { client } = useLiveEngine()
  return useMutation(
    {
      mutationFn: ({ objects, name }: Removing) =>
        client.removals.begin({ objects: [...objects], name: shorten(name, maxNameChars - 1) }),
    },
    queryClient,
  )
}
