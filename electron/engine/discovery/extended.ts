// The extended card, requested in every way of all versions (PROTOCOL §1.3), until one works.

import { decodeCard } from '#shared/a2a/card.ts'
import { checkCard } from '#shared/a2a/check.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { Binding, JsonValue } from '#shared/a2a/model.ts'
import { outOfBounds } from '#shared/a2a/read/bound.ts'
import type { Connection, FoundAgent } from '#shared/contract/card.ts'
import type { ExtendedCardAttempt, ExtendedCardResult } from '#shared/contract/card-questions.ts'
import { maxCardBytes } from '#shared/contract/constants.ts'
import { defined } from '#shared/defined.ts'
import type { AccessService } from '../access/access.ts'
import { callLabelOf } from '../wire/build-request.ts'
import type { Outcome, Wire } from '../wire/wire.ts'
import { absoluteUrl } from './addresses.ts'
import { outcomeWords } from './outcome-words.ts'
import { readJson } from './read-json.ts'
import { signatureFacts } from './signature/facts.ts'

export interface ExtendedReading {
  readonly answer: ExtendedCardResult
  /** The unmasked card for verifying signatures: it must not leave the engine. */
  readonly asSigned?: JsonValue
}

export async function readExtendedCard(
  deps: ExtendedDeps,
  agentId: string,
  discovery: FoundAgent,
  signal?: AbortSignal,
): Promise<ExtendedReading> {
  const sources = extendedCardSources(discovery)
  const attempts: ExtendedCardAttempt[] = []
  for (const source of sources) {
    const request = await requestOverInterface(deps, agentId, source, signal)
    if (request === undefined) continue
    const { attempt, raw } = request
    const card = raw === undefined ? undefined : cardIn(raw)
    const worked = card !== undefined
    attempts.push({
      ...attempt,
      worked,
      ...(raw !== undefined && !worked && { outcome: `${attempt.outcome}, but no card` }),
    })
    if (raw === undefined || card === undefined) continue
    const answer: ExtendedCardResult = {
      found: true,
      way: source.kind,
      sentence: `The extended card came by ${attempt.label}.${declared(discovery) ? '' : ' The public card does not say that there is one.'}`,
      card,
      raw,
      findings: checkCard(raw, {
        text: JSON.stringify(raw),
        url: discovery.cardUrl,
        ...(source.kind === 'GRPC' && { binding: source.kind }),
      }),
      signatures: signatureFacts(card, discovery.cardUrl || undefined),
      attempts,
    }
    return { answer, asSigned: request.asSigned ?? raw }
  }
  return { answer: { found: false, reason: reasonOf(discovery, attempts), attempts } }
}

function cardIn(raw: JsonValue) {
  if (!isObject(raw)) return undefined
  const decoded = decodeCard(raw)
  return decoded.kind === 'result' ? decoded.result : undefined
}

function declared({ card }: FoundAgent): boolean {
  return card.capabilities.extendedAgentCard === true
}

function reasonOf(discovery: FoundAgent, attempts: readonly ExtendedCardAttempt[]): string {
  if (attempts.length === 0)
    return 'This card declares no interface over which an extended card can be requested.'
  const refused = attempts.find(({ outcome }) => /^(401|403)\b/.test(outcome))
  if (refused !== undefined) {
    const withheld =
      refused.credentials === 'withheld' ? ' Yours were not sent: this origin is not approved for them.' : ''
    const wrong = refused.credentials === 'sent' ? ' Those you set were sent, and refused.' : ''
    return `The agent requires credentials for its extended card.${withheld}${wrong}`
  }
  const text = declared(discovery)
    ? 'The card declares an extended one'
    : 'The card does not declare an extended one'
  return `${text}; no address returned it. The last response: ${attempts.at(-1)?.outcome ?? ''}`
}

interface ExtendedDeps {
  readonly wire: Wire
  readonly access: AccessService
  readonly currentSession: () => string
}

interface ExtendedCardRequest {
  readonly attempt: Omit<ExtendedCardAttempt, 'worked'>
  /** The card's JSON without the envelope of its binding; undefined for an error or no JSON. */
  readonly raw?: JsonValue
  /** The same unmasked: for signatures alone. */
  readonly asSigned?: JsonValue
}

/** Tries one way; undefined if its version has no such call. The result is masked, as an agent may repeat our credentials. */
async function requestOverInterface(
  deps: ExtendedDeps,
  agentId: string,
  source: ExtendedCardSource,
  signal?: AbortSignal,
): Promise<ExtendedCardRequest | undefined> {
  return source.kind === 'plain-get'
    ? requestPlain(deps, agentId, source, signal)
    : requestInDialect(deps, agentId, source, signal)
}

async function requestInDialect(
  { wire, access, currentSession }: ExtendedDeps,
  agentId: string,
  source: Exclude<ExtendedCardSource, { kind: 'plain-get' }>,
  signal: AbortSignal | undefined,
): Promise<ExtendedCardRequest | undefined> {
  const { use, ...credentials } = await access.attach(agentId, source.url, source.kind)
  const dialect = dialectOf(source.dialect)
  const operation = { kind: 'extended-card' } as const
  const encoded = dialect.encode(operation, source.kind, defined({ tenant: source.tenant }))
  if (!encoded) return undefined
  const call = wire.call({
    sessionId: currentSession(),
    agentId,
    purpose: 'card',
    url: source.url,
    dialect,
    operation,
    call: encoded,
    profile: { maxBodyBytes: maxCardBytes },
    ...credentials,
    ...defined({ signal }),
  })
  const outcome = await call.done
  const attempt = {
    way: source.kind,
    label: callLabelOf(encoded),
    url: source.url,
    exchangeId: call.exchangeId,
    outcome: wire.mask.text(outcomeWords(outcome, 'a card', { binding: source.kind })),
    credentials: use,
  }
  const raw = resultOf(outcome)
  return raw === undefined ? { attempt } : { attempt, raw: maskedJson(wire, raw, source.url), asSigned: raw }
}

async function requestPlain(
  { wire, access, currentSession }: ExtendedDeps,
  agentId: string,
  { url }: Extract<ExtendedCardSource, { kind: 'plain-get' }>,
  signal: AbortSignal | undefined,
): Promise<ExtendedCardRequest> {
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
    outcome: wire.mask.text(outcomeWords(outcome, 'a card')),
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

// Ways to request an extended card, beginning with the connection of calls.

type ExtendedCardSource =
  | {
      readonly kind: Binding
      readonly url: string
      readonly dialect: DialectId
      readonly tenant?: string
    }
  | { readonly kind: 'plain-get'; readonly url: string }

type DeclaredInterface = Pick<Connection, 'interface' | 'dialect' | 'binding'>

function extendedCardSources(discovery: FoundAgent): readonly ExtendedCardSource[] {
  const { connection, cardUrl } = discovery
  const declared = discovery.interfaces.flatMap(
    ({ interface: entry, dialect, binding }): readonly DeclaredInterface[] =>
      dialect === undefined || binding === undefined
        ? []
        : [
            {
              interface: { ...entry, url: absoluteUrl(entry.url, binding, cardUrl || undefined) },
              dialect,
              binding,
            },
          ],
  )
  const sources = new Map<string, ExtendedCardSource>()
  const add = (source: ExtendedCardSource) => {
    const key = `${source.kind} ${source.url} ${source.kind === 'plain-get' ? '' : source.dialect}`
    if (!sources.has(key)) sources.set(key, source)
  }
  for (const each of connection ? [connection, ...firstOfEach(declared)] : firstOfEach(declared))
    add(sourceOf(each))
  // Before 1.0 the document was plain HTTP beside the agent's url, with any binding (0.2.1 §7.8), and 0.3 servers have
  // REST's /v1/card without declaring it.
  const older = [...(connection ? [connection] : []), ...declared].find(
    ({ dialect, binding }) => !dialect.startsWith('1') && binding !== 'GRPC',
  )
  if (older !== undefined) {
    const { url } = older.interface
    if (older.binding === 'JSONRPC') add({ kind: 'JSONRPC', url, dialect: '0.3' })
    add({ kind: 'HTTP+JSON', url, dialect: '0.3-proto' })
    add(plainGet(url))
  }
  return [...sources.values()]
}

/** One interface per binding and era: a card may list thousands. */
function firstOfEach(interfaces: readonly DeclaredInterface[]): readonly DeclaredInterface[] {
  const visited = new Set<string>()
  return interfaces.filter(({ binding, dialect }) => {
    const kind = `${binding} ${dialect}`
    if (visited.has(kind)) return false
    visited.add(kind)
    return true
  })
}

function sourceOf({ interface: { url, tenant }, dialect, binding }: DeclaredInterface): ExtendedCardSource {
  if (dialect === '0.2') return plainGet(url)
  return { kind: binding, url, dialect, ...defined({ tenant }) }
}

function plainGet(url: string): ExtendedCardSource {
  const beside = URL.parse(`${url.replace(/\/$/, '')}/../agent/authenticatedExtendedCard`)
  return { kind: 'plain-get', url: beside?.href ?? url }
}
