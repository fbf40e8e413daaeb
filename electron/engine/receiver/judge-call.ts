// Parses and judges a call's body once, as it is recorded.

import { isUtf8 } from 'node:buffer'
import { checkWebhook } from '#shared/a2a/check.ts'
import { detectFromWebhook } from '#shared/a2a/detect.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { CredentialState } from '#shared/a2a/rules/wire/webhook.ts'
import { defined } from '#shared/defined.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { ProofState, WebhookVerdict } from '#shared/record/webhook.ts'
import { taskIdOf } from '#shared/story/updates-of.ts'

export interface ReadCall {
  readonly raw?: JsonValue
  readonly text?: string
  readonly invalidUtf8?: true
  /** The dialect of its shape, which may differ from the registered one. */
  readonly dialect?: DialectId
  readonly taskId?: string
}

export function readCall(body: Buffer, registered: DialectId | undefined): ReadCall {
  const text = body.toString('utf8')
  const raw = jsonIn(text)
  const bytes = isUtf8(body) ? {} : ({ invalidUtf8: true } as const)
  if (raw === undefined) return registered === undefined ? bytes : { ...bytes, dialect: registered }
  const { speaks } = detectFromWebhook(raw)
  const dialect = speaks !== undefined && !sharesShape(speaks, registered) ? speaks : (registered ?? speaks)
  const decoded = dialect === undefined ? undefined : dialectOf(dialect).decodeWebhook(raw)
  const taskId = decoded?.kind === 'result' ? taskIdOf(decoded.result) : ''
  return { ...bytes, raw, text, ...defined({ dialect }), ...(taskId !== '' && { taskId }) }
}

export function judgeCall(
  { raw, text, dialect, invalidUtf8 }: ReadCall,
  registered: DialectId | undefined,
  headers: RawHeaders,
  verdict: WebhookVerdict,
): readonly Finding[] {
  const token = stateOf(verdict.token)
  const authorization = stateOf(verdict.authorization)
  const credentials = defined({ token, authorization })
  return checkWebhook({
    dialect: registered ?? dialect ?? '1.0',
    raw,
    ...defined({ text, invalidUtf8 }),
    headers,
    credentials,
  })
}

/** 0.2 and 0.3 post the same JSON, as do the two of 1.0. */
function sharesShape(previous: DialectId, registered: DialectId | undefined): boolean {
  return registered !== undefined && shapeOf(previous) === shapeOf(registered)
}

function shapeOf(dialect: DialectId): 'bare' | 'kind' | 'wrapped' {
  switch (dialect) {
    case '0.1':
      return 'bare'
    case '0.2':
    case '0.3':
    case '0.3-proto':
    case '0.3-schema':
      return 'kind'
    case '1.0-rc':
    case '1.0':
      return 'wrapped'
  }
}

function stateOf(proof: ProofState): CredentialState | undefined {
  switch (proof) {
    case 'unasked':
      return undefined
    case 'missing':
      return 'absent'
    case 'right':
    case 'wrong':
      return proof
  }
}
