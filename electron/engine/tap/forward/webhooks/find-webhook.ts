// Whether a request names a webhook, and the same request with another address in its place: that one string changes, wherever it stands,
// and nothing else of the body.

import type { PushConfig } from '#shared/a2a/model.ts'
import { webhookOf } from '#shared/a2a/operation.ts'
import { foundCall } from '../../found-call.ts'
import type { Asked, ForwardPlan } from '../messages.ts'
import { webhookPlaces } from './webhook-places.ts'

export interface FoundWebhook {
  readonly config: PushConfig
  /** Where it stands in the body is known. */
  readonly isPlaced: boolean
  /** The body with this address in place of the caller's. */
  withAddress(address: string): Buffer
}

type Called = Pick<Asked, 'method' | 'url' | 'headers'>

/** Undefined where none is named. */
export function findWebhook(
  plan: Pick<ForwardPlan, 'cardUrl' | 'spoken'>,
  called: Called,
  body: Buffer,
): FoundWebhook | undefined {
  if (!mayBeAboutPush(called.url, body)) return undefined
  const { operation } = foundCall(plan, { ...called, body: body.toString('utf8') })
  const config = operation && webhookOf(operation)
  if (!config) return undefined
  const places = webhookPlaces(body, config.url, operation.kind === 'push-create')
  return {
    config,
    isPlaced: places.length > 0,
    withAddress(address) {
      let at = 0
      const parts = places.flatMap(({ start, end }) => {
        const before = body.subarray(at, start)
        at = end
        return [before, Buffer.from(JSON.stringify(address))]
      })
      return Buffer.concat([...parts, body.subarray(at)])
    },
  }
}

/** Its answer may show a configuration. */
export function showsConfig(
  plan: Pick<ForwardPlan, 'cardUrl' | 'spoken'>,
  called: Called,
  body: Buffer,
): boolean {
  if (!mayBeAboutPush(called.url, body)) return false
  const { operation } = foundCall(plan, { ...called, body: body.toString('utf8') }).facts
  return operation === 'push-create' || operation === 'push-get' || operation === 'push-list'
}

/** Looked for before anything is parsed. */
function mayBeAboutPush(url: string, body: Buffer): boolean {
  return aboutPush.test(url) || aboutPush.test(body.toString('latin1'))
}

const aboutPush = /push_?notification/i
