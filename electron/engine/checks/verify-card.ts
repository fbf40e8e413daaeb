// Verifies a signature of the agent's card with keys from the card's host, and from other hosts only in an active run.

import { defined } from '#shared/defined.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import { protectedHeaderOf } from '../discovery/signature/facts.ts'
import { fetchKeys } from '../discovery/signature/fetch-keys.ts'
import { verifySignature } from '../discovery/signature/verify.ts'
import type { Wire } from '../wire/wire.ts'
import type { Target } from './ask.ts'
import { BadStep, Failed } from './expect.ts'

/** Throws if none verifies. */
export type CardVerifier = (
  target: Target,
  active: boolean,
) => (stepId: string, signal: AbortSignal) => Promise<void>

interface VerifyDeps {
  readonly wire: Wire
  readonly discovery: Pick<DiscoveryService, 'found' | 'asSigned'>
}

/** Outcomes that do not disprove the signature. */
const unknown: ReadonlySet<string> = new Set(['unsigned', 'unknown-key', 'no-keys', 'unsupported-alg'])

export function createCardVerifier({ wire, discovery }: VerifyDeps): CardVerifier {
  return (target, active) => async (stepId, signal) => {
    const { agentId, sessionId, cardUrl } = target
    const agent = await discovery.found(agentId, signal)
    const [first] = agent?.card.signatures ?? []
    if (!agent || !first) throw new BadStep('skip', 'The card is not signed.')
    const jku = protectedHeaderOf(first)?.jku
    if (jku === undefined) throw new BadStep('skip', 'The signature doesn’t say where its keys are.')
    if (!active && URL.parse(jku)?.origin !== URL.parse(cardUrl)?.origin) {
      throw new BadStep('skip', `The keys are on another host (${jku}): allow tests that change the agent.`)
    }
    const raw = discovery.asSigned(agentId) ?? agent.raw
    const verdict = await verifySignature({ raw, cardUrl }, 0, { kind: 'jku' }, (url) =>
      fetchKeys(wire, { sessionId, agentId, cardUrl }, url, signal),
    )
    const { outcome, sentence, form, exchangeId } = verdict
    if (unknown.has(outcome)) throw new BadStep('skip', sentence)
    if (outcome === 'verified' && (form === undefined || form.id === 'spec')) return
    const message =
      outcome === 'verified' ? `It is signed in another form. ${form?.sentence ?? ''}` : sentence
    throw new Failed({ message, stepId, ...defined({ exchangeId }) })
  }
}
