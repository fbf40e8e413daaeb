// Judges push configurations: over an agent's calls in every version, and in the notifications that arrive.

import type { Result } from '#shared/a2a/dialect.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { isObject, memberOf } from '#shared/a2a/json-kinds.ts'
import type { Binding, JsonValue, PushConfig } from '#shared/a2a/model.ts'
import { createFindingSink } from '#shared/a2a/rules/sequence/finding-sink.ts'
import { createPushConfigs, type PushExchange } from '#shared/a2a/rules/sequence/push-configs.ts'
import { objectBook, webhookBook } from '#shared/a2a/rules/shapes/books.ts'
import type { ExchangeFacts, Judge } from './wire/reading.ts'

interface PushAnswer {
  readonly result: Result
  readonly json: JsonValue | undefined
  readonly sentMs: number
  readonly atMs: number
}

type PushJudge = Pick<Judge, 'begin' | 'findInPush'> & {
  /** The response to a message names its task. */
  answered(facts: ExchangeFacts, taskId: string): void
  ended(facts: ExchangeFacts): void
  /** Findings on the response to a call about push configurations. */
  find(facts: ExchangeFacts, answer: PushAnswer): readonly Finding[]
}

export function createPushJudge(): PushJudge {
  const configs = createPushConfigs()
  const answered = new WeakSet<ExchangeFacts>()
  return {
    begin(facts) {
      const exchange = exchangeOf(facts)
      if (exchange) configs.begin(exchange)
    },
    answered(facts, taskId) {
      if (taskId === '' || answered.has(facts)) return
      answered.add(facts)
      const exchange = exchangeOf(facts)
      if (exchange) configs.answered(exchange, taskId)
    },
    ended(facts) {
      const exchange = exchangeOf(facts)
      if (exchange) configs.ended(exchange)
    },
    find(facts, { result, json, sentMs, atMs }) {
      const { dialect, binding } = facts.call
      const exchange = exchangeOf(facts)
      if (!exchange || !dialect || !binding) return none
      if (exchange.operation === 'push-delete') configs.deleted(exchange, atMs)
      const { version } = objectBook(dialect, binding, facts.minor)
      return configsIn(result, json, binding).flatMap(([config, place]) => {
        const findingSink = createFindingSink(place, version)
        configs.check(exchange, config, sentMs, findingSink.add)
        return findingSink.findings()
      })
    },
    findInPush(call, dialect) {
      const findingSink = createFindingSink('', webhookBook(dialect).version)
      configs.checkCall(call, findingSink.add)
      return findingSink.findings()
    },
  }
}

const none: readonly Finding[] = []

/** Undefined if the agent or the operation is unknown. A call of a HAR identifies its agent by the address. */
function exchangeOf({ call, url, exchangeId, asked }: ExchangeFacts): PushExchange | undefined {
  const { agentId = URL.parse(url)?.origin, operation } = call
  if (agentId === undefined || operation === undefined || asked === undefined) return undefined
  return { agentId, exchangeId, operation, asked }
}

/** The configurations in a list or a get, each with its place. */
function configsIn(
  result: Result,
  json: JsonValue | undefined,
  binding: Binding,
): readonly (readonly [PushConfig, place: string])[] {
  const base = binding === 'JSONRPC' ? '/result' : ''
  if (result.kind === 'push-config') return [[result.config, base]]
  if (result.kind !== 'push-configs') return []
  const page = binding === 'JSONRPC' && isObject(json) ? memberOf(json, 'result') : json
  const list = isObject(page) ? `${base}/configs` : base
  return result.page.configs.map((config, index) => [config, `${list}/${index}`])
}
