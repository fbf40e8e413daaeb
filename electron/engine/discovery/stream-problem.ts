import type { SessionRecord } from '../store/record.ts'
import { type CardAnswer, eventStream } from './answer.ts'
import { mcpProblem } from './what-it-is.ts'

/** What an answer is that came, or goes on, as a stream of events. Undefined where there was none. */
export async function streamProblem(
  record: SessionRecord,
  exchangeId: string,
): Promise<CardAnswer | undefined> {
  record.flush()
  const filter = { exchangeId, kinds: ['response', 'frame'] as const }
  const { entries } = await record.read({ after: 0, limit: 2, filter })
  const head = entries.find((entry) => entry.kind === 'response')
  const first = entries.find((entry) => entry.kind === 'frame')
  if (head === undefined || first === undefined) return undefined
  // The older transport of MCP begins by naming where to post.
  if (first.event !== 'endpoint') return eventStream(head.status)
  return { kind: 'problem', problem: mcpProblem, status: head.status }
}
