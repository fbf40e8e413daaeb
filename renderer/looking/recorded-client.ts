// The contract as a kept session answers it, member by member: what panes ask of an agent is answered from the session, what
// reads is handed in, and the rest is refused. So the panes stay the same, and a member that is missing here does not compile.

import { createORPCClient, ORPCError } from '@orpc/client'
import { defaultConnectionSettings } from '#shared/contract/connection-settings.ts'
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
    throw refusal('This session is a recording. Go back to live to do this.')
  },
})

export function recordedClient({ agents }: Pick<OpenedSession, 'agents'>, reads: Reads): EngineClient {
  const workingTexts = Object.fromEntries(
    agents.flatMap(({ agent, workingText }) => (workingText ? [[agent.id, workingText]] : [])),
  )
  const { signIn, conversation, tasks, files, receiver, push, again } = refused
  const { sessionFiles, replays, mockAgents, taps, demo, traces, spanReceiver, updates, codingAgents } =
    refused
  const { add, addChosen, addCard, edit, reorder, remove, configure } = refused.agents
  const { inspect, acceptChange, compareViews, probe, extended, icon, verify } = refused.card
  const { set, clientCertificate, setClientCertificate, approve, forgetRedirect } = refused.access
  const { readWorkingText, draft, keepDraft, noteContext } = refused.chat
  const known = (agentId: string) => agents.find(({ agent }) => agent.id === agentId)
  return {
    ...reads,
    agents: {
      list: async () => agents.map(({ agent }) => agent),
      settings: async () => defaultConnectionSettings,
      ...{ add, addChosen, addCard, edit, reorder, remove, configure },
    },
    card: {
      discover: async (input) => known(input.agentId)?.discovery ?? refused.card.discover(input),
      current: async ({ agentId }) => known(agentId)?.discovery ?? null,
      ...{ inspect, acceptChange, compareViews, probe, extended, icon, verify },
    },
    access: {
      describe: async ({ agentId }) => ({
        sentence: known(agentId)?.needs ?? '',
        alternatives: [],
        others: [],
        signIns: [],
        sharedClients: [],
        missingScopes: [],
        access: {
          credentials: [],
          clientCertificate: false,
          signedIn: false,
          origins: [],
          redirects: [],
        },
      }),
      ...{ set, clientCertificate, setClientCertificate, approve, forgetRedirect },
    },
    chat: {
      contexts: async () => [],
      workingTexts: async () => workingTexts,
      ...{ readWorkingText, draft, keepDraft, noteContext },
    },
    preferences: { read: async () => ({}), write: async () => ({ kept: false }) },
    ...{
      signIn,
      conversation,
      tasks,
      files,
      receiver,
      push,
      again,
      sessionFiles,
      replays,
      mockAgents,
      taps,
      demo,
      traces,
      spanReceiver,
      updates,
      codingAgents,
    },
  }
}

/** Read by the engine, which is told each time of which session. */
export function readByEngine(client: EngineClient, sessionId: string): Reads {
  const { record, console, sessions, host, checks } = client
  const within = inSession((input) => ({ ...input, sessionId }))
  const listed = listedByEngine(client, within)
  return {
    host,
    sessions,
    checks: { ...refused.checks, read: checks.read, runs: checks.runs, report: checks.report },
    record: {
      exchange: within(record.exchange),
      body: record.body,
      shortened: record.shortened,
    },
    ...listed,
    console: {
      ...listed.console,
      exchange: within(console.exchange),
      frames: within(console.frames),
      mute: within(console.mute),
      annotate: within(console.annotate),
      reveal: within(console.reveal),
      snippet: within(console.snippet),
      report: within(console.report),
    },
  }
}

type Within = ReturnType<typeof inSession>

/** Has what is asked asked of a session. */
export function inSession(put: <Input extends object>(input: Input) => Input & { sessionId?: string }) {
  return <Input extends object, Rest extends readonly unknown[], Answer>(
    ask: (input: Input & { sessionId?: string }, ...rest: Rest) => Answer,
  ) =>
    (input: Input, ...rest: Rest) =>
      ask(put(input), ...rest)
}

/** What there is in a session. An exchange is one by its id, whichever session it is in. */
export function listedByEngine({ console, timeline, story, together, spans }: EngineClient, within: Within) {
  return {
    console: {
      exchanges: within(console.exchanges),
      position: within(console.position),
      findings: within(console.findings),
      findingGroups: within(console.findingGroups),
      counts: within(console.counts),
      labels: within(console.labels),
      callers: within(console.callers),
    },
    timeline: {
      outline: within(timeline.outline),
      rows: within(timeline.rows),
      taken: within(timeline.taken),
      chunks: within(timeline.chunks),
      locate: within(timeline.locate),
      lanes: within(timeline.lanes),
    },
    story: {
      rows: within(story.rows),
      conversations: within(story.conversations),
      message: within(story.message),
      segment: within(story.segment),
      task: within(story.task),
      tasks: within(story.tasks),
      streamed: within(story.streamed),
      artifact: within(story.artifact),
      calls: within(story.calls),
      call: within(story.call),
    },
    together: {
      sequence: within(together.sequence),
      taken: within(together.taken),
      map: within(together.map),
    },
    spans: {
      ofExchange: within(spans.ofExchange),
      ofTask: within(spans.ofTask),
      lanes: within(spans.lanes),
      ofTrace: within(spans.ofTrace),
      unknown: within(spans.unknown),
      span: within(spans.span),
    },
  }
}
