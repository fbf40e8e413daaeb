import { useCallback } from 'react'
import type { ConsoleCounts } from '#shared/contract/console.ts'
import { defined } from '#shared/defined.ts'
import { useEngine } from '../host/engine.tsx'
import { slowPoll } from './follow-versions.ts'
import { useFollowed } from './use-followed.ts'

/** How long the console's lists are, as they grow, and what is wrong with the place where they are kept. The lists say it when they cannot be asked for. `agentId`: whose exchanges are counted. */
export function useConsoleCounts(
  agentId?: string,
): Pick<ConsoleCounts, 'exchanges' | 'webhooks' | 'findings' | 'notice'> {
  const { client } = useEngine()
  const { answer } = useFollowed<ConsoleCounts>(
    useCallback(
      (wait, signal) => client.console.counts({ ...wait, ...defined({ agentId }) }, { signal }),
      [client, agentId],
    ),
    slowPoll,
  )
  return answer ?? none
}

const none = { exchanges: 0, webhooks: 0, findings: 0 }
