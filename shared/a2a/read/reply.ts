// Decodes a reply, an event or a webhook body: the envelope first, then the result of the operation, then any other
// content. All dialects share this; they differ in their `Reading` only.

import type { Decoded, Result } from '../dialect.ts'
import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, TaskPage, Update } from '../model.ts'
import type { OperationKind } from '../operation.ts'
import { outOfBounds } from './bound.ts'
import { hasCardMembers, readCard } from './card.ts'
import { readError } from './error.ts'
import * as member from './member-table.ts'
import { reader } from './member-table.ts'
import type { Habits } from './members.ts'
import { looksLikePushConfig, readPushConfig, readPushConfigPage } from './push-config.ts'
import { readTask } from './task.ts'
import type { UpdatePlace } from './update.ts'
import { readUpdate } from './update.ts'

export function decodeReplyWith(
  reading: Habits,
  operation: OperationKind,
  raw: JsonValue,
  httpStatus?: number,
): Decoded<Result> {
  const bound = outOfBounds(raw)
  if (bound !== undefined) return unreadable(`Too complex to parse: ${bound}.`)
  const opened = open(raw)
  if (opened.kind === 'error' || (opened.kind === 'bare' && failed(httpStatus))) {
    const error = readError(raw, httpStatus)
    return error === undefined ? unreadable('The error has no content.') : { kind: 'error', error }
  }
  const result = readResult(reading, operation, opened.content)
  if (result !== undefined) return { kind: 'result', result }
  const error = readError(opened.content, httpStatus)
  if (error !== undefined) return { kind: 'error', error }
  return unreadable(`It has neither an error nor a result of “${operation}”.`)
}

export function decodeUpdateWith(reading: Habits, raw: JsonValue, place: UpdatePlace): Decoded<Update> {
  const bound = outOfBounds(raw)
  if (bound !== undefined) return unreadable(`Too complex to parse: ${bound}.`)
  const opened = open(raw)
  if (opened.kind !== 'error') {
    const update = readUpdate(opened.content, reading, place)
    if (update !== undefined) return { kind: 'result', result: update }
  }
  const error = readError(raw)
  if (error !== undefined) return { kind: 'error', error }
  return unreadable('It has no task, message, status update or artifact update.')
}

/**
 * Recognises a JSON-RPC envelope by its members, not by the binding: REST agents wrap, and JSON-RPC agents omit it.
 * `error:null` beside a result is not an error; `jsonrpc` without either is success without a result (PROTOCOL 3.2, 9.5).
 */
function open(raw: JsonValue): { readonly kind: 'bare' | 'result' | 'error'; readonly content: JsonValue } {
  if (!isObject(raw)) return { kind: 'bare', content: raw }
  const { jsonrpc, result, error } = raw
  const failing = error !== undefined && error !== null
  if (jsonrpc !== undefined) {
    if (failing) return { kind: 'error', content: raw }
    return { kind: 'result', content: result ?? null }
  }
  if (result !== undefined && !failing) return { kind: 'result', content: result }
  const { status, artifact, parts } = raw
  const speaks = status !== undefined || artifact !== undefined || parts !== undefined
  return failing && !speaks ? { kind: 'error', content: raw } : { kind: 'bare', content: raw }
}

function failed(httpStatus: number | undefined): boolean {
  return httpStatus !== undefined && httpStatus >= 400
}

function unreadable(reason: string): { readonly kind: 'unreadable'; readonly reason: string } {
  return { kind: 'unreadable', reason }
}

function readResult(reading: Habits, operation: OperationKind, content: JsonValue): Result | undefined {
  if (content === null) return { kind: 'nothing' }
  switch (operation) {
    case 'send':
    case 'stream':
    case 'subscribe':
      return readAsUpdate(reading, content)
    case 'get':
    case 'cancel':
      return readAsTask(reading, content)
    case 'list': {
      const page = readTaskPage(reading, content)
      return page === undefined ? undefined : { kind: 'tasks', page }
    }
    case 'push-create':
    case 'push-get':
      return isObject(content) && looksLikePushConfig(content)
        ? { kind: 'push-config', config: readPushConfig(content) }
        : undefined
    case 'push-list':
      return readAsPushConfigs(content)
    case 'push-delete':
      // The content of a success does not matter.
      return readError(content) === undefined ? { kind: 'nothing' } : undefined
    case 'extended-card':
      return isObject(content) && hasCardMembers(content)
        ? { kind: 'card', card: readCard(content) }
        : undefined
  }
}

function readAsUpdate(reading: Habits, content: JsonValue): Result | undefined {
  const update = readUpdate(content, reading, 'elsewhere')
  return update === undefined ? undefined : { kind: 'update', update }
}

/** Where a task was requested, an id is enough: the findings report what is missing. */
function readAsTask(reading: Habits, content: JsonValue): Result | undefined {
  const update = readUpdate(content, reading, 'elsewhere')
  if (update === undefined) {
    if (!isObject(content)) return undefined
    const { id, message } = content
    const named = typeof id === 'string' && message === undefined
    return named ? { kind: 'task', task: readTask(content, reading) } : undefined
  }
  return update.kind === 'task' ? { kind: 'task', task: update.task } : { kind: 'update', update }
}

const readPage = reader<TaskPage, Habits>(
  () => ({ tasks: [] }),
  member.objects('tasks', readTask),
  member.text('nextPageToken'),
  member.number('pageSize'),
  member.number('totalSize'),
)

/** 0.3 prose defines a bare list; a page without `tasks` is an empty ProtoJSON page. */
function readTaskPage(reading: Habits, content: JsonValue): TaskPage | undefined {
  if (isList(content)) return readPage({ tasks: content }, reading)
  if (!isObject(content)) return undefined
  const { tasks, nextPageToken, pageSize, totalSize } = content
  const empty = nextPageToken !== undefined || pageSize !== undefined || totalSize !== undefined
  if (!isList(tasks) && !empty && Object.keys(content).length > 0) return undefined
  return readPage(content, reading)
}

/** An agent that stores one configuration may return it alone; an empty ProtoJSON page is `{}`. */
function readAsPushConfigs(content: JsonValue): Result | undefined {
  if (isObject(content) && looksLikePushConfig(content)) {
    return { kind: 'push-configs', page: { configs: [readPushConfig(content)] } }
  }
  if (isObject(content) && !holdsConfigs(content)) return undefined
  const page = readPushConfigPage(content)
  return page === undefined ? undefined : { kind: 'push-configs', page }
}

function holdsConfigs(content: JsonObject): boolean {
  const { configs, nextPageToken } = content
  return isList(configs) || nextPageToken !== undefined || Object.keys(content).length === 0
}
