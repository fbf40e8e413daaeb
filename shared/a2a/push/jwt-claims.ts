// Checks the claims of a JWT in a notification (PROTOCOL §6.3).

import type { JwtCheck, JwtMember } from '../../record/webhook.ts'
import { shorten } from '../../shorten.ts'
import type { JsonObject, JsonValue } from '../model.ts'

export interface ClaimFacts {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly url: string
  /** The expected issuer, if the user configured one. */
  readonly issuer?: string | undefined
  /** The task that the body reports. */
  readonly taskId?: string | undefined
  /** Its `jti` arrived with an earlier call. */
  readonly seenBefore: boolean
}

/** Tolerated difference of clocks. */
const leewayS = 60
/** Seconds since a JWT was issued; an older one is marked. */
const maxJwtAgeS = 300

export function claimChecks(claims: JsonObject, facts: ClaimFacts): readonly JwtCheck[] {
  return [
    issuer(claims, facts),
    audience(claims, facts),
    issuedAt(claims, facts),
    expires(claims, facts),
    tokenId(claims, facts),
    task(claims, facts),
  ]
}

function issuer({ iss }: JsonObject, facts: ClaimFacts): JwtCheck {
  if (iss === undefined) return missing('iss', 'It names no issuer.')
  if (facts.issuer === undefined) {
    return { member: 'iss', state: 'unchecked', sentence: `It says it was issued by ${shown(iss)}.` }
  }
  if (iss === facts.issuer) return right('iss', `It was issued by ${shown(iss)}.`)
  return wrong('iss', `It was issued by ${shown(iss)}, not by ${shown(facts.issuer)}.`)
}

function audience({ aud }: JsonObject, { url }: ClaimFacts): JwtCheck {
  if (aud === undefined) return missing('aud', 'It says nothing about whom it is for.')
  const all: readonly JsonValue[] = Array.isArray(aud) ? aud : [aud as JsonValue]
  if (all.includes(url)) return right('aud', 'It is for this webhook.')
  return wrong('aud', `It is for ${shown(aud)}, not for this webhook.`)
}

function issuedAt({ iat }: JsonObject, { now }: ClaimFacts): JwtCheck {
  if (typeof iat !== 'number') return missing('iat', 'It does not say when it was issued.')
  const ageS = now / 1000 - iat
  if (ageS < -leewayS) return wrong('iat', `It was issued ${seconds(-ageS)} in the future.`)
  if (ageS > maxJwtAgeS) return wrong('iat', `It was issued ${seconds(ageS)} ago: it may have been replayed.`)
  return right('iat', `It was issued ${seconds(Math.max(0, ageS))} ago.`)
}

function expires({ exp }: JsonObject, { now }: ClaimFacts): JwtCheck {
  if (typeof exp !== 'number') return missing('exp', 'It never expires.')
  const leftS = exp - now / 1000
  if (leftS < -leewayS) return wrong('exp', `It expired ${seconds(-leftS)} ago.`)
  return right('exp', leftS < 0 ? 'It has just expired.' : `It is good for ${seconds(leftS)} more.`)
}

function tokenId({ jti }: JsonObject, { seenBefore }: ClaimFacts): JwtCheck {
  if (typeof jti !== 'string') return missing('jti', 'It has no id, so that a replay cannot be told.')
  if (seenBefore) return wrong('jti', 'A call with the same id arrived earlier: it was replayed.')
  return right('jti', 'Its id is new.')
}

function task({ taskId }: JsonObject, facts: ClaimFacts): JwtCheck {
  if (taskId === undefined) return missing('taskId', 'It names no task.')
  if (facts.taskId === undefined) {
    return {
      member: 'taskId',
      state: 'unchecked',
      sentence: `It names the task ${shown(taskId)}; the body names none.`,
    }
  }
  if (taskId === facts.taskId) return right('taskId', 'It names the task of the body.')
  return wrong('taskId', `It names the task ${shown(taskId)}, the body ${shown(facts.taskId)}.`)
}

const right = (member: JwtMember, sentence: string): JwtCheck => ({ member, state: 'right', sentence })
const wrong = (member: JwtMember, sentence: string): JwtCheck => ({ member, state: 'wrong', sentence })
const missing = (member: JwtMember, sentence: string): JwtCheck => ({ member, state: 'missing', sentence })

function seconds(value: number): string {
  return `${Math.round(value)} s`
}

function shown(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `“${shorten(text)}”`
}
