import { dialectOf } from '#shared/a2a/dialects.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { Binding, JsonValue } from '#shared/a2a/model.ts'
import { outOfBounds } from '#shared/a2a/read/bound.ts'
import type { ExtendedCardAttempt } from '#shared/contract/card-questions.ts'
import { maxCardBytes } from '#shared/contract/constants.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import type { AccessService } from '../access/access.ts'
import { callLabelOf } from '../wire/prepare.ts'
import type { Outcome, RawOutcome, Wire } from '../wire/wire.ts'

import type { ExtendedWay } from './extended-ways.ts'
import { readJson } from './read-json.ts'

export interface ExtendedDeps {
  readonly wire: Wire
  readonly access: AccessService
  readonly currentSession: () => string
}

interface Asked {
  readonly attempt: Omit<ExtendedCardAttempt, 'worked'>
  /** The card's JSON without the envelope of its binding; undefined when the answer was an error or no JSON. */
  readonly raw?: JsonValue
  /** The same before it was masked: for its signatures alone. */
  readonly asSigned?: JsonValue
}

/** Asks one way; undefined when its version has no such call. What leaves is masked, since an agent may repeat our credentials in its answer. */
export async function askWay(
  deps: ExtendedDeps,
  agentId: string,
  way: ExtendedWay,
  signal?: AbortSignal,
): Promise<Asked | undefined> {
  return way.kind === 'plain-get'
    ? askPlain(deps, agentId, way, signal)
    : askDialect(deps, agentId, way, signal)
}

async function askDialect(
  { wire, access, currentSession }: ExtendedDeps,
  agentId: string,
  way: Exclude<ExtendedWay, { kind: 'plain-get' }>,
  signal: AbortSignal | undefined,
): Promise<Asked | undefined> {
  const { use, ...credentials } = await access.attach(agentId, way.url, way.kind)
  const dialect = dialectOf(way.dialect)
  const operation = { kind: 'extended-card' } as const
  const encoded = dialect.encode(operation, way.kind, way.tenant === undefined ? {} : { tenant: way.tenant })
  if (!encoded) return undefined
  const call = wire.call({
    sessionId: currentSession(),
    agentId,
    purpose: 'card',
    url: way.url,
    dialect,
    operation,
    call: encoded,
    profile: { maxBodyBytes: maxCardBytes },
    ...credentials,
    ...defined({ signal }),
  })
  const outcome = await call.done
  const attempt = {
    way: way.kind,
    label: callLabelOf(encoded),
    url: way.url,
    exchangeId: call.exchangeId,
    outcome: wire.mask.text(inWords(outcome, way.kind)),
    credentials: use,
  }
  const raw = resultOf(outcome)
  return raw === undefined ? { attempt } : { attempt, raw: maskedJson(wire, raw, way.url), asSigned: raw }
}

async function askPlain(
  { wire, access, currentSession }: ExtendedDeps,
  agentId: string,
  { url }: Extract<ExtendedWay, { kind: 'plain-get' }>,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const { use, ...credentials } = await access.attach(agentId, url)
  const sent = wire.request({
    sessionId: currentSession(),
    agentId,
    purpose: 'card',
    method: 'GET',
    url,
    streaming: false,
    headers: [['Accept', 'application/json']],
    profile: { maxBodyBytes: maxCardBytes },
    ...credentials,
    ...defined({ signal }),
  })
  const outcome = await sent.done
  const attempt = {
    way: 'plain-get' as const,
    label: `GET ${new URL(url).pathname}`,
    url,
    exchangeId: sent.exchangeId,
    outcome: wire.mask.text(plainInWords(outcome)),
    credentials: use,
  }
  if (outcome.kind !== 'body' || outcome.status !== 200) return { attempt }
  const reading = readJson(new TextDecoder().decode(outcome.body))
  if (reading.kind !== 'json') return { attempt }
  const bound = outOfBounds(reading.raw)
  if (bound !== undefined) return { attempt: { ...attempt, outcome: `${attempt.outcome}, JSON ${bound}` } }
  return { attempt, raw: maskedJson(wire, reading.raw, url), asSigned: reading.raw }
}

function resultOf(outcome: Outcome): JsonValue | undefined {
  if (outcome.kind !== 'reply' || outcome.decoded.kind !== 'result') return undefined
  const { raw } = outcome
  if (isObject(raw) && isObject(raw['result'])) return raw['result']
  return raw
}

function maskedJson({ mask, addresses }: Wire, raw: JsonValue, url: string): JsonValue {
  return JSON.parse(addresses.addresses(mask.text(JSON.stringify(raw)), 'called', url))
}

function inWords(outcome: Outcome, binding: Binding): string {
  if (outcome.kind === 'failure') return outcome.failure.message
  if (outcome.kind === 'stream') return `${outcome.httpStatus}, a stream of events`
  const { decoded, httpStatus } = outcome
  // Over gRPC the HTTP status says nothing: every answer has 200.
  const status = binding === 'GRPC' ? '' : `${httpStatus}, `
  if (decoded.kind === 'result') return `${status}a card`
  const why = decoded.kind === 'error' ? decoded.error.message : decoded.reason
  return `${status}${shorten(why)}`
}

function plainInWords(outcome: RawOutcome): string {
  if (outcome.kind === 'failure') return outcome.failure.message
  return outcome.kind === 'stream' ? `${outcome.httpStatus}, a stream of events` : `${outcome.status}`
}
