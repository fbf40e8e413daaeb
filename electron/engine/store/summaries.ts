// Updates one summary row per exchange, within the transaction that writes its entries: a batch is aggregated by
// exchange first, so a stream of thousands of frames costs one statement per batch.

import type { DatabaseSync } from 'node:sqlite'
import type { Finding } from '#shared/a2a/finding.ts'
import type { Entry, FrameEntry, RawHeaders, WebhookEntry } from '#shared/record/entry.ts'
import { isDeferred } from '#shared/record/exchange-row.ts'
import { countOf, type Packed, rawBytes } from '#shared/record/run.ts'
import type { FrameRun } from '#shared/record/run-schema.ts'
import { traceContextIn } from '#shared/traces/span.ts'
import type { ExchangeFacts, RowToWrite } from './run.ts'
import { claimTrace } from './span-table.ts'
import type { Numbers } from './write-conversations.ts'

type Text = string | null
type Amount = number | null
/** What a batch adds to one exchange; null for columns without a new value. */
type Added = ReturnType<typeof begun>
type Row = Added['row']

/** Rules of one exchange by which the filter finds it; the exchange lists all. */
const maxSummaryRules = 40
/** Of an exchange's failure in the list; its detail has all of it. */
const maxProblemChars = 2_000

/** An exchange ends once; its first task and context stay. */
const upsert = `
  INSERT INTO summary (exchange, session, first_seq, last_seq, kind, agent, method, url, label, operation, dialect,
    binding, state, failure, status, code, problem, sent, received, at, mono, connected_ms, head_ms, frame_mono, end_mono,
    frames, comments, errors, warnings, infos, rules, task, context, pinned, mark, note, trace,
    trace_span, trace_continued, caller, program, words, task_state)
  VALUES (:exchange, :session, :firstSeq, :lastSeq, :kind, :agent, coalesce(:method, ''), coalesce(:url, ''),
    coalesce(:label, ''), :operation, :dialect, :binding, coalesce(:state, 'open'), :failure, :status, :code, :problem,
    :sent, max(:frameBytes, :received), :at, :mono, :connectedMs, coalesce(:headMs, :headMono - :mono), :frameMono, :endMono,
    :frames, :comments, :errors, :warnings, :infos, :rules, :task, :context, :pinned, :mark, :note, :trace,
    :traceSpan, :traceContinued, :caller, :program, :words, :taskState)
  ON CONFLICT (exchange) DO UPDATE SET last_seq = :lastSeq,
    kind = coalesce(kind, :kind), agent = coalesce(agent, :agent), method = coalesce(:method, method),
    url = coalesce(:url, url), label = coalesce(:label, label), operation = coalesce(operation, :operation),
    dialect = coalesce(dialect, :dialect), binding = coalesce(binding, :binding),
    state = CASE state WHEN 'open' THEN coalesce(:state, 'open') ELSE state END,
    failure = coalesce(failure, :failure), status = coalesce(:status, status), code = coalesce(code, :code),
    problem = coalesce(problem, :problem), sent = sent + :sent, received = max(received + :frameBytes, :received),
    connected_ms = coalesce(connected_ms, :connectedMs), head_ms = coalesce(head_ms, :headMs, :headMono - mono),
    frame_mono = coalesce(frame_mono, :frameMono), end_mono = coalesce(end_mono, :endMono), frames = frames + :frames,
    comments = comments + :comments, errors = errors + :errors, warnings = warnings + :warnings, infos = infos + :infos,
    rules = CASE WHEN :rules = '' OR length(rules) > 4000 THEN rules ELSE rules || :rules END,
    task = coalesce(task, :task), context = coalesce(context, :context), pinned = max(pinned, :pinned),
    mark = coalesce(:mark, mark), note = coalesce(:note, note), trace = coalesce(trace, :trace),
    trace_span = coalesce(trace_span, :traceSpan), trace_continued = coalesce(trace_continued, :traceContinued),
    caller = coalesce(caller, :caller), program = coalesce(program, :program), words = coalesce(words, :words),
    task_state = coalesce(:taskState, task_state)
`

export function createSummaryWriter(database: DatabaseSync, numbers: Pick<Numbers, 'exchange' | 'session'>) {
  // Bound by position: node:sqlite takes longer to bind so many values by name than for the rest of a row.
  const names = [...new Set(upsert.match(/(?<=:)\w+/g))]
  const statement = database.prepare(
    upsert.replaceAll(/:(\w+)/g, (_, name: string) => `?${names.indexOf(name) + 1}`),
  )
  const claim = database.prepare(claimTrace)
  return (rows: readonly RowToWrite[]): void => {
    for (const [uid, { row, sessionId, rules, annotation }] of summedUp(rows)) {
      row.exchange = numbers.exchange(uid)
      row.session = numbers.session(sessionId)
      row.problem = row.problem?.slice(0, maxProblemChars) ?? null
      for (const rule of rules) row.rules += ` ${rule.toLowerCase()}`
      row.pinned = annotation?.pinned ? 1 : 0
      row.mark = annotation?.mark ?? null
      row.note = annotation?.note ?? null
      statement.run(...names.map((name) => row[name as keyof Row]))
      if (row.trace !== null) claim.run(row.session, row.trace)
    }
  }
}

function summedUp(rows: readonly RowToWrite[]): ReadonlyMap<string, Added> {
  const byExchange = new Map<string, Added>()
  for (const { packed, taskId, exchangeFacts, facts = [], taskState } of rows) {
    const added = byExchange.get(packed.exchangeId) ?? begun(packed)
    byExchange.set(packed.exchangeId, added)
    added.row.lastSeq = packed.seq + countOf(packed) - 1
    if (taskId !== undefined) added.row.task ??= taskId
    if (packed.kind === 'run') addRun(added.row, packed)
    else addEntry(added, packed)
    if (exchangeFacts !== undefined) addFacts(added, exchangeFacts)
    for (const { words } of facts) added.row.words ??= words ?? null
    added.row.taskState = taskState ?? added.row.taskState
  }
  return byExchange
}

function addRun(row: Row, run: FrameRun): void {
  const { count, times } = run
  row.frames += count
  row.frameBytes += rawBytes(run)
  row.frameMono ??= times[0]?.[2] ?? null
}

function addEntry(added: Added, entry: Entry): void {
  if (entry.kind === 'frame') addFrame(added.row, entry)
  else addOther(added.row, entry)
  if (entry.findings !== undefined) addFindings(added, entry.findings)
}

function addFrame(row: Row, entry: FrameEntry): void {
  row.frames += 1
  row.frameBytes += entry.raw.sizeBytes
  if (entry.framing === 'sse-comment') row.comments += 1
  else if (row.frameMono === null) row.frameMono = entry.monoMs
}

function addOther(row: Row, entry: Exclude<Entry, FrameEntry>): void {
  switch (entry.kind) {
    case 'request': {
      const { agentId, purpose, operation, dialect, binding, label, via, by } = entry.call
      row.kind = purpose
      row.agent = agentId ?? null
      row.operation = operation ?? null
      row.dialect = dialect ?? null
      row.binding = binding ?? null
      row.label = label
      row.method = entry.method
      row.url = entry.url
      row.sent = entry.body?.sizeBytes ?? 0
      row.caller = via?.caller ?? null
      row.program = via?.program ?? by ?? null
      addTrace(row, entry.headers, via !== undefined)
      return
    }
    case 'response': {
      const { tlsMs, connectMs, firstByteMs } = entry.timings ?? {}
      row.status = entry.status
      row.headMs = firstByteMs ?? null
      row.headMono = entry.monoMs
      row.connectedMs = entry.connection?.reused ? null : (tlsMs ?? connectMs ?? null)
      return
    }
    case 'end':
      row.state = 'done'
      row.endMono = entry.monoMs
      row.received = Math.max(row.received, entry.receivedBytes)
      if (entry.grpcStatus !== undefined && entry.grpcStatus.code !== 0) {
        row.code = entry.grpcStatus.code
        row.problem = entry.grpcStatus.message
      }
      return
    case 'failure':
      row.state = 'failed'
      row.endMono = entry.monoMs
      row.received = Math.max(row.received, entry.receivedBytes)
      row.failure = entry.failure
      row.problem = entry.message
      return
    case 'webhook':
      row.kind = 'webhook'
      addAnswer(row, entry)
      row.method = entry.method
      row.url = entry.path
      row.label = `${entry.method} ${entry.path}`
      if (entry.answeredStatus > 0) row.status = entry.answeredStatus
      row.dialect = entry.dialect ?? null
      row.received = entry.body?.sizeBytes ?? 0
      addTrace(row, entry.headers, true)
      return
    case 'redirect':
    case 'note':
      return
  }
}

function addTrace(row: Row, headers: RawHeaders, isContinued: boolean): void {
  const named = traceContextIn(headers)
  if (named === undefined) return
  row.trace = named.traceId
  row.traceSpan = named.spanId
  row.traceContinued = isContinued ? 1 : null
}

/** A call that is answered later ends with a separate entry. */
function addAnswer(row: Row, entry: WebhookEntry): void {
  if (isDeferred(entry)) return
  const { answer, answeredStatus, monoMs } = entry
  row.endMono = monoMs
  row.state = answeredStatus > 0 ? 'done' : 'failed'
  if (answeredStatus > 0) return
  row.failure = answer?.kind === 'dropped' ? 'aborted' : 'reset'
  row.problem = answer?.reason ?? null
}

function addFindings({ row, rules }: Added, findings: readonly Finding[]): void {
  for (const { severity, rule } of findings) {
    if (severity === 'error') row.errors += 1
    else if (severity === 'warning') row.warnings += 1
    else row.infos += 1
    if (rules.size < maxSummaryRules) rules.add(rule)
  }
}

function addFacts(added: Added, { contextId, error, annotation }: ExchangeFacts): void {
  added.row.context ??= contextId ?? null
  added.annotation ??= annotation
  if (error === undefined) return
  added.row.code ??= error.code ?? null
  added.row.problem ??= error.message
}

function begun(packed: Packed) {
  const { seq, sessionId } = packed
  const [, at = 0, mono = 0] = packed.kind === 'run' ? (packed.times[0] ?? []) : [1, packed.at, packed.monoMs]
  const row = {
    exchange: 0,
    session: 0,
    firstSeq: seq,
    lastSeq: seq,
    at,
    mono,
    kind: null as Text,
    agent: null as Text,
    method: null as Text,
    url: null as Text,
    label: null as Text,
    operation: null as Text,
    dialect: null as Text,
    binding: null as Text,
    state: null as Text,
    failure: null as Text,
    status: null as Amount,
    code: null as Amount,
    problem: null as Text,
    sent: 0,
    frameBytes: 0,
    received: 0,
    connectedMs: null as Amount,
    headMs: null as Amount,
    headMono: null as Amount,
    frameMono: null as Amount,
    endMono: null as Amount,
    frames: 0,
    comments: 0,
    errors: 0,
    warnings: 0,
    infos: 0,
    rules: '',
    task: null as Text,
    context: null as Text,
    pinned: 0,
    mark: null as Text,
    note: null as Text,
    trace: null as Text,
    traceSpan: null as Text,
    traceContinued: null as Amount,
    caller: null as Text,
    program: null as Text,
    words: null as Text,
    taskState: null as Text,
  }
  return { row, sessionId, rules: new Set<string>(), annotation: undefined as ExchangeFacts['annotation'] }
}
