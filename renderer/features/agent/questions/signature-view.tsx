import { useMutation } from '@tanstack/react-query'
import { ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { KeySource, SignatureFacts } from '#shared/contract/signature.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { type SignedCard, useVerdict, useVerdicts } from '../verdicts.ts'
import { VerdictView } from './verdict-view.tsx'

interface SignatureViewProps {
  readonly agentId: string
  readonly of: SignedCard
  /** The card it signs. */
  readonly raw: JsonValue
  readonly facts: SignatureFacts
  onShowWire(): void
}

/** One signature: what it says of itself, the ways to verify it, the verdict. */
export function SignatureView({ agentId, of, raw, facts, onShowWire }: SignatureViewProps) {
  const { client } = useEngine()
  const kept = useVerdict(agentId, of, raw)
  const [keys, setKeys] = useState('')
  const verify = useMutation({
    mutationFn: (source: KeySource) =>
      client.card.verify({ agentId, signature: facts.index, keys: source, of }),
    onSuccess: (verdict) =>
      useVerdicts.getState().keep(agentId, of, { raw, signature: facts.index, verdict }),
  })
  const verdict = kept?.signature === facts.index ? kept.verdict : undefined
  return (
    <section className="signature" aria-label={`Signature ${facts.index + 1}`}>
      <p>
        <UntrustedText text={facts.sentence} />
      </p>
      <dl className="signature-facts">
        <Fact name="Algorithm" value={facts.alg} />
        <Fact name="Key id" value={facts.kid} />
        <Fact name="Keys at" value={facts.jku} />
      </dl>
      <div aria-live="polite">
        {verify.error && <p className="notice">{messageOf(verify.error)}</p>}
        {!verdict && !verify.error && (
          <p className="signature-open">
            <ShieldQuestion size={14} aria-hidden={true} />
            {verify.isPending ? 'Verifying…' : 'Not verified yet'}
          </p>
        )}
        {verdict && <VerdictView verdict={verdict} onShowWire={onShowWire} />}
      </div>
      <div className="signature-keys">
        {facts.refusal && <p className="muted">{facts.refusal}</p>}
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
          onChange={({ target }) => setKeys(target.value)}
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

function Fact({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  if (value === undefined) return null
  return (
    <>
      <dt>{name}</dt>
      <dd className="mono">
        <UntrustedText text={value} limit={300} />
      </dd>
    </>
  )
}
