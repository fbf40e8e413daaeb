// Which kinds of things a run has seen: a rule that had nothing to judge has passed nothing.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SeenKind } from '#shared/checks/steps.ts'
import type { Connection } from '#shared/contract/card.ts'
import type { Answer } from './answer.ts'

/** By interface; what belongs to none, such as the card, was seen over all. */
export function createRunObservations() {
  const byWay = new Map<Connection | undefined, Set<SeenKind>>()
  const select = (way: Connection | undefined) => {
    const visited = byWay.get(way) ?? new Set()
    byWay.set(way, visited)
    return visited
  }
  return {
    has: (kind: SeenKind, way: Connection | undefined) =>
      select(way).has(kind) || (kind === 'card' && [...byWay.values()].some((visited) => visited.has(kind))),
    add(answer: Answer, way: Connection): void {
      const visited = select(way)
      if (!answer.isCard && answer.broken === undefined && answer.status !== undefined) visited.add('reply')
      if (!answer.isCard && (answer.root !== undefined || answer.events?.length)) visited.add('result')
      if (answer.error) visited.add('error')
      if (answer.events) visited.add('stream')
      kindsIn(answer.root, visited)
      for (const { json } of answer.events ?? []) kindsIn(json, visited)
    },
    webhook: (way: Connection) => void select(way).add('webhook'),
  }
}

export type RunObservations = ReturnType<typeof createRunObservations>

function kindsIn(value: JsonValue | undefined, visited: Set<SeenKind>): void {
  if (Array.isArray(value)) {
    for (const each of value) kindsIn(each, visited)
    return
  }
  if (!isObject(value)) return
  if ('artifactId' in value) visited.add('artifact')
  if ('messageId' in value) visited.add('message')
  if ('state' in value) visited.add('status')
  if ('timestamp' in value) visited.add('timestamp')
  if ('id' in value && 'status' in value) visited.add('task')
  if ('parts' in value) visited.add('part')
  if ('supportedInterfaces' in value || 'protocolVersion' in value) visited.add('card')
  if ('tasks' in value) visited.add('list')
  if ('url' in value && 'taskId' in value) visited.add('push-config')
  for (const member of Object.values(value)) kindsIn(member, visited)
}
