// One call to an agent, read from the record as a window reads it: what is printed is what is stored, with secrets masked.

import type { Result } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { AgentError } from '#shared/a2a/model.ts'
import type { CallFacts, Entry } from '#shared/record/entry.ts'
import type { CachedDecode } from '#shared/story/decode-cache.ts'
import { createReading } from '#shared/story/reading.ts'
import { Failure } from '../failure.ts'
import { type AgentRun, credentialsHint, unreachableHint } from '../with-agent.ts'

interface Exchange {
  readonly call: CallFacts
  status?: number
  items: number
  problem?: Failure | undefined
}

type Run = Pick<AgentRun, 'engine' | 'agent' | 'commandLine'>

/** Rejects with a `Failure` where the agent answered with an error or not at all. */
export async function runCall(
  { engine, agent, commandLine }: Run,
  perform: () => Promise<{ readonly exchangeId?: string }>,
  take: (result: Result) => void,
): Promise<void> {
  const { record } = engine
  record.flush()
  const exchanges = new Map<string, Exchange>()
  const hint = `The window shows what was sent and returned, for a run without --no-record: ${commandLine('open --open-session last')}`
  const reader = createReader(record, agent.id, exchanges, take, hint)
  const over = new AbortController()
  let after = record.latest()
  let exchangeId: string | undefined
  const done = perform()
    .then((answer) => {
      exchangeId = answer.exchangeId
    })
    .finally(() => over.abort())
  // Awaited below, after the record was read to its end.
  done.catch(() => undefined)
  for (;;) {
    const isOver = over.signal.aborted
    if (isOver) record.flush()
    const page = await record.read(isOver ? { after } : { after, waitMs: maxReadWaitMs, signal: over.signal })
    after = page.next
    for (const entry of page.entries) reader(entry)
    if (isOver && page.entries.length === 0 && page.next >= page.latest) break
  }
  await done
  const problem = exchangeId === undefined ? undefined : exchanges.get(exchangeId)?.problem
  if (problem) throw problem
}

/** The last result of the call in which `read` finds something. */
export async function resultOfCall<T>(
  run: Run,
  perform: () => Promise<{ readonly exchangeId?: string }>,
  read: (result: Result) => T | undefined,
  missing: string,
): Promise<T> {
  let match: T | undefined
  await runCall(run, perform, (result) => {
    match = read(result) ?? match
  })
  if (match === undefined) throw new Failure('failed', missing)
  return match
}

// Time-out of one read of the record, which is then repeated.
const maxReadWaitMs = 60_000

function createReader(
  record: Run['engine']['record'],
  agentId: string,
  exchanges: Map<string, Exchange>,
  take: (result: Result) => void,
  hint: string,
): (entry: Entry) => void {
  const reading = createReading({ dialectOf, bodies: bodyTextsOf(record) })
  return (entry) => {
    if (entry.kind === 'request') {
      const { call } = entry
      if (call.purpose === 'operation' && call.agentId === agentId)
        exchanges.set(entry.exchangeId, { call, items: 0 })
      return
    }
    const exchange = exchanges.get(entry.exchangeId)
    if (!exchange) return
    if (entry.kind === 'response') exchange.status = entry.status
    if (entry.kind === 'failure') exchange.problem = failureOf(entry, hint)
    if (entry.kind !== 'frame' && entry.kind !== 'end') return
    const answer = reading.answer(entry, exchange.call, exchange.status)
    if (answer.kind === 'result') {
      exchange.items++
      take(answer.result)
    } else exchange.problem = problemOf(answer, exchange, entry, hint) ?? exchange.problem
  }
}

function failureOf({ failure, message }: Extract<Entry, { kind: 'failure' }>, hint: string): Failure {
  switch (failure) {
    case 'refused':
    case 'dns':
    case 'tls':
    case 'reset':
    case 'idle-closed':
    case 'address':
      return new Failure('unreachable', message, unreachableHint)
    case 'connect-timeout':
    case 'first-byte-timeout':
    case 'idle-timeout':
      return new Failure('timeout', message, unreachableHint)
    default:
      return new Failure('failed', message, hint)
  }
}

function problemOf(
  answer: Exclude<CachedDecode, { kind: 'result' }>,
  { status = 0, items }: Exchange,
  entry: Entry,
  hint: string,
): Failure | undefined {
  const isRefused = isRefusal(status) || (entry.kind === 'end' && entry.grpcStatus?.code === unauthenticated)
  const failure = (sentence: string, refused = isRefused) =>
    refused ? new Failure('credentials', sentence, credentialsHint) : new Failure('failed', sentence, hint)
  switch (answer.kind) {
    case 'error':
      return failure(errorSentence(answer.error), isRefused || isRefusal(answer.error.httpStatus))
    case 'unreadable':
      return failure(`Couldn't parse the response: ${answer.reason}`)
    case 'not-loaded':
      return failure("Couldn't parse the response: The response is too large to be read here.")
    case 'nothing':
      if (isRefused || status >= 400) return failure(`The agent returned HTTP ${status}.`)
      return entry.kind === 'end' && entry.grpcStatus && entry.grpcStatus.code !== 0 && items === 0
        ? failure(`The agent returned gRPC status ${entry.grpcStatus.code}: ${entry.grpcStatus.message}`)
        : undefined
  }
}

/** The status code of gRPC. */
const unauthenticated = 16

function isRefusal(status: number | undefined): boolean {
  return status === 401 || status === 403
}

function errorSentence({ code, message, reason }: AgentError): string {
  const text = [code, reason].filter((each) => each !== undefined).join(', ')
  return `The agent returned an error${text === '' ? '' : ` (${text})`}: ${message}`
}

/** Texts of bodies that are stored apart from their entries. */
export function bodyTextsOf(record: Run['engine']['record']): (hash: string) => string | undefined {
  return (hash) => {
    const bodyRange = record.body(hash)
    return bodyRange && Buffer.from(bodyRange.bytes).toString('utf8')
  }
}
