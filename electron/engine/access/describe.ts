// Describes what a card, or the response that refused it, requires: as a sentence and as forms.

import type { AgentCard, SecurityRequirement } from '#shared/a2a/model.ts'
import type { AccessDescription, AccessScheme } from '#shared/contract/access.ts'
import type { CardProblem, Discovery } from '#shared/contract/card.ts'
import { needsCredentials } from '../discovery/reason.ts'
import { listed, readChallenges, schemeInWords, schemeOfChallenge } from './challenge.ts'

type Requirements = Omit<AccessDescription, 'access' | 'signIns' | 'sharedClients' | 'missingScopes'>
type Alternative = Requirements['alternatives'][number]

/** Alternatives that "Access" describes; the card's JSON has the others. */
const maxAccessAlternatives = 50
/** Security schemes that "Access" describes; the card's JSON has the others. */
const maxAccessSchemes = 50

export function describeAccess(discovery: Discovery | null): Requirements {
  if (discovery === null) {
    return {
      sentence: 'The card has not been read yet; it says what is needed.',
      alternatives: [],
      others: [],
    }
  }
  return discovery.found ? requirementsOfCard(discovery.card) : requirementsOfRefusal(discovery.problem)
}

function requirementsOfCard(card: AgentCard): Requirements {
  const requirements = card.security.slice(0, maxAccessAlternatives)
  const alternatives = requirements.map((requirement) => alternativeOf(card, requirement))
  const required = new Set(requirements.flatMap(Object.keys))
  const others = Object.entries(card.securitySchemes)
    .filter(([name]) => !required.has(name))
    .slice(0, maxAccessSchemes)
    .map(([name, scheme]) => schemeInWords(name, scheme, []))
  return { sentence: sentenceOf(alternatives, others), alternatives, others }
}

function alternativeOf(card: AgentCard, requirement: SecurityRequirement): Alternative {
  const schemes = Object.entries(requirement)
    .slice(0, maxAccessSchemes)
    .map(([name, scopes]) => {
      const scheme = Object.hasOwn(card.securitySchemes, name) ? card.securitySchemes[name] : undefined
      return schemeInWords(name, scheme, scopes)
    })
  return { sentence: schemes.length === 0 ? 'nothing at all' : sentences(schemes, 'and'), schemes }
}

function sentenceOf(alternatives: readonly Alternative[], others: readonly AccessScheme[]): string {
  if (alternatives.length > 0) return `Needs ${sentences(alternatives, 'or')}.`
  if (others.length === 0) return 'None required.'
  return `None required. Some calls may require ${sentences(others, 'or')}.`
}

function sentences(all: readonly { readonly sentence: string }[], last: 'and' | 'or'): string {
  return listed(
    all.map(({ sentence }) => sentence),
    last,
  )
}

function requirementsOfRefusal(problem: CardProblem): Requirements {
  const { challenge } = problem
  if (!needsCredentials(problem)) {
    return { sentence: 'There is no card that declares what is needed.', alternatives: [], others: [] }
  }
  const schemes = challenge === undefined ? [] : readChallenges(challenge).map(schemeOfChallenge)
  const alternatives = schemes.map((scheme) => ({ sentence: scheme.sentence, schemes: [scheme] }))
  if (alternatives.length > 0) {
    const requested = sentences(alternatives, 'or')
    return { sentence: `The server requires ${requested} for its card.`, alternatives, others: [] }
  }
  const sentence =
    'The server requires credentials before it shows its card, but doesn’t say which. See its documentation.'
  return { sentence, alternatives: [], others: [] }
}
