// The calls one agent was asked in a session, by what makes them the same call. Asked the same again, it answers with what
// it answered then; asked more often than it was, with its last answer.

import { Fault } from '#shared/contract/fault.ts'
import type { Entry, RequestEntry } from '#shared/record/entry.ts'
import type { SessionRecord } from '../../session/record.ts'
import { wholeBody } from '../../session/whole-body.ts'
import { type AskedCall, signatureOf } from './call-signature.ts'
import { type Origins, originsOf } from './origins.ts'

export interface RecordedCall {
  readonly exchangeId: string
  readonly startedMonoMs: number
  readonly rpcId: string | undefined
}

export interface RecordedCalls {
  readonly count: number
  readonly origins: Origins
  /** Of operations, to know which interfaces were spoken to. */
  readonly spoken: readonly { readonly url: string; readonly binding: string | undefined }[]
  /** The exchange whose answer has the card. */
  readonly card: RecordedCall
  next(asked: AskedCall): RecordedCall | undefined
  /** What could have been asked, for who asked something else. */
  examples(): readonly string[]
}

const pageEntries = 500
const mostCalls = 20_000
const mostExamples = 5
const largestBody = 1_048_576

export async function readCalls(
  record: SessionRecord,
  sessionId: string,
  agentId: string,
): Promise<RecordedCalls> {
  const requests = await requestsOf(record, sessionId, agentId)
  const cards = requests.filter(({ call }) => call.purpose === 'card')
  const origins = originsOf(requests.map(({ url }) => url))
  const known = new Map<string, { readonly words: string; readonly calls: RecordedCall[]; asked: number }>()
  let count = 0
  for (const request of requests) {
    if (request.call.binding === 'GRPC' || !URL.canParse(request.url)) continue
    const { key, words, rpcId } = signatureOf({
      method: request.method,
      path: origins.pathOf(request.url),
      body: bodyText(record, request),
    })
    const same = known.get(key) ?? { words, calls: [], asked: 0 }
    known.set(key, same)
    same.calls.push({ exchangeId: request.exchangeId, startedMonoMs: request.monoMs, rpcId })
    count += 1
  }
  const card = cards.findLast(({ exchangeId }) => hasCard(record, exchangeId))
  if (card === undefined) {
    throw new Fault(
      'unsupported',
      'The card of this agent was not read in this session, so nobody could find it.',
    )
  }
  const spoken = requests
    .filter(({ call }) => call.purpose !== 'card')
    .map(({ url, call }) => ({ url, binding: call.binding }))
  if (spoken.length > 0 && spoken.every(({ binding }) => binding === 'GRPC')) {
    throw new Fault('unsupported', 'This agent was spoken to over gRPC, which is not served yet.')
  }
  return {
    count,
    origins,
    spoken,
    card: { exchangeId: card.exchangeId, startedMonoMs: card.monoMs, rpcId: undefined },
    next(asked) {
      const same = known.get(signatureOf(asked).key)
      if (same === undefined) return undefined
      const call = same.calls[Math.min(same.asked, same.calls.length - 1)]
      same.asked += 1
      return call
    },
    examples: () =>
      [...known.values()]
        .map(({ words }) => words)
        .filter((words) => !words.startsWith('GET /.well-known/'))
        .slice(0, mostExamples),
  }
}

async function requestsOf(
  record: SessionRecord,
  sessionId: string,
  agentId: string,
): Promise<readonly RequestEntry[]> {
  const found: RequestEntry[] = []
  for (let offset = 0; found.length < mostCalls; offset += pageEntries) {
    const page = await record.page({ filter: { sessionId, kinds: ['request'] }, offset, limit: pageEntries })
    found.push(...page.filter((entry) => isOf(entry, agentId)))
    if (page.length < pageEntries) break
  }
  return found
}

function isOf(entry: Entry, agentId: string): entry is RequestEntry {
  return entry.kind === 'request' && entry.call.agentId === agentId
}

function bodyText(record: SessionRecord, { body }: RequestEntry): string {
  if (body === undefined) return ''
  return Buffer.from(wholeBody(record, body)).toString('utf8', 0, largestBody)
}

function hasCard(record: SessionRecord, exchangeId: string): boolean {
  const row = record.exchanges.row(exchangeId)
  return row?.state === 'done' && row.status === 200 && row.receivedBytes > 0
}
