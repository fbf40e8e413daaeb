import type { OpenedSession } from '#shared/contract/sessions.ts'

/** Whom the story of a session begins with. */
export function firstAgentOf({ agents, firstCalled }: OpenedSession): string | undefined {
  const called = agents.find(({ agent }) => agent.id === firstCalled)
  return (called ?? agents[0])?.agent.id
}
