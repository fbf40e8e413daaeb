// Everything the panes need to look at a kept session, in the form in which they have the live one.

import type { OpenedSession } from '#shared/contract/sessions.ts'
import { type EngineAccess, queriesOf } from '../host/engine.tsx'
import { readByEngine, recordedClient } from './recorded-client.ts'

export interface RecordedAccess extends EngineAccess {
  readonly recorded: OpenedSession
}

export async function openRecorded(live: EngineAccess, sessionId: string): Promise<RecordedAccess> {
  return lookAt(live, await live.client.sessions.open({ sessionId }), sessionId)
}

/** `sessionId` is what the engine calls the record that has it: the session's own, or that of a replay. */
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
    canCall: false,
    canAnnotate: true,
    canExport: true,
    canFollow: false,
    hasChecks: true,
  }
}

/** Whom the story of a session begins with. */
export function firstAgentOf({ agents, firstCalled }: OpenedSession): string | undefined {
  const called = agents.find(({ agent }) => agent.id === firstCalled)
  return (called ?? agents[0])?.agent.id
}
