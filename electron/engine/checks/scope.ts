// What the steps of one test know of each other: what was answered, and what was taken from it under a name.

import { randomUUID } from 'node:crypto'
import type { JsonValue } from '#shared/a2a/model.ts'
import { valueAt } from '#shared/checks/path.ts'
import { filledIn, type Lookup } from '#shared/checks/template.ts'
import type { Answer } from './answer.ts'

/** What precedes zeros at the end of a fraction of a second. */
const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d*[1-9])?)\.?0*Z$/

export type Scope = ReturnType<typeof createScope>

/** `outer` knows what does not come from a step. */
export function createScope(outer: Lookup) {
  const answers = new Map<string, Answer>()
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
    /** With every name in it replaced. */
    filled: (value: JsonValue): JsonValue => filledIn(value, lookup),
    /** `{{send.response}}`, `send.response` or `send.taskId`; of ours, `send.request`, `send.headers`, `send.error` and `send.grpcStatus`. */
    source: (named: string): JsonValue | undefined => lookup(named.replace(/^\{\{\s*|\s*\}\}$/g, '')),
    asked: (stepId: string, request: JsonValue): void => void requests.set(stepId, request),
    answered: (stepId: string, answer: Answer): void => void answers.set(stepId, answer),
    capture(stepId: string, names: Readonly<Record<string, string>>, answer: Answer): string | undefined {
      for (const [name, path] of Object.entries(names)) {
        const value = valueAt(responseOf(answer), path)
        if (value === undefined) return path
        captured.set(`${stepId}.${name}`, value)
      }
      return undefined
    },
    answer: (stepId: string): Answer | undefined => answers.get(stepId),
  }
}

/** Of a stream, its events; the first of them is what a path such as `task.id` looks into. */
export function responseOf(answer: Answer | undefined): JsonValue | undefined {
  return answer?.root ?? answer?.events?.[0]?.json
}

/** Without what a binding leaves out or puts in because it is empty, and a time however many digits it has. */
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
