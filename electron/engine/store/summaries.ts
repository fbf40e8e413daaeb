// Keeps one row an exchange up to date, within the transaction that writes its entries: what a batch adds to each exchange
// is summed up first, so that a stream of thousands of frames costs one statement a batch.

import type { DatabaseSync } from 'node:sqlite'
import type { Finding } from '#shared/a2a/finding.ts'
import { isAnsweredLater } from '#shared/record/answered-later.ts'
import type { Entry, FrameEntry, RawHeaders, WebhookEntry } from '#shared/record/entry.ts'
import { countOf, type FrameRun, type Packed, rawBytes } from '#shared/record/run.ts'
import { traceContextIn } from '#shared/traces/trace-context.ts'
import type { RowToWrite, Told } from './run.ts'
import { claimTrace } from './span-table.ts'

export interface Summaries {
  write(
    rows: readonly RowToWrite[],
    exchangeNumber: (uid: string) => number,
    sessionNumber: (uid: string) => number,
  ): void
}

type Text = string | null
type Amount = number | null

/** What is known of the entry with which an exchange begins. */
interface First {
  readonly seq: number
  readonly sessionId: string
  readonly exchangeId: string
  readonly at: number
  readonly monoMs: number
}

/** What a batch says about one exchange; null where it says nothing. */
interface Added {
  readonly first: First
  lastSeq: number
  kind: Text
  agent: Text
  method: Text
  url: Text
  label: Text
  operation: Text
  dialect: Text
  binding: Text
  state: Text
  failure: Text
  status: Amount
  code: Amount
  problem: Text
  sent: number
  frameBytes: number
  received: number
  connectedMs: Amount
  headMs: Amount
  headMono: Amount
  frameMono: Amount
  endMono: Amount
  frames: number
  comments: number
  errors: number
  warnings: number
  infos: number
  rules: Set<string> | undefined
  task: Text
  context: Text
  trace: Text
  traceSpan: Text
  traceContinued: Amount
  caller: Text
  program: Text
  annotation: Told['annotation']
}

/** Rules of one exchange by which the filter finds it; the exchange lists all. */
const maxSummaryRules = 40
/** Of an exchange's failure in the list; its detail has all of it. */
const maxProblemChars = 2_000

/** An exchange ends once, and is about the first task and context that were named. */
const upsert = `
  INSERT INTO summary (exchange, session, first_seq, last_seq, kind, agent, method, url, label, operation, dialect,
    binding, state, failure, status, code, problem, sent, received, at, mono, connected_ms, head_ms, frame_mono, end_mono,
    frames, comments, errors, warnings, infos, rules, task, context, pinned, mark, note, trace,
    trace_span, trace_continued, caller, program)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce(?7, ''), coalesce(?8, ''), coalesce(?9, ''), ?10, ?11, ?12,
    coalesce(?13, 'open'), ?14, ?15, ?16, ?17, ?18, max(?19, ?20), ?21, ?22, ?23, coalesce(?24, ?25 - ?22), ?26, ?27,
    ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37, ?38, ?39, ?40, ?41, ?42, ?43)
  ON CONFLICT (exchange) DO UPDATE SET last_seq = ?4,
    kind = coalesce(kind, ?5), agent = coalesce(agent, ?6), method = coalesce(?7, method), url = coalesce(?8, url),
    label = coalesce(?9, label), operation = coalesce(operation, ?10), dialect = coalesce(dialect, ?11),
    binding = coalesce(binding, ?12), state = CASE state WHEN 'open' THEN coalesce(?13, 'open') ELSE state END,
    failure = coalesce(failure, ?14), status = coalesce(?15, status), code = coalesce(code, ?16),
    problem = coalesce(problem, ?17), sent = sent + ?18, received = max(received + ?19, ?20),
    connected_ms = coalesce(connected_ms, ?23), head_ms = coalesce(head_ms, ?24, ?25 - mono),
    frame_mono = coalesce(frame_mono, ?26), end_mono = coalesce(end_mono, ?27), frames = frames + ?28,
    comments = comments + ?29, errors = errors + ?30, warnings = warnings + ?31, infos = infos + ?32,
    rules = CASE WHEN ?33 = '' OR length(rules) > 4000 THEN rules ELSE rules || ?33 END,
    task = coalesce(task, ?34), context = coalesce(context, ?35), pinned = max(pinned, ?36), mark = coalesce(?37, mark),
    note = coalesce(?38, note), trace = coalesce(trace, ?39), trace_span = coalesce(trace_span, ?40),
    trace_continued = coalesce(trace_continued, ?41), caller = coalesce(caller, ?42), program = coalesce(program, ?43)
`

export function createSummaries(database: DatabaseSync): Summaries {
  const statement = database.prepare(upsert)
  const claim = database.prepare(claimTrace)
  return {
    write(rows, exchangeNumber, sessionNumber) {
      for (const [uid, added] of summedUp(rows)) {
        const { first } = added
        statement.run(
          exchangeNumber(uid),
          sessionNumber(first.sessionId),
          first.seq,
          added.lastSeq,
          added.kind,
          added.agent,
          added.method,
          added.url,
          added.label,
          added.operation,
          added.dialect,
          added.binding,
          added.state,
          added.failure,
          added.status,
          added.code,
          added.problem?.slice(0, maxProblemChars) ?? null,
          added.sent,
          added.frameBytes,
          added.received,
          first.at,
          first.monoMs,
          added.connectedMs,
          added.headMs,
          added.headMono,
          added.frameMono,
          added.endMono,
          added.frames,
          added.comments,
          added.errors,
          added.warnings,
          added.infos,
          added.rules === undefined ? '' : [...added.rules].map((rule) => ` ${rule.toLowerCase()}`).join(''),
          added.task,
          added.context,
          added.annotation?.pinned ? 1 : 0,
          added.annotation?.mark ?? null,
          added.annotation?.note ?? null,
          added.trace,
          added.traceSpan,
          added.traceContinued,
          added.caller,
          added.program,
        )
        if (added.trace !== null) claim.run(sessionNumber(first.sessionId), added.trace)
      }
    },
  }
}

function summedUp(rows: readonly RowToWrite[]): ReadonlyMap<string, Added> {
  const byExchange = new Map<string, Added>()
  for (const { packed, taskId, told } of rows) {
    const added = byExchange.get(packed.exchangeId) ?? begun(packed)
    byExchange.set(packed.exchangeId, added)
    added.lastSeq = packed.seq + countOf(packed) - 1
    if (taskId !== undefined && added.task === null) added.task = taskId
    if (packed.kind === 'run') addRun(added, packed)
    else addEntry(added, packed)
    if (told !== undefined) addTold(added, told)
  }
  return byExchange
}

function addRun(added: Added, run: FrameRun): void {
  const { count, times } = run
  added.frames += count
  added.frameBytes += rawBytes(run)
  added.frameMono ??= times[0]?.[2] ?? null
}

function addEntry(added: Added, entry: Entry): void {
  if (entry.kind === 'frame') addFrame(added, entry)
  else addOther(added, entry)
  if (entry.findings !== undefined) addFindings(added, entry.findings)
}

function addFrame(added: Added, entry: FrameEntry): void {
  added.frames += 1
  added.frameBytes += entry.raw.sizeBytes
  if (entry.framing === 'sse-comment') added.comments += 1
  else if (added.frameMono === null) added.frameMono = entry.monoMs
}

function addOther(added: Added, entry: Exclude<Entry, FrameEntry>): void {
  switch (entry.kind) {
    case 'request': {
      const { agentId, purpose, operation, dialect, binding, label, via } = entry.call
      added.kind = purpose
      added.agent = agentId ?? null
      added.operation = operation ?? null
      added.dialect = dialect ?? null
      added.binding = binding ?? null
      added.label = label
      added.method = entry.method
      added.url = entry.url
      added.sent = entry.body?.sizeBytes ?? 0
      added.caller = via?.caller ?? null
      added.program = via?.program ?? null
      addTrace(added, entry.headers, via !== undefined)
      return
    }
    case 'response': {
      const { tlsMs, connectMs, firstByteMs } = entry.timings ?? {}
      added.status = entry.status
      added.headMs = firstByteMs ?? null
      added.headMono = entry.monoMs
      added.connectedMs = entry.connection?.reused ? null : (tlsMs ?? connectMs ?? null)
      return
    }
    case 'end':
      added.state = 'done'
      added.endMono = entry.monoMs
      added.received = Math.max(added.received, entry.receivedBytes)
      if (entry.grpcStatus !== undefined && entry.grpcStatus.code !== 0) {
        added.code = entry.grpcStatus.code
        added.problem = entry.grpcStatus.message
      }
      return
    case 'failure':
      added.state = 'failed'
      added.endMono = entry.monoMs
      added.received = Math.max(added.received, entry.receivedBytes)
      added.failure = entry.failure
      added.problem = entry.message
      return
    case 'webhook':
      added.kind = 'webhook'
      addAnswer(added, entry)
      added.method = entry.method
      added.url = entry.path
      added.label = `${entry.method} ${entry.path}`
      if (entry.answeredStatus > 0) added.status = entry.answeredStatus
      added.dialect = entry.dialect ?? null
      added.received = entry.body?.sizeBytes ?? 0
      addTrace(added, entry.headers, true)
      return
    case 'redirect':
    case 'note':
      return
  }
}

function addTrace(added: Added, headers: RawHeaders, isContinued: boolean): void {
  const named = traceContextIn(headers)
  if (named === undefined) return
  added.trace = named.traceId
  added.traceSpan = named.spanId
  added.traceContinued = isContinued ? 1 : null
}

/** A call that is answered later ends with an entry of its own. */
function addAnswer(added: Added, entry: WebhookEntry): void {
  if (isAnsweredLater(entry)) return
  const { answer, answeredStatus, monoMs } = entry
  added.endMono = monoMs
  added.state = answeredStatus > 0 ? 'done' : 'failed'
  if (answeredStatus > 0) return
  added.failure = answer?.kind === 'dropped' ? 'aborted' : 'reset'
  added.problem = answer?.reason ?? null
}

function addFindings(added: Added, findings: readonly Finding[]): void {
  for (const { severity, rule } of findings) {
    if (severity === 'error') added.errors += 1
    else if (severity === 'warning') added.warnings += 1
    else added.infos += 1
    added.rules ??= new Set()
    if (added.rules.size < maxSummaryRules) added.rules.add(rule)
  }
}

function addTold(added: Added, { contextId, error, annotation }: Told): void {
  added.context ??= contextId ?? null
  added.annotation ??= annotation
  if (error === undefined) return
  added.code ??= error.code ?? null
  added.problem ??= error.message
}

function begun(packed: Packed): Added {
  const { seq, sessionId, exchangeId } = packed
  const [, at = 0, monoMs = 0] =
    packed.kind === 'run' ? (packed.times[0] ?? []) : [1, packed.at, packed.monoMs]
  return {
    first: { seq, sessionId, exchangeId, at, monoMs },
    lastSeq: seq,
    kind: null,
    agent: null,
    method: null,
    url: null,
    label: null,
    operation: null,
    dialect: null,
    binding: null,
    state: null,
    failure: null,
    status: null,
    code: null,
    problem: null,
    sent: 0,
    frameBytes: 0,
    received: 0,
    connectedMs: null,
    headMs: null,
    headMono: null,
    frameMono: null,
    endMono: null,
    frames: 0,
    comments: 0,
    errors: 0,
    warnings: 0,
    infos: 0,
    rules: undefined,
    task: null,
    context: null,
    trace: null,
    traceSpan: null,
    traceContinued: null,
    caller: null,
    program: null,
    annotation: undefined,
  }
}
