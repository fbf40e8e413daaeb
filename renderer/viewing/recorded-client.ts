// The contract as a saved session answers it: reads about agents are answered from the session, reads of the record are passed
// in, and all else is refused. A member missing here does not compile.

import { createORPCClient, ORPCError } from '@orpc/client'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { FaultData } from '#shared/contract/fault.ts'
import type { OpenedSession } from '#shared/contract/sessions.ts'

type Reads = Pick<
  EngineClient,
  'record' | 'console' | 'timeline' | 'story' | 'together' | 'spans' | 'sessions' | 'host' | 'checks'
>

export function refusal(message: string): ORPCError<'FAULT', FaultData> {
  return new ORPCError('FAULT', { defined: true, data: { kind: 'unsupported' }, message })
}

/** Refuses every call. */
export const refused: EngineClient = createORPCClient({
  async call() {
    throw refusal('This is a saved recording. Go back to live to do this.')
  },
})

export function recordedClient({ agents }: Pick<OpenedSession, 'agents'>, reads: Reads): EngineClient {
  const workingTexts = Object.fromEntries(
    agents.flatMap(({ agent, workingText }) => (workingText ? [[agent.id, workingText]] : [])),
  )
  const lookUp = (agentId: string) => agents.find(({ agent }) => agent.id === agentId)
  return {
    ...reads,
    agents: {
      list: async () => agents.map(({ agent }) => agent),
      settings: async () => defaultConnectionSettings,
      ...members(refused.agents, ['add', 'addChosen', 'addCard', 'edit', 'reorder', 'remove', 'configure']),
    },
    card: {
      discover: async (input) => lookUp(input.agentId)?.discovery ?? refused.card.discover(input),
      current: async ({ agentId }) => lookUp(agentId)?.discovery ?? null,
      ...members(refused.card, ['inspect', 'acceptChange', 'compareViews', 'probe', 'extended']),
      ...members(refused.card, ['reach', 'awaitServer', 'icon', 'verify']),
    },
    access: {
      describe: async ({ agentId }) => ({
        sentence: lookUp(agentId)?.needs ?? '',
        alternatives: [],
        others: [],
        signIns: [],
        sharedClients: [],
        missingScopes: [],
        access: { credentials: [], clientCertificate: false, signedIn: false, origins: [], redirects: [] },
      }),
      ...members(refused.access, ['set', 'clientCertificate', 'setClientCertificate']),
      ...members(refused.access, ['approve', 'forgetRedirect']),
    },
    chat: {
      contexts: async () => [],
      workingTexts: async () => workingTexts,
      ...members(refused.chat, ['readWorkingText', 'draft', 'keepDraft', 'noteContext']),
    },
    preferences: { read: async () => ({}), write: async () => ({ kept: false }) },
    ...members(refused, ['signIn', 'conversation', 'tasks', 'files', 'receiver', 'push', 'again', 'demo']),
    ...members(refused, ['sessionFiles', 'replays', 'mockAgents', 'taps', 'traces', 'spanReceiver']),
    ...members(refused, ['updates', 'codingAgents', 'removals']),
  }
}

/** The engine's reads, each with the session id added. */
export function readByEngine(client: EngineClient, sessionId: string): Reads {
  const { record, console, sessions, host, checks } = client
  const put: Put = (input) => ({ ...input, sessionId })
  const { console: list, ...others } = listedByEngine(client, put)
  const one = ['exchange', 'frames', 'mute', 'annotate', 'reveal', 'snippet', 'report'] as const
  return {
    host,
    sessions,
    checks: { ...refused.checks, ...members(checks, ['read', 'runs', 'report']) },
    record: { ...members(record, ['body', 'shortened']), ...within(record, ['exchange'], put) },
    ...others,
    console: { ...list, ...within(console, one, put) },
  }
}

/** The reads that take a session id. `console.exchange` takes none: an exchange id is unique across sessions. */
export const listed = {
  console: ['exchanges', 'position', 'findings', 'findingGroups', 'counts', 'labels', 'callers'],
  timeline: ['outline', 'rows', 'taken', 'chunks', 'locate', 'lanes'],
  story: [
    ...(['rows', 'conversations', 'message', 'segment', 'task', 'tasks', 'streamed', 'artifact'] as const),
    ...(['calls', 'call'] as const),
  ],
  together: ['sequence', 'taken', 'map'],
  spans: ['ofExchange', 'ofTask', 'lanes', 'ofTrace', 'unknown', 'span'],
} as const

/** `put` adds the session id to the input. */
export function listedByEngine({ console, timeline, story, together, spans }: EngineClient, put: Put) {
  return {
    console: within(console, listed.console, put),
    timeline: within(timeline, listed.timeline, put),
    story: within(story, listed.story, put),
    together: within(together, listed.together, put),
    spans: within(spans, listed.spans, put),
  }
}

type Put = <Input extends object>(input: Input) => Input & { readonly sessionId?: string }

/** Members whose input has a `sessionId`. */
type OfSession<Noun> = {
  [Name in keyof Noun]: Noun[Name] extends (input: infer Input, ...rest: never) => unknown
    ? 'sessionId' extends keyof Input
      ? Name
      : never
    : never
}[keyof Noun]

function within<Noun extends object, Name extends OfSession<Noun>>(
  noun: Noun,
  names: readonly Name[],
  put: Put,
): Pick<Noun, Name> {
  return members(noun, names, (member) => {
    const request = member as (input: object, ...rest: readonly unknown[]) => unknown
    return ((input: object, ...rest: readonly unknown[]) => request(put(input), ...rest)) as typeof member
  })
}

/** An oRPC client cannot be enumerated, so the members are named. */
function members<Noun extends object, Name extends keyof Noun>(
  noun: Noun,
  names: readonly Name[],
  changed: (member: Noun[Name]) => Noun[Name] = (member) => member,
): Pick<Noun, Name> {
  return Object.fromEntries(names.map((name) => [name, changed(noun[name])])) as Pick<Noun, Name>
}
