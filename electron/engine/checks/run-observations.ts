// The kinds of objects that a run has received: a rule without input proves nothing.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SeenKind } from '#shared/checks/steps.ts'
import type { Connection } from '#shared/contract/card.ts'
import type { AgentReply } from './agent-reply.ts'

/** By interface; what belongs to none, such as the card, counts for all. */
export function createRunObservations() {
  const byWay = new Map<Connection | undefined, Set<SeenKind>>()
  const kindsOf = (connection: Connection | undefined) => {
    const kinds = byWay.get(connection) ?? new Set()
    byWay.set(connection, kinds)
    return kinds
  }
  return {
    has: (kind: SeenKind, connection: Connection | undefined) =>
      kindsOf(connection).has(kind) ||
      (kind === 'card' && [...byWay.values()].some((kinds) => kinds.has(kind))),
    add(answer: AgentReply, connection: Connection): void {
      const kinds = kindsOf(connection)
      if (!answer.isCard && answer.broken === undefined && answer.status !== undefined) kinds.add('reply')
      if (!answer.isCard && (answer.root !== undefined || answer.events?.length)) kinds.add('result')
      if (answer.error) kinds.add('error')
      if (answer.events) kinds.add('stream')
      kindsIn(answer.root, kinds)
      for (const { json } of answer.events ?? []) kindsIn(json, kinds)
    },
    webhook: (connection: Connection) => void kindsOf(connection).add('webhook'),
  }
}

export type RunObservations = ReturnType<typeof createRunObservations>

function kindsIn(value: JsonValue | undefined, kinds: Set<SeenKind>): void {
  if (Array.isArray(value)) {
    for (const each of value) kindsIn(each, kinds)
    return
  }
  if (!isObject(value)) return
  if ('artifactId' in value) kinds.add('artifact')
  if ('messageId' in value) kinds.add('message')
  if ('state' in value) kinds.add('status')
  if ('timestamp' in value) kinds.add('timestamp')
  if ('id' in value && 'status' in value) kinds.add('task')
  if ('parts' in value) kinds.add('part')
  if ('supportedInterfaces' in value || 'protocolVersion' in value) kinds.add('card')
  if ('tasks' in value) kinds.add('list')
  if ('url' in value && 'taskId' in value) kinds.add('push-config')
  for (const member of Object.values(value)) kindsIn(member, kinds)
}
