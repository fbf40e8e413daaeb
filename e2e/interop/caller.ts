// One interface of one server, called through Parley's wire, dialects and record. A case gets decoded answers; every exchange
// is recorded, so that the findings of a case can be read afterwards.

import type { SessionRecord } from '#engine/store/record.ts'
import { type Call, callInEitherSpelling, type RawOutcome, type Wire } from '#engine/wire/wire.ts'
import type { Decoded, Dialect, EncodeOptions, Result } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { AgentError, Binding, JsonValue, Message, Part, Task, Update } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { isAtRest } from '#shared/a2a/task-states.ts'
import { defined } from '#shared/defined.ts'
import type { WebhookEntry } from '#shared/record/entry.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { Hook, Hooks } from './hooks.ts'
import { findView, type SeenTask } from './seen-task.ts'
import { Mismatch, NotInVersion } from './verdict.ts'

export interface Way {
  /** As the table and the report spell it: `1.0 JSONRPC`. */
  readonly name: string
  readonly dialect: Dialect
  readonly binding: Binding
  readonly url: string
  readonly tenant?: string
}

export interface Caller {
  readonly way: Way
  /** A unary call; an agent's error is a mismatch. */
  ask(operation: Operation): Promise<Result>
  /** A unary call that must be refused. */
  refused(operation: Operation): Promise<AgentError>
  /** A streaming call, left open for the case to read; `done` resolves at its end. */
  open(operation: Operation): Call
  /** All updates of a streaming call. */
  stream(operation: Operation): Promise<readonly Update[]>
  raw(request: RawCall): Promise<Decoded<Result>>
  /** A task as the record shows it, after everything so far. */
  seen(taskId: string): Promise<SeenTask>
  /** Polls until the task is at rest: ended, or waiting for the user. */
  settled(taskId: string): Promise<Task>
  /** A webhook of Parley's for the agent to call. */
  hook(agentConfigId: string): Promise<Hook>
  /** The user's choice under "Connection" after plain bytes did not arrive; false where there is no choice. */
  encodeFilesTwice(): boolean
  /** Whether that was chosen. */
  filesTwice(): boolean
  /** The update in a webhook call; its findings count for the case. */
  heard(call: WebhookEntry): Update
  /** Rule ids of all exchanges since the last call. */
  findings(): Promise<readonly string[]>
}

interface RawCall {
  readonly method: string
  readonly path?: string
  readonly body?: JsonValue
  readonly operation: Operation['kind']
}

interface Tools {
  readonly wire: Wire
  readonly record: SessionRecord
  readonly sessionId: string
  readonly hooks: Hooks
  readonly signal: AbortSignal
}

export function createCaller(way: Way, { wire, record, sessionId, hooks, signal }: Tools): Caller {
  const reading = createReading({ dialectOf, bodies: (hash) => textOf(record.body(hash)?.bytes) })
  let exchanges: string[] = []
  let fileBytes: EncodeOptions['fileBytes']

  const recording: Pick<Wire, 'call'> = {
    call(request) {
      const made = wire.call(request)
      exchanges.push(made.exchangeId)
      return made
    },
  }
  const call = (operation: Operation): Call => {
    const options = defined({ tenant: way.tenant, fileBytes })
    const { url, dialect, binding } = way
    const encoded = dialect.encode(operation, binding, options)
    if (encoded === undefined) throw new NotInVersion()
    return callInEitherSpelling(
      recording,
      { url, dialect, operation, call: encoded, sessionId, purpose: 'operation', signal },
      options,
    )
  }

  const reply = async (operation: Operation): Promise<Decoded<Result>> => {
    const outcome = await call(operation).done
    if (outcome.kind === 'failure') throw new Mismatch(outcome.failure.message)
    if (outcome.kind === 'stream') throw new Mismatch('a stream came where a reply should')
    return outcome.decoded
  }

  const send = async (operation: Operation): Promise<Result> => {
    const decoded = await reply(operation)
    if (decoded.kind === 'result') return decoded.result
    if (decoded.kind === 'error') throw new Mismatch(sentence(decoded.error))
    throw new Mismatch(`the reply cannot be read: ${decoded.reason}`)
  }

  return {
    way,
    ask: send,
    open: call,

    async refused(operation) {
      const decoded = await reply(operation)
      if (decoded.kind === 'error') return decoded.error
      throw new Mismatch(decoded.kind === 'result' ? 'it was answered with a result' : decoded.reason)
    },

    async stream(operation) {
      const { updates, done } = call(operation)
      const outcome = await done
      if (outcome.kind === 'failure') throw new Mismatch(outcome.failure.message)
      if (outcome.kind === 'reply' && outcome.decoded.kind === 'error')
        throw new Mismatch(sentence(outcome.decoded.error))
      if (outcome.kind === 'reply') throw new Mismatch('a single reply came where a stream should')
      const observed: Update[] = []
      for await (const { decoded } of updates) {
        if (decoded.kind === 'result') observed.push(decoded.result)
        else throw new Mismatch(decoded.kind === 'error' ? sentence(decoded.error) : decoded.reason)
      }
      return observed
    },

    async raw({ method, path = '', body, operation }) {
      const { dialect, binding } = way
      const version = dialect.id === '1.0' ? ([['A2A-Version', '1.0']] as const) : []
      const sent = wire.request({
        sessionId,
        purpose: 'raw',
        method,
        url: `${way.url.replace(/\/$/, '')}${path}` || way.url,
        headers: [['Content-Type', 'application/json'], ['Accept', 'application/json'], ...version],
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        dialect,
        binding,
        operation,
        streaming: false,
        signal,
      })
      exchanges.push(sent.exchangeId)
      return decodeRaw(await sent.done, way, operation)
    },

    async seen(taskId) {
      const projection = new Projection(reading)
      record.flush()
      for (;;) {
        const { entries } = await record.read({ after: projection.lastSeq(), filter: { sessionId } })
        if (entries.length === 0) return findView(projection.snapshot().tasks, taskId)
        projection.apply(entries)
      }
    },

    async settled(taskId) {
      for (;;) {
        const result = await send({ kind: 'get', taskId })
        if (result.kind !== 'task') throw new Mismatch(`get answered a ${result.kind}`)
        if (isAtRest(result.task.status.state)) return result.task
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },

    encodeFilesTwice() {
      if (fileBytes !== undefined || way.dialect.id !== '0.3-proto') return false
      fileBytes = 'encoded-twice'
      return true
    },
    filesTwice: () => fileBytes !== undefined,

    hook: (agentConfigId) => hooks.open(agentConfigId, way.dialect.id),

    heard(entry) {
      exchanges.push(entry.exchangeId)
      const answer = reading.answer(entry, undefined, undefined)
      if (answer.kind === 'result' && answer.result.kind === 'update') return answer.result.update
      throw new Mismatch('the webhook call cannot be read')
    },

    async findings() {
      record.flush()
      const rules = new Set<string>()
      for (const exchangeId of exchanges) {
        const { entries } = await record.read({ after: 0, filter: { exchangeId } })
        for (const { findings = [] } of entries) for (const { rule } of findings) rules.add(rule)
      }
      exchanges = []
      return [...rules].sort()
    },
  }
}

export function message(parts: readonly Part[], more: Partial<Message> = {}): Message {
  return { messageId: crypto.randomUUID(), role: 'user', parts, ...more }
}

export function sentence({ code, httpStatus, message: text }: AgentError): string {
  return [code ?? (httpStatus === undefined ? undefined : `HTTP ${httpStatus}`), text]
    .filter((each) => each !== undefined)
    .join(' ')
}

function decodeRaw(outcome: RawOutcome, { dialect, binding }: Way, operation: Operation['kind']) {
  if (outcome.kind === 'failure') throw new Mismatch(outcome.failure.message)
  if (outcome.kind === 'stream') throw new Mismatch('a stream came where a refusal should')
  const text = new TextDecoder().decode(outcome.body)
  try {
    return dialect.decodeReply(operation, binding, JSON.parse(text), outcome.status)
  } catch {
    return {
      kind: 'error',
      error: { message: text.slice(0, 120), httpStatus: outcome.status },
    } as const
  }
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}
