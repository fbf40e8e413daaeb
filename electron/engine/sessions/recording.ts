// Decides which session an exchange belongs to. Recording begins with the engine: it continues the last session, unless
// that was ended or is too old. While it is paused or stopped, calls continue in a session that is never written to a
// file and is shown in the previous one. An exchange stays in the session in which it began.

import type { Agents } from '../agents.ts'
import { type Clock, clockSince } from '../platform/clock.ts'
import type { SessionRecord } from '../store/record.ts'

type State =
  | { readonly state: 'recording' | 'paused'; readonly sessionId: string }
  | { readonly state: 'stopped' }

/** A session idle for longer is not continued. */
const goneOnWithinMs = 12 * 60 * 60 * 1_000

/** The newest session that was not ended by the user. Its clock continues from its last entry. */
export function goOnWith(
  record: SessionRecord,
  base: Clock,
  isCommand: boolean,
): { unended?: string; clock: Clock } {
  const newest = record
    .sessions()
    .filter(({ facts }) => !facts?.endedAt && !facts?.beside && !facts?.importedAt)
    .toSorted((one, other) => other.createdAt - one.createdAt)[0]
  if (isCommand || newest === undefined) return { clock: base }
  const last = record.lastEntry(newest.sessionId)
  const isLongAgo = (last?.at ?? newest.createdAt) < base.wallMs() - goneOnWithinMs
  if (isLongAgo) return { clock: base }
  return { unended: newest.sessionId, clock: last ? clockSince(last, base) : base }
}

interface RecordingDeps {
  readonly record: SessionRecord
  readonly agents: Agents
  /** The session to continue; without one, a new session begins. */
  readonly unended?: string | undefined
  /** A command has a separate session, which ends with it. */
  readonly isCommand: boolean
}

export type RecordingService = ReturnType<typeof createRecording>

export function createRecording({ record, agents, unended, isCommand }: RecordingDeps) {
  const create = () => record.createSession('', isCommand ? { endedAt: Date.now() } : {}).sessionId
  let latest = unended ?? create()
  let now: State = { state: 'recording', sessionId: latest }
  let unkept: { readonly within: string; readonly sessionId: string } | undefined

  /** Windows request figures all the time, so there is little left to count. */
  const allFigures = (sessionId: string) => {
    let figures = record.figures(sessionId)
    for (let entries = -1; figures && figures.entries > entries; figures = record.figures(sessionId)) {
      entries = figures.entries
    }
    return figures
  }
  const beside = new Set<string>()

  const leave = (sessionId: string, ended: { readonly endedAt?: number }) => {
    const row = record.session(sessionId)
    const ids = new Set(allFigures(sessionId)?.agentIds)
    const named = agents.list().flatMap(({ id, name }) => (ids.has(id) ? [{ id, name }] : []))
    record.editSession(sessionId, { facts: { ...row?.facts, ...ended, agents: named } })
  }
  const end = () => {
    if (now.state !== 'stopped') leave(now.sessionId, { endedAt: Date.now() })
  }
  const isOn = () => now.state === 'recording'
  const begin = () => {
    latest = create()
    now = { state: 'recording', sessionId: latest }
  }

  return {
    /** For a call that begins now. */
    currentSession(): string {
      if (now.state === 'recording') return now.sessionId
      if (unkept?.within !== latest)
        unkept = { within: latest, sessionId: record.createUnkept(latest).sessionId }
      return unkept.sessionId
    },
    /** The current session, or the last one, which windows show. */
    latestSession: (): string => latest,
    state: (): State => now,
    isOn,
    start() {
      if (now.state === 'stopped') begin()
      else now = { ...now, state: 'recording' }
    },
    pause() {
      if (now.state === 'recording') now = { ...now, state: 'paused' }
    },
    stop() {
      end()
      now = { state: 'stopped' }
    },
    startNew() {
      end()
      begin()
    },
    /** A session for calls beside the current one; stored if that is recorded. */
    beginBeside(title: string): string {
      const { sessionId } = isOn() ? record.createSession(title, { beside: true }) : record.createUnkept()
      beside.add(sessionId)
      return sessionId
    },
    endBeside(sessionId: string) {
      leave(sessionId, { endedAt: Date.now() })
      beside.delete(sessionId)
    },
    /** Recorded or paused. */
    isCurrent: (sessionId: string): boolean => now.state !== 'stopped' && now.sessionId === sessionId,
    isBeside: (sessionId: string): boolean => beside.has(sessionId),
    close() {
      if (now.state !== 'stopped') leave(now.sessionId, isCommand ? { endedAt: Date.now() } : {})
    },
  }
}
