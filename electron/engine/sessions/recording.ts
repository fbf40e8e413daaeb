// Which session what crosses the wire belongs to. Recording begins with the engine. While it is paused or stopped, calls go
// on in a session that is never written to a file. A call stays in the session in which it began.

import type { Agents } from '../agents.ts'
import type { SessionRecord } from '../store/record.ts'

type State =
  | { readonly state: 'recording' | 'paused'; readonly sessionId: string }
  | { readonly state: 'stopped' }

export interface RecordingService {
  /** Where a call that begins now belongs. */
  currentSession(): string
  /** The one that is recorded, or was last. */
  latestSession(): string
  state(): State
  start(): void
  pause(): void
  stop(): void
  /** Ends the session and begins the next one. */
  startNew(): void
  /** A session of its own for calls that go on beside the current one; kept if what is recorded now is. */
  beginBeside(title: string): string
  endBeside(sessionId: string): void
  isBeside(sessionId: string): boolean
  close(): void
}

export function createRecording(record: SessionRecord, agents: Agents): RecordingService {
  let { sessionId: latest } = record.createSession('')
  let now: State = { state: 'recording', sessionId: latest }
  let unkept: string | undefined

  /** Windows ask for them all the time, so there is little left to count. */
  const allFigures = (sessionId: string) => {
    let figures = record.figures(sessionId)
    for (let entries = -1; figures && figures.entries > entries; figures = record.figures(sessionId)) {
      entries = figures.entries
    }
    return figures
  }
  const beside = new Set<string>()

  const end = () => {
    if (now.state !== 'stopped') endOf(now.sessionId)
  }
  const endOf = (sessionId: string) => {
    const row = record.session(sessionId)
    const ids = new Set(allFigures(sessionId)?.agentIds)
    const named = agents.list().flatMap(({ id, name }) => (ids.has(id) ? [{ id, name }] : []))
    record.editSession(sessionId, { facts: { ...row?.facts, endedAt: Date.now(), agents: named } })
  }
  const begin = () => {
    latest = record.createSession('').sessionId
    now = { state: 'recording', sessionId: latest }
  }

  return {
    currentSession() {
      if (now.state === 'recording') return now.sessionId
      unkept ??= record.createUnkept().sessionId
      return unkept
    },
    latestSession: () => latest,
    state: () => now,
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
    beginBeside(title) {
      const isKept = now.state === 'recording'
      const { sessionId } = isKept ? record.createSession(title, { beside: true }) : record.createUnkept()
      beside.add(sessionId)
      return sessionId
    },
    endBeside(sessionId) {
      endOf(sessionId)
      beside.delete(sessionId)
    },
    isBeside: (sessionId) => beside.has(sessionId),
    close: end,
  }
}
