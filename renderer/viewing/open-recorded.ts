// Opens a saved session in the form in which the panes have the live one.

import type { OpenedSession } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import { type EngineAccess, queriesOf } from '../host/engine.tsx'
import type { Selected } from '../state/selection.ts'
import { readByEngine, recordedClient } from './recorded-client.ts'

export interface RecordedAccess extends EngineAccess {
  readonly recorded: OpenedSession
  readonly first: Selected
}

export async function openRecorded(live: EngineAccess, sessionId: string): Promise<RecordedAccess> {
  const access = lookAt(live, await live.client.sessions.open({ sessionId }), sessionId)
  const { agentId } = access.first
  const page = await access.client.console.exchanges({
    filter: '',
    offset: 0,
    limit: 1,
    ...defined({ agentId }),
  })
  return { ...access, first: { agentId, exchangeId: page.rows[0]?.id } }
}

/** `sessionId` is the engine's id for the opened record: the session's own, or that of a replay. */
export function lookAt(
  live: Pick<EngineAccess, 'client' | 'capabilities'>,
  recorded: OpenedSession,
  sessionId: string,
): RecordedAccess {
  const client = recordedClient(recorded, readByEngine(live.client, sessionId))
  return {
    client,
    queries: queriesOf(client),
    capabilities: live.capabilities,
    recorded,
    first: { agentId: firstAgentOf(recorded) },
    canCall: false,
    canAnnotate: true,
    canExport: true,
    canFollow: false,
    hasChecks: true,
  }
}

/** The agent called first in the session. */
export function firstAgentOf({ agents, firstCalled }: OpenedSession): string | undefined {
  const called = agents.find(({ agent }) => agent.id === firstCalled)
  return (called ?? agents[0])?.agent.id
}
