// The contract as a kept session answers it, member by member: what panes ask of an agent is answered from the session, what
// reads is handed in, and the rest is refused. So the panes stay the same, and a member that is missing here does not compile.

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

/** What no kept session can do, wherever it lies. */
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

/** Read by the engine, which is told each time of which session. */
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

/** What there is in a session. An exchange is one by its id, whichever session it is in. */
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

/** `put` reports of which session it is asked. */
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

/** Members that can be asked of a session. */
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

/** A client has no members of its own that could be gone through: they are named. */
function members<Noun extends object, Name extends keyof Noun>(
  noun: Noun,
  names: readonly Name[],
  changed: (member: Noun[Name]) => Noun[Name] = (member) => member,
): Pick<Noun, Name> {
  return Object.fromEntries(names.map((name) => [name, changed(noun[name])])) as Pick<Noun, Name>
}
