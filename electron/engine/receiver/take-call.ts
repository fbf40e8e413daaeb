// Handles one call to a configuration: parsed, judged, answered and recorded. A call never triggers an action.

import { randomUUID } from 'node:crypto'
import type { WebhookVerdict } from '#shared/record/webhook.ts'
import type { TimeSource } from '../platform/clock.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import type { Configurations, StoredConfig } from './configurations.ts'
import { isProven, jwtIn, type Presented, presented } from './credentials.ts'
import type { HookReply } from './hook-server.ts'
import { readCall } from './judge-call.ts'
import { judgeJwt } from './jwt.ts'
import type { HookCall } from './read-call-body.ts'
import { type Decided, ownResponse, planned, used } from './response-plan.ts'
import { appendCall, isNotification, judgedCall, type PushJudge } from './webhook-entry.ts'

export interface TakeCallDeps {
  readonly configurations: Configurations
  readonly record: SessionRecord
  readonly mask: Wire['mask']
  readonly judge: PushJudge
  readonly currentSession: () => string
  readonly clock: TimeSource
}

/** Ids of JWTs that detect a repetition; the oldest is dropped, and its repetition no longer detected. */
const maxStoredJtis = 10_000

function createSeenJtis() {
  const jtis = new Set<string>()
  return (configId: string, jti: string): boolean => {
    const key = `${configId} ${jti}`
    if (jtis.has(key)) return true
    const [oldest] = jtis
    if (jtis.size >= maxStoredJtis && oldest !== undefined) jtis.delete(oldest)
    jtis.add(key)
    return false
  }
}

export function createTakeCall(deps: TakeCallDeps) {
  const { configurations, record, judge, mask, currentSession, clock } = deps
  const isSeen = createSeenJtis()

  const decide = (config: StoredConfig, call: HookCall): Decided => {
    const own = ownResponse(call, config.standing === 'deleted')
    if (own) return own
    const { plan } = config
    if (plan.calls !== undefined) configurations.changeSoon(config.id, (now) => ({ plan: used(now.plan) }))
    return planned(plan.answer, call)
  }

  /** After a restart only the proof of a secret exists: once a call has shown it, it is masked everywhere. */
  const learn = (shown: Presented, { token, authorization, jwt }: WebhookVerdict) => {
    if (token === 'right' && shown.token !== undefined) mask.learn(shown.token)
    if (authorization === 'right' && !jwt && shown.credentials !== undefined) mask.learn(shown.credentials)
  }

  /** The exchange of a call ends when its delayed response was sent, or its sender left. */
  const ending = (sessionId: string, exchangeId: string, { reply }: Decided): HookReply => {
    if (reply.kind !== 'answer' || reply.delayMs === undefined) return reply
    const settled = (sent: boolean) => {
      const [at, monoMs] = [clock.wallMs(), clock.monoMs()]
      const base = { sessionId, exchangeId, at, monoMs, receivedBytes: 0 }
      const message = 'The agent closed the connection before the delayed response.'
      record.append(
        sent
          ? { ...base, kind: 'end', reason: 'complete' }
          : { ...base, kind: 'failure', failure: 'reset', message },
      )
    }
    return { ...reply, settled }
  }

  return async (call: HookCall): Promise<HookReply> => {
    const config = configurations.byPath(call.url)
    if (config === undefined) return { kind: 'answer', status: 404, headers: [['Content-Length', '0']] }
    const token = isNotification(call) ? jwtIn(presented(call.headers)) : undefined
    const read = readCall(call.body, config.dialect)
    const jwt =
      token === undefined
        ? undefined
        : await judgeJwt(
            token,
            config.keys?.text,
            { now: call.at, url: config.url, issuer: config.keys?.issuer, taskId: read.taskId },
            (jti) => isSeen(config.id, jti),
          )
    const judged = judgedCall(config, call, read, jwt, judge)
    const { verdict } = judged
    learn(judged.shown, verdict)
    const decided = decide(configurations.byPath(call.url) ?? config, call)
    const passing = configurations.passing.get(config.id)
    const [sessionId, exchangeId] = [passing?.sessionId ?? currentSession(), randomUUID()]
    const { seq } = appendCall({ record, mask }, config, call, judged, {
      sessionId,
      exchangeId,
      answeredStatus: decided.status,
      answer: decided.answer,
    })
    if (judged.isNotification) {
      passing?.onCall({ exchangeId, seq, headers: call.headers, raw: read.raw ?? null })
      configurations.changeSoon(config.id, (now) => ({
        calls: now.calls + 1,
        firstCallAt: now.firstCallAt ?? call.at,
        lastCallAt: call.at,
        ...(now.taskId === undefined &&
          read.taskId !== undefined &&
          isProven(verdict) && { taskId: read.taskId }),
      }))
    }
    return ending(sessionId, exchangeId, decided)
  }
}
