// The values shared by the steps of one test: responses, and captures by name.

import { randomUUID } from 'node:crypto'
import type { JsonValue } from '#shared/a2a/model.ts'
import { valueAt } from '#shared/checks/path.ts'
import { filledIn, type Lookup } from '#shared/checks/template.ts'
import type { AgentReply } from './agent-reply.ts'

/** A time without trailing zeros in its fraction. */
const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d*[1-9])?)\.?0*Z$/

export type Scope = ReturnType<typeof createScope>

/** `outer` has the values from outside the steps. */
export function createScope(outer: Lookup) {
  const answers = new Map<string, AgentReply>()
  const requests = new Map<string, JsonValue>()
  const captured = new Map<string, JsonValue>()
  const lookup: Lookup = (name) => {
    if (name === '$uuid') return randomUUID()
    const [stepId = '', what, ...path] = name.split('.')
    const parts: Readonly<Record<string, () => JsonValue | undefined>> = {
      response: () => responseOf(answers.get(stepId)),
      request: () => requests.get(stepId),
      headers: () => answers.get(stepId)?.headers,
      grpcStatus: () => answers.get(stepId)?.grpcStatus,
      error: () => answers.get(stepId)?.error as JsonValue | undefined,
    }
    const part = what === undefined || !Object.hasOwn(parts, what) ? undefined : parts[what]
    if (part && !captured.has(name)) return valueAt(part(), path.join('.'))
    return captured.get(name) ?? outer(name)
  }
  return {
    filled: (value: JsonValue): JsonValue => filledIn(value, lookup),
    /** `{{send.response}}`, `send.response` or `send.taskId`; ours are `send.request`, `.headers`, `.error` and `.grpcStatus`. */
    source: (named: string): JsonValue | undefined => lookup(named.replace(/^\{\{\s*|\s*\}\}$/g, '')),
    asked: (stepId: string, request: JsonValue): void => void requests.set(stepId, request),
    answered: (stepId: string, answer: AgentReply): void => void answers.set(stepId, answer),
    capture(stepId: string, names: Readonly<Record<string, string>>, answer: AgentReply): string | undefined {
      for (const [name, path] of Object.entries(names)) {
        const value = valueAt(responseOf(answer), path)
        if (value === undefined) return path
        captured.set(`${stepId}.${name}`, value)
      }
      return undefined
    },
    answer: (stepId: string): AgentReply | undefined => answers.get(stepId),
  }
}

/** For a stream, the first event, so that a path such as `task.id` works. */
export function responseOf(answer: AgentReply | undefined): JsonValue | undefined {
  return answer?.root ?? answer?.events?.[0]?.json
}

/** Without empty members, which bindings add or omit, and with times normalized. */
export function plain(value: JsonValue | undefined): JsonValue {
  return (
    JSON.parse(JSON.stringify(value ?? null), (_, member: JsonValue) => {
      if (isEmpty(member)) return undefined
      return typeof member === 'string' ? member.replace(time, '$1Z') : member
    }) ?? null
  )
}

function isEmpty(value: JsonValue): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
}
