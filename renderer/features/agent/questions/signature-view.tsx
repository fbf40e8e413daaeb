import { useMutation } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import type { JsonValue } from '#shared/a2a/model.ts'
import type {
  KeySource,
  SignatureFacts,
  SignatureOutcome,
  SignatureVerdict,
} from '#shared/contract/signature.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Fact, keepVerdict, type SignedCard, useVerdict } from '../fact.tsx'
import { WireLink } from '../wire-link.tsx'

interface SignaturesProps {
  readonly agentId: string
  readonly whose: SignedCard
  readonly card: { readonly raw: JsonValue; readonly signatures: readonly SignatureFacts[] }
}

export function Signatures({ agentId, whose, card: { raw, signatures } }: SignaturesProps) {
  return signatures.map((facts) => (
    <SignatureView key={facts.index} agentId={agentId} whose={whose} raw={raw} facts={facts} />
  ))
}

interface SignatureViewProps extends Omit<SignaturesProps, 'card'> {
  /** The signed card. */
  readonly raw: JsonValue
  readonly facts: SignatureFacts
}

function SignatureView({ agentId, whose, raw, facts }: SignatureViewProps) {
  const { client } = useEngine()
  const storedVerdict = useVerdict(agentId, whose, raw)
  const [keys, setKeys] = useState('')
  const verify = useMutation({
    mutationFn: (source: KeySource) =>
      client.card.verify({ agentId, signature: facts.index, keys: source, of: whose }),
    onSuccess: (verdict) => keepVerdict(agentId, whose, { raw, signature: facts.index, verdict }),
  })
  const verdict = storedVerdict?.signature === facts.index ? storedVerdict.verdict : undefined
  return (
    <section className="signature" aria-label={`Signature ${facts.index + 1}`}>
      <p>
        <UntrustedText text={facts.sentence} />
      </p>
      <dl className="signature-facts mt-8 mb-12 small">
        <Fact name="Algorithm" value={facts.alg} />
        <Fact name="Key id" value={facts.kid} />
        <Fact name="Keys at" value={facts.jku} />
      </dl>
      <div aria-live="polite">
        {verify.error && <p className="notice">{messageOf(verify.error)}</p>}
        {!verdict && !verify.error && (
          <p className="signature-open text-line gap-6 bold mb-12 tone-warn">
            <ShieldQuestion size={14} />
            {verify.isPending ? 'Verifying…' : 'Not verified yet'}
          </p>
        )}
        {verdict && <VerdictView verdict={verdict} />}
      </div>
      <div className="signature-keys column at-start gap-8">
        {facts.refusal && <p className="dim">{facts.refusal}</p>}
        {facts.question && (
          <>
            <p>
              <UntrustedText text={facts.question} />
            </p>
            <Button disabled={verify.isPending} onClick={() => verify.mutate({ kind: 'jku' })}>
              Fetch the keys and verify
            </Button>
          </>
        )}
        <TextArea
          label="Keys, as JWKS or PEM"
          mono
          rows={5}
          placeholder={'{"keys": […]} or -----BEGIN PUBLIC KEY-----'}
          value={keys}
          onChange={setKeys}
        />
        <Button
          disabled={keys.trim() === '' || verify.isPending}
          onClick={() => verify.mutate(sourceOf(keys.trim()))}
        >
          Verify with these keys
        </Button>
      </div>
    </section>
  )
}

function sourceOf(text: string): KeySource {
  return { kind: text.startsWith('-----') ? 'pem' : 'jwks', text }
}

/** The verdict in words: form, key, what it proves and what it does not. */
function VerdictView({ verdict }: { readonly verdict: SignatureVerdict }) {
  const tone = toneOf(verdict.outcome)
  const Icon = { good: ShieldCheck, open: ShieldQuestion, bad: ShieldAlert }[tone]
  const { form, key, proves, doesNotProve, exchangeId } = verdict
  return (
    <div className={`verdict mb-12 py-10 px-12 ${tone}`}>
      <p className="verdict-head text-line gap-6 bold">
        <Icon size={15} />
        <UntrustedText text={verdict.sentence} />
      </p>
      {form && <p className="dim">It covers {form.sentence}.</p>}
      {key && (
        <p className="dim">
          Key {key.kid !== undefined && <UntrustedText text={key.kid} limit={200} />} {key.type}, thumbprint{' '}
          <span className="mono">
            <UntrustedText text={key.thumbprint} limit={200} />
          </span>
        </p>
      )}
      {(proves.length > 0 || doesNotProve.length > 0) && (
        <div className="verdict-lists gap-10 mt-8 small">
          <Sentences title="This proves" sentences={proves} />
          <Sentences title="It does not prove" sentences={doesNotProve} />
        </div>
      )}
      {exchangeId && <WireLink exchangeId={exchangeId}>Response with the keys</WireLink>}
    </div>
  )
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div>
      <p className="dim">{title}</p>
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
