// The credentials that a card requires of each request, and whether a request has any.

import { named } from '../../json-kinds.ts'
import type { AgentCard, SecurityScheme } from '../../model.ts'

export interface SentWithout {
  readonly headerNames: readonly string[]
  /** Of the query of the address that was called. */
  readonly queryNames: readonly string[]
}

/** Alternatives of a card that a finding names. */
const maxShownAlternatives = 3

/** What the card requires; undefined where it doesn’t, where the request may have it, and where it isn’t seen in a request at all. */
export function missingCredentials(
  { security, securitySchemes }: Pick<AgentCard, 'security' | 'securitySchemes'>,
  { headerNames, queryNames }: SentWithout,
): string | undefined {
  const alternatives = security.map(Object.keys)
  const isSeen = (name: string) => Object.hasOwn(securitySchemes, name) && isInRequest(securitySchemes[name])
  if (alternatives.length === 0 || !alternatives.every((names) => names.some(isSeen))) return undefined
  const sent = new Set([...headerNames, ...queryNames].map((name) => name.toLowerCase()))
  const hasKey = Object.values(securitySchemes).some(
    (scheme) => scheme.kind === 'apiKey' && sent.has(scheme.name.toLowerCase()),
  )
  if (hasKey) return undefined
  const shown = alternatives.slice(0, maxShownAlternatives).map((names) => names.map(named).join(' and '))
  return shown.join(' or ')
}

/** A client certificate goes along with the connection, and what no version knows may go anywhere. */
function isInRequest(scheme: SecurityScheme | undefined): boolean {
  return scheme !== undefined && scheme.kind !== 'mutualTls' && scheme.kind !== 'unknown'
}
