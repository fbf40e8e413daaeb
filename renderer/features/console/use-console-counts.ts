import { useEffect, useState } from 'react'
import type { ConsoleCounts } from '#shared/contract/console.ts'
import { useEngine } from '../../host/engine.tsx'
import { followVersions } from '../../record/follow-versions.ts'

/** How long the console's lists are, as they grow. */
export function useConsoleCounts(): Pick<ConsoleCounts, 'exchanges' | 'webhooks' | 'findings'> {
  const { client } = useEngine()
  const [counts, setCounts] = useState(none)
  useEffect(() => {
    const stop = new AbortController()
    followVersions<ConsoleCounts>(
      ({ version: seen, waitMs }) => client.console.counts({ seen, waitMs }, { signal: stop.signal }),
      setCounts,
      stop.signal,
    ).catch(() => {
      // The lists say what is wrong.
    })
    return () => stop.abort()
  }, [client])
  return counts
}

const none = { exchanges: 0, webhooks: 0, findings: 0 }
