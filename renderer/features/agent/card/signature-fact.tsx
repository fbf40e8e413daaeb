import { ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react'
import type { SignatureOutcome } from '#shared/contract/signature.ts'
import { shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useVerdict } from '../verdicts.ts'
import type { Found } from '../ways.ts'
import { FactLink } from './fact-link.tsx'

interface SignatureFactProps {
  readonly agentId: string
  readonly discovery: Found
}

export function SignatureFact({ agentId, discovery }: SignatureFactProps) {
  const { canCall } = useEngine()
  const verdict = useVerdict(agentId, 'public', discovery.raw)?.verdict
  const signed = discovery.signatures.length
  const Icon = verdict?.outcome === 'verified' ? ShieldCheck : verdict ? ShieldX : ShieldQuestion
  const tone = verdict === undefined ? 'open' : verdict.outcome === 'verified' ? 'good' : 'bad'
  const kid = verdict?.key?.kid
  const unverified = canCall ? 'not verified yet' : 'not verified'
  return (
    <>
      <dt>Signature</dt>
      <dd>
        <FactLink to="signatures" {...(signed > 0 && { className: `signature-fact ${tone}` })}>
          {signed > 0 && <Icon size={13} aria-hidden={true} />}
          <span>
            {signed === 0 ? 'none' : verdict ? words[verdict.outcome] : unverified}
            {verdict?.outcome === 'verified' && kid && `, key ${shorten(visibleString(kid))}`}
          </span>
        </FactLink>
      </dd>
    </>
  )
}

const words: Readonly<Record<SignatureOutcome, string>> = {
  verified: 'verified',
  unsigned: 'none',
  'bad-signature': 'doesn’t match the card',
  'unknown-key': 'by an unknown key',
  'no-keys': 'no keys to verify it with',
  'alg-none': 'signed with nothing (alg none)',
  hmac: 'a shared secret, which proves nothing',
  'unsupported-alg': 'an algorithm that Parley doesn’t support',
  malformed: 'malformed',
}
