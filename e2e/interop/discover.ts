// From a server's address to its card and interfaces, like Parley's discovery.

import { cardCandidates } from '#engine/discovery/candidates.ts'
import type { Wire } from '#engine/wire/wire.ts'
import { decodeCard } from '#shared/a2a/card.ts'
import { checkCard } from '#shared/a2a/check.ts'
import { chooseInterface } from '#shared/a2a/choose-interface.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { AgentCard } from '#shared/a2a/model.ts'
import { bodyFormOf } from '#shared/a2a/rules/wire/http-facts.ts'
import type { Way } from './caller.ts'
import { expect, Mismatch } from './verdict.ts'

export interface Discovered {
  readonly card: AgentCard
  readonly cardPath: string
  readonly findings: readonly string[]
  readonly ways: readonly Way[]
}

export async function discover(
  wire: Wire,
  sessionId: string,
  origin: string,
  version: '1.0' | undefined,
): Promise<Discovered> {
  for (const url of cardCandidates(origin) ?? []) {
    const { done } = wire.request({
      sessionId,
      purpose: 'card',
      method: 'GET',
      url,
      headers: [['Accept', 'application/json'], ...(version ? [['A2A-Version', version] as const] : [])],
      streaming: false,
      signal: AbortSignal.timeout(10_000),
    })
    const outcome = await done
    if (outcome.kind !== 'body' || outcome.status !== 200) continue
    const text = new TextDecoder().decode(outcome.body)
    const raw = JSON.parse(text)
    const decoded = decodeCard(raw)
    if (decoded.kind !== 'result') continue
    const card = decoded.result
    expect(card.name, 'Interop agent', 'the name on the card')
    expect(
      card.skills.map(({ id }) => id),
      ['interop'],
      'the skills on the card',
    )
    const contentType = outcome.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    const findings = checkCard(raw, {
      http: { status: 200, contentType, body: bodyFormOf(text), headers: outcome.headers },
    })
    return {
      card,
      cardPath: new URL(url).pathname,
      findings: [...new Set(findings.map(({ rule }) => rule))].sort(),
      ways: waysOf(card),
    }
  }
  throw new Mismatch('no card was found')
}

/** Every interface that Parley supports, not only the one it would choose. */
function waysOf(card: AgentCard): readonly Way[] {
  return chooseInterface(card).verdicts.flatMap(({ interface: entry, dialect, binding }) => {
    if (dialect === undefined || binding === undefined) return []
    const { url, tenant } = entry
    return [
      {
        name: `${entry.protocolVersion?.split('.', 2).join('.') ?? '0.x'} ${binding}`,
        dialect: dialectOf(dialect),
        binding,
        url,
        ...(tenant ? { tenant } : {}),
      },
    ]
  })
}
