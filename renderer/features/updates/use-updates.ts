import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Updates } from '#shared/contract/updates.ts'
import { useLiveEngine } from '../../host/engine.tsx'

/** How it stands with newer versions, as long as somebody looks. */
export function useUpdates(): Updates | undefined {
  const { client } = useLiveEngine()
  const [updates, setUpdates] = useState<Updates>()
  useEffect(() => {
    const stop = new AbortController()
    const follow = async () => {
      for await (const next of await client.updates.follow(undefined, { signal: stop.signal }))
        setUpdates(next)
    }
    follow().catch((error: unknown) => {
      if (!stop.signal.aborted) console.error('Updates are not told any more.', error)
    })
    return () => stop.abort()
  }, [client])
  return updates
}

export function useUpdateActions() {
  const { client } = useLiveEngine()
  return {
    allow: useMutation({ mutationFn: (allowed: boolean) => client.updates.allow({ allowed }) }),
    ask: useMutation({ mutationFn: () => client.updates.ask() }),
    bring: useMutation({ mutationFn: () => client.updates.bring() }),
    install: useMutation({ mutationFn: () => client.updates.install() }),
  }
}
