// Selects the attempt that best explains why no card was found.

import type { CardProblem, CardProblemKind, DiscoveryAttempt } from '#shared/contract/card.ts'

/** The most informative first. */
const order: readonly CardProblemKind[] = [
  'too-deep',
  'too-large',
  'truncated',
  'not-json',
  'needs-credentials',
  'forbidden',
  'redirect',
  'several-agents',
  'mcp-server',
  'login',
  'openapi',
  'not-modified',
  'empty',
  'not-a-card',
  'server-error',
  'html',
  'refused',
  'timeout',
  'stopped',
  'unreachable',
  'address',
  'not-found',
]

export function reasonOf(attempts: readonly DiscoveryAttempt[]): {
  readonly reason: string
  readonly problem: CardProblem
} {
  const problems = attempts.flatMap(({ problem }) => (problem === undefined ? [] : [problem]))
  const first = problems.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0]
  const problem: CardProblem = first ?? { kind: 'address', sentence: 'No address was tried.' }
  if (problem.kind !== 'not-found') return { reason: problem.sentence, problem }
  const sentence =
    'The server answers, but has no agent card where A2A puts it. Type the address of the card itself.'
  return { reason: sentence, problem: { ...problem, sentence } }
}

/** The server responded to everything with "not found"; refusals and broken cards don't count as that. */
export function hasNothing(attempts: readonly DiscoveryAttempt[]): boolean {
  if (attempts.some(({ problem }) => problem?.instead !== undefined)) return false
  const nothing: ReadonlySet<CardProblemKind | undefined> = new Set([
    'not-found',
    'html',
    'not-a-card',
    'refused',
    'openapi',
  ])
  return attempts.every(({ problem }) => nothing.has(problem?.kind))
}

export function needsCredentials({ kind }: CardProblem): boolean {
  return kind === 'needs-credentials' || kind === 'forbidden'
}

export function isSilence({ kind }: CardProblem): boolean {
  return kind === 'unreachable' || kind === 'timeout' || kind === 'stopped'
}
