// A client for panes that look at a kept session: what they ask of an agent is answered from the session, what they read of
// the record is the session's, and whatever would do something is refused with a sentence. So the panes stay the same.

import { type ClientLink, ORPCError } from '@orpc/client'
import { defaultConnectionSettings } from '#shared/contract/connection-settings.ts'
import type { FaultData } from '#shared/contract/fault.ts'
import type { OpenedSession } from '#shared/contract/sessions.ts'

type Link = ClientLink<Record<never, never>>
type Answer = (input: Readonly<Record<string, unknown>>) => unknown

/** Rooms of the contract that read, and those that are about this Parley and not about an agent. */
const passed: ReadonlySet<string> = new Set(['record', 'console', 'timeline', 'sessions', 'host'])
/** Rooms that read what one session holds, when they are told which. */
const ofOneSession: ReadonlySet<string> = new Set(['record', 'console', 'timeline'])

export function createRecordedLink(link: Link, { session, agents }: OpenedSession): Link {
  const answers = answersOf({ agents })
  return {
    async call(path, input, options) {
      const answer = answers[path.join('.')]
      const asked = (input ?? {}) as Readonly<Record<string, unknown>>
      if (answer) return answer(asked)
      const [room = ''] = path
      if (!passed.has(room)) throw refusal()
      return link.call(path, ofOneSession.has(room) ? { ...asked, sessionId: session.id } : input, options)
    },
  }
}

/** What a session knows of its agents without reading on. */
export function answersOf({ agents }: Pick<OpenedSession, 'agents'>): Readonly<Record<string, Answer>> {
  const discoveryOf: Answer = ({ agentId }) =>
    agents.find(({ agent }) => agent.id === agentId)?.discovery ?? null
  return {
    'agents.list': () => agents.map(({ agent }) => agent),
    'agents.settings': () => defaultConnectionSettings,
    'card.discover': discoveryOf,
    'card.current': discoveryOf,
    'access.describe': ({ agentId }) => ({
      sentence: agents.find(({ agent }) => agent.id === agentId)?.needs ?? '',
      alternatives: [],
      others: [],
      access: { credentials: [], clientCertificate: false, origins: [], storage: '' },
    }),
    'chat.contexts': () => [],
    'chat.workingTexts': () => ({}),
    'preferences.read': () => null,
    'preferences.write': () => ({ kept: false }),
  }
}

const nobodyAsked = 'This is a recording: nobody is asked. Go back to live to talk to the agent.'

export function refusal(message = nobodyAsked): ORPCError<'FAULT', FaultData> {
  return new ORPCError('FAULT', { defined: true, data: { kind: 'unsupported' }, message })
}
