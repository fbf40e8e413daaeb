import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { SignatureOutcome, SignatureVerdict } from '#shared/contract/signature.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { WireLink } from '../wire-link.tsx'

interface VerdictViewProps {
  readonly verdict: SignatureVerdict
  onShowWire(): void
}

/** The verdict in words: which form, which key, what that proves and what it does not. */
export function VerdictView({ verdict, onShowWire }: VerdictViewProps) {
  const tone = toneOf(verdict.outcome)
  const Icon = { good: ShieldCheck, open: ShieldQuestion, bad: ShieldAlert }[tone]
  const { form, key, proves, doesNotProve, exchangeId } = verdict
  return (
    <div className={`verdict ${tone}`}>
      <p className="verdict-head">
        <Icon size={15} aria-hidden={true} />
        <UntrustedText text={verdict.sentence} />
      </p>
      {form && <p className="muted">It covers {form.sentence}.</p>}
      {key && (
        <p className="muted">
          Key {key.kid !== undefined && <UntrustedText text={key.kid} limit={200} />} {key.type}, thumbprint{' '}
          <span className="mono">
            <UntrustedText text={key.thumbprint} limit={200} />
          </span>
        </p>
      )}
      {(proves.length > 0 || doesNotProve.length > 0) && (
        <div className="verdict-lists">
          <Sentences title="This proves" sentences={proves} />
          <Sentences title="It does not prove" sentences={doesNotProve} />
        </div>
      )}
      {exchangeId && (
        <WireLink exchangeId={exchangeId} onShow={onShowWire}>
          Response with the keys
        </WireLink>
      )}
    </div>
  )
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div>
      <p className="muted">{title}</p>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <UntrustedText text={sentence} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function toneOf(outcome: SignatureOutcome): 'good' | 'open' | 'bad' {
  switch (outcome) {
    case 'verified':
      return 'good'
    case 'unsigned':
    case 'unknown-key':
    case 'no-keys':
    case 'unsupported-alg':
      return 'open'
    case 'bad-signature':
    case 'alg-none':
    case 'hmac':
    case 'malformed':
      return 'bad'
  }
}
