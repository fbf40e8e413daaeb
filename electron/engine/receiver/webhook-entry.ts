// The entry of an agent's webhook call, to the receiver or through a tap, compared with the registered configuration.

import { defined } from '#shared/defined.ts'
import type { NewEntry, WebhookEntry } from '#shared/record/entry.ts'
import type { JwtVerdict, WebhookVerdict } from '#shared/record/webhook.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Judge } from '../wire/reading.ts'
import type { Wire } from '../wire/wire.ts'
import type { StoredConfig } from './configurations.ts'
import { type Presented, presented, type Registered, verdictOf } from './credentials.ts'
import { judgeCall, type ReadCall } from './judge-call.ts'
import type { HookCall } from './read-call-body.ts'

export type RegisteredHook = Registered & Pick<StoredConfig, 'id' | 'agentId' | 'taskId' | 'dialect' | 'url'>

export interface JudgedCall {
  readonly isNotification: boolean
  readonly read: ReadCall
  readonly shown: Presented
  readonly verdict: WebhookVerdict
  readonly findings: WebhookEntry['findings']
}

export function isNotification({ method }: Pick<HookCall, 'method'>): boolean {
  return method === 'POST'
}

/** Finds problems of notifications, without those that an agent merely echoes. */
export type PushJudge = Pick<Judge, 'findInPush' | 'withoutEchoes'>

export function judgedCall(
  config: RegisteredHook,
  call: HookCall,
  read: ReadCall,
  jwt: JwtVerdict | undefined,
  judge: PushJudge,
): JudgedCall {
  const shown = presented(call.headers)
  const verdict = verdictOf(config, shown, jwt)
  const { agentId, url } = config
  const { taskId, dialect = config.dialect ?? '1.0' } = read
  const findings =
    isNotification(call) && call.outcome === 'whole'
      ? [
          ...judge.withoutEchoes(agentId, judgeCall(read, config.dialect, call.headers, verdict), read.raw),
          ...(taskId === undefined ? [] : judge.findInPush({ agentId, url, taskId }, dialect)),
        ]
      : []
  return { isNotification: isNotification(call), read, shown, verdict, findings }
}

interface Recording {
  readonly record: Pick<SessionRecord, 'append' | 'keep'>
  readonly mask: Pick<Wire['mask'], 'headers' | 'text' | 'url' | 'bytes'>
}

type Place = Pick<WebhookEntry, 'sessionId' | 'exchangeId'>
type Answered = Pick<WebhookEntry, 'answeredStatus' | 'answer' | 'via'>

export function appendCall(
  { record, mask }: Recording,
  config: RegisteredHook,
  call: HookCall,
  { read, verdict, findings, isNotification }: JudgedCall,
  more: Place & Answered,
) {
  const { taskId = config.taskId } = read
  const entry: Extract<NewEntry, { kind: 'webhook' }> = {
    kind: 'webhook',
    at: call.at,
    monoMs: call.monoMs,
    method: call.method,
    path: mask.url(call.url),
    headers: mask.headers(call.headers),
    ...(call.seenBytes > 0 && { body: keepBody({ record, mask }, call) }),
    remoteAddress: call.remoteAddress,
    ...defined({ dialect: read.dialect }),
    registration: {
      configId: config.id,
      agentId: config.agentId,
      ...defined({ taskId: config.taskId }),
    },
    ...(isNotification && { verdict }),
    ...more,
    ...(findings && findings.length > 0 && { findings }),
  }
  return record.append(entry, taskId === undefined ? {} : { taskId: mask.text(taskId) })
}

function keepBody({ record, mask }: Recording, { body, seenBytes, outcome }: HookCall) {
  const masked = mask.bytes(body)
  return outcome === 'whole' ? record.keep(masked) : record.keep(masked, Math.max(seenBytes, masked.length))
}
