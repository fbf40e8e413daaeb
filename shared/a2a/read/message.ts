import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, Message, Part } from '../model.ts'
import type { Habits, Writable } from './members.ts'
import { keep, misfit, strings } from './members.ts'
import { readPart } from './part.ts'
import { roleOf } from './spellings.ts'

export function readMessage(raw: JsonObject, reading: Habits): Message {
  const message: Writable<Message> = { messageId: '', role: 'unknown', parts: none }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'messageId':
      case 'message_id':
        if (typeof value === 'string' && message.messageId === '') message.messageId = value
        else misfit(message, key, value)
        break
      case 'role': {
        const role = roleOf(value)
        if (role === undefined) misfit(message, key, value)
        else message.role = role
        break
      }
      case 'parts':
      case 'content':
        if (isList(value) && message.parts === none) message.parts = readParts(value, reading)
        else misfit(message, key, value)
        break
      case 'contextId':
      case 'context_id':
      case 'sessionId':
        if (typeof value !== 'string' || message.contextId !== undefined) misfit(message, key, value)
        else if (value !== '') message.contextId = value
        break
      case 'taskId':
      case 'task_id':
        if (typeof value !== 'string' || message.taskId !== undefined) misfit(message, key, value)
        else if (value !== '') message.taskId = value
        break
      case 'metadata':
        if (isObject(value)) message.metadata = value
        else misfit(message, key, value)
        break
      case 'extensions': {
        const uris = strings(value)
        if (uris === undefined) misfit(message, key, value)
        else message.extensions = uris
        break
      }
      case 'referenceTaskIds':
      case 'reference_task_ids': {
        const ids = strings(value)
        if (ids === undefined) misfit(message, key, value)
        else message.referenceTaskIds = ids
        break
      }
      case 'kind':
        if (value !== 'message') misfit(message, key, value)
        break
      default:
        keep(message, key, value)
    }
  }
  return message
}

const none: readonly Part[] = []

export function readParts(values: readonly JsonValue[], reading: Habits): readonly Part[] {
  const parts: Part[] = []
  for (const value of values) parts.push(readPart(value, reading))
  return parts
}
