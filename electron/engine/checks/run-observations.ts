// Which kinds of things a run has seen: a rule that had nothing to judge has passed nothing.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SeenKind } from '#shared/checks/steps.ts'
import type { Connection } from '#shared/contract/card.ts'
import type { Answer } from './answer.ts'

/** By interface; what belongs to none, such as the card, was seen over all. */
export function createSeen() {
  const byWay = new Map<Connection | undefined, Set<SeenKind>>()
  const of = (way: Connection | undefined) => {
    const seen = byWay.get(way) ?? new Set()
    byWay.set(way, seen)
    return seen
  }
  return {
    has: (kind: SeenKind, way: Connection | undefined) =>
      of(way).has(kind) || (kind === 'card' && [...byWay.values()].some((seen) => seen.has(kind))),
    add(answer: Answer, way: Connection): void {
      const seen = of(way)
      if (!answer.isCard && answer.broken === undefined && answer.status !== undefined) seen.add('reply')
      if (!answer.isCard && (answer.root !== undefined || answer.events?.length)) seen.add('result')
      if (answer.error) seen.add('error')
      if (answer.events) seen.add('stream')
      kindsIn(answer.root, seen)
      for (const { json } of answer.events ?? []) kindsIn(json, seen)
    },
    webhook: (way: Connection) => void of(way).add('webhook'),
  }
}

export type Seen = ReturnType<typeof createSeen>

function kindsIn(value: JsonValue | undefined, seen: Set<SeenKind>): void {
  if (Array.isArray(value)) {
    for (const each of value) kindsIn(each, seen)
    return
  }
  if (!isObject(value)) return
  if ('artifactId' in value) seen.add('artifact')
  if ('messageId' in value) seen.add('message')
  if ('state' in value) seen.add('status')
  if ('timestamp' in value) seen.add('timestamp')
  if ('id' in value && 'status' in value) seen.add('task')
  if ('parts' in value) seen.add('part')
  if ('supportedInterfaces' in value || 'protocolVersion' in value) seen.add('card')
  if ('tasks' in value) seen.add('list')
  if ('url' in value && 'taskId' in value) seen.add('push-config')
  for (const member of Object.values(value)) kindsIn(member, seen)
}
