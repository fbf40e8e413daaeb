// Whether a run proves anything: not if no interface responded, or every call was refused without credentials.

import type { RunProblem, TestResult } from '#shared/checks/run.ts'
import { isBad } from '#shared/checks/summary.ts'
import { allEntries } from '#shared/record/all-entries.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { SessionRecord } from '../store/record.ts'

interface Answered {
  status?: number
  failure?: Extract<Entry, { kind: 'failure' }>
  grpcCode?: number
}

/** Of HTTP, and the equal codes of gRPC: permission denied, unauthenticated. */
const refusals: ReadonlySet<number> = new Set([401, 403])
const grpcRefusals: ReadonlySet<number> = new Set([7, 16])
const timeouts: ReadonlySet<string> = new Set(['first-byte-timeout', 'idle-timeout', 'aborted'])

export async function problemOf(
  record: SessionRecord,
  sessionId: string,
  results: readonly TestResult[],
  /** Why no call could be sent, if the card is at fault. */
  unanswered?: string,
): Promise<RunProblem | undefined> {
  if (unanswered !== undefined) return { kind: 'unreachable', sentence: unanswered }
  // A refusal may be what the tests expected.
  if (!results.some(isBad)) return undefined
  const calls = await callsIn(record, sessionId)
  if (calls.length === 0) return undefined
  const answered = calls.filter(({ status }) => status !== undefined)
  if (answered.length === 0) return silenceOf(calls)
  const refused = answered.filter(
    ({ status = 0, grpcCode = 0 }) => refusals.has(status) || grpcRefusals.has(grpcCode),
  )
  if (refused.length < answered.length) return undefined
  const sent = new Set(
    refused.map(({ status, grpcCode }) => (grpcCode ? `gRPC status ${grpcCode}` : `HTTP ${status}`)),
  )
  return {
    kind: 'credentials',
    sentence: `The agent refused every call with ${[...sent].join(' or ')}: credentials are missing or wrong.`,
  }
}

function silenceOf(calls: readonly Answered[]): RunProblem {
  const others = calls.flatMap(({ failure }) => (failure && !timeouts.has(failure.failure) ? [failure] : []))
  const [first] = others
  if (first) return { kind: 'unreachable', sentence: `No call was answered. ${first.message}` }
  return { kind: 'timeout', sentence: 'No call was answered in time.' }
}

/** Calls over the interfaces, without the card, which may be public and elsewhere. */
async function callsIn(record: SessionRecord, sessionId: string): Promise<readonly Answered[]> {
  record.flush()
  const calls = new Map<string, Answered>()
  for await (const entry of allEntries((page) => record.read({ ...page, filter: { sessionId } }))) {
    if (entry.kind === 'request' && isCall(entry)) calls.set(entry.exchangeId, {})
    const call = calls.get(entry.exchangeId)
    if (!call) continue
    if (entry.kind === 'response') call.status = entry.status
    if (entry.kind === 'failure') call.failure = entry
    if (entry.kind === 'end' && entry.grpcStatus) call.grpcCode = entry.grpcStatus.code
  }
  return [...calls.values()]
}

function isCall({ call, url }: Extract<Entry, { kind: 'request' }>): boolean {
  if (call.purpose === 'operation') return true
  return call.purpose === 'raw' && !new URL(url).pathname.startsWith('/.well-known/')
}
