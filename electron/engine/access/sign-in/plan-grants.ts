// The servers and grants for a token, by a card or the response that refused it.

import type { AgentCard, OAuthFlow, SecurityScheme } from '#shared/a2a/model.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { type Grant, grants, type SignInOption } from '#shared/contract/sign-in.ts'
import { defined } from '#shared/defined.ts'
import { readChallenges, scopesIn } from '../challenge.ts'
import type { Refusal } from './problem.ts'

/** The source of the server's endpoints. */
export type ServerSource =
  | { readonly kind: 'openid' | 'oauth'; readonly url: string }
  /** The agent's metadata as a protected resource (RFC 9728). */
  | {
      readonly kind: 'resource'
      readonly url: string
      /** The origin that refused a request without a token; the agent’s own where its card was refused. */
      readonly requestedBy?: string | undefined
    }
  | {
      readonly kind: 'endpoints'
      readonly tokenUrl: string
      readonly authorizationUrl?: string
      readonly deviceAuthorizationUrl?: string
      readonly refreshUrl?: string
    }

export interface PlannedOption extends SignInOption {
  readonly source: ServerSource
}

/** Ways to sign in that are offered; the card's JSON has the others. */
const maxSignInOptions = 20

/** Without duplicates: the latest refusal overrides the card. */
export function optionsFor(discovery: Discovery | null, refusal?: Refusal): readonly PlannedOption[] {
  const options = new Map<string, PlannedOption>()
  const challenged = refusal === undefined ? [] : challengedOptions(refusal)
  for (const option of [...optionsOf(discovery).slice(0, maxSignInOptions), ...challenged])
    options.set(option.id, option)
  return [...options.values()]
}

export function shownOption({ source: _, ...way }: PlannedOption): SignInOption {
  return way
}

function optionsOf(discovery: Discovery | null): readonly PlannedOption[] {
  if (discovery === null) return []
  return discovery.found
    ? optionsOfCard(discovery.card)
    : challengedOptions({ challenge: discovery.problem.challenge ?? '', origin: undefined })
}

/** By the first server of a challenge. */
function challengedOptions({ challenge, origin: requestedBy }: Refusal): readonly PlannedOption[] {
  const match = readChallenges(challenge).find(({ parameters }) => 'resource_metadata' in parameters)
  const { resource_metadata: url, scope } = match?.parameters ?? {}
  return url === undefined
    ? []
    : optionsBy(grants, '', { kind: 'resource', url, requestedBy }, scopesIn(scope))
}

export function challengedScopes({ challenge = '' }: Partial<Refusal> = {}): readonly string[] {
  return readChallenges(challenge).flatMap(({ parameters }) => scopesIn(parameters['scope']))
}

/** Required schemes precede optional ones. */
function optionsOfCard(card: AgentCard): readonly PlannedOption[] {
  const required = new Map<string, readonly string[]>()
  for (const requirement of card.security) {
    for (const [name, scopes] of Object.entries(requirement)) {
      required.set(name, [...new Set([...(required.get(name) ?? []), ...scopes])])
    }
  }
  const declared = Object.keys(card.securitySchemes).filter((name) => !required.has(name))
  return [...required.keys(), ...declared].flatMap((name) => {
    const scheme = Object.hasOwn(card.securitySchemes, name) ? card.securitySchemes[name] : undefined
    return scheme === undefined ? [] : optionsOfScheme(name, scheme, required.get(name) ?? [])
  })
}

function optionsOfScheme(
  name: string,
  scheme: SecurityScheme,
  scopes: readonly string[],
): readonly PlannedOption[] {
  if (scheme.kind === 'openIdConnect') {
    const allScopes = [...new Set(['openid', ...scopes])]
    return scheme.url === '' ? [] : optionsBy(grants, name, { kind: 'openid', url: scheme.url }, allScopes)
  }
  if (scheme.kind !== 'oauth2') return []
  const { metadataUrl, flows } = scheme
  const usable = flows.flatMap((flow) => {
    const grant = grantOf(flow)
    return grant === undefined ? [] : [{ grant, flow }]
  })
  if (metadataUrl !== undefined) {
    const named = usable.map(({ grant }) => grant)
    const offered = flows.flatMap((flow) => Object.keys(flow.scopes))
    const by = named.length === 0 ? grants : named
    return optionsBy(by, name, { kind: 'oauth', url: metadataUrl }, scopes, offered)
  }
  return usable.flatMap(({ grant, flow }) => {
    const source = endpointsOf(flow)
    return source === undefined ? [] : optionsBy([grant], name, source, scopes, Object.keys(flow.scopes))
  })
}

function optionsBy(
  by: readonly Grant[],
  scheme: string,
  source: ServerSource,
  scopes: readonly string[],
  offered: readonly string[] = [],
): readonly PlannedOption[] {
  const url = source.kind === 'endpoints' ? source.tokenUrl : source.url
  const server = URL.parse(url)?.origin ?? url
  const offeredScopes = offered.filter((scope) => !scopes.includes(scope))
  return by.map((grant) => ({
    id: `${scheme} ${grant}`,
    grant,
    scheme,
    server,
    scopes,
    offeredScopes,
    source,
  }))
}

/** The implicit and password grants must no longer be used (RFC 9700 §2.1.2, §2.4). */
function grantOf({ kind }: OAuthFlow): Grant | undefined {
  switch (kind) {
    case 'authorizationCode':
      return 'authorization-code'
    case 'deviceCode':
      return 'device-code'
    case 'clientCredentials':
      return 'client-credentials'
    case 'implicit':
    case 'password':
      return undefined
  }
}

function endpointsOf(flow: OAuthFlow): ServerSource | undefined {
  const { tokenUrl, authorizationUrl, deviceAuthorizationUrl, refreshUrl } = flow
  if (tokenUrl === undefined) return undefined
  return {
    kind: 'endpoints',
    tokenUrl,
    ...defined({ authorizationUrl, deviceAuthorizationUrl, refreshUrl }),
  }
}
