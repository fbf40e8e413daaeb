import type { SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import type { Agents } from '../agents.ts'
import type { SessionRecord, StoredSession } from '../store/record.ts'
import type { RecordingService } from './recording.ts'

export type ViewOf = (record: SessionRecord, row: StoredSession) => SessionView

/** A session as a window shows it. An agent is called what the user calls it now, else what the session called it. */
export function createViewOf(agents: Agents, recording: RecordingService): ViewOf {
  return (record, { sessionId, title, createdAt, facts = {} }) => {
    const figures = record.figures(sessionId)
    const known = new Map([
      ...(facts.agents ?? []).map(({ id, name }) => [id, name] as const),
      ...(facts.importedAt === undefined ? agents.list().map(({ id, name }) => [id, name] as const) : []),
    ])
    const now = recording.state()
    const isCurrent = now.state !== 'stopped' && now.sessionId === sessionId
    return {
      id: sessionId,
      name: title,
      note: facts.note ?? '',
      pinned: facts.pinned === true,
      origin: facts.importedAt === undefined ? 'recorded' : 'imported',
      state: isCurrent ? now.state : 'kept',
      createdAt,
      ...defined({ firstAt: figures?.firstAt, lastAt: figures?.lastAt }),
      agents: (figures?.agentIds ?? []).map((id) => ({ id, name: known.get(id) ?? 'An agent' })),
      entries: figures?.entries ?? 0,
      exchanges: figures?.exchanges ?? 0,
      tasks: figures?.tasks ?? 0,
      findings: Math.max(0, (figures?.findings ?? 0) - record.exchanges.mutedIn(sessionId)),
      sizeBytes: figures?.bytes ?? 0,
      ...(facts.partlyDeleted && { partlyDeleted: true as const }),
    }
  }
}
