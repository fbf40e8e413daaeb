import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeySource, SignatureFacts } from '#shared/contract/signature.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useVerdict, useVerdicts } from '../verdicts.ts'
import type { Found } from '../ways.ts'
import { VerdictView } from './verdict-view.tsx'
import './questions.css'

interface SignatureDialogProps {
  readonly agentId: string
  readonly discovery: Found
  readonly onClose: () => void
}

export function SignatureDialog({ agentId, discovery, onClose }: SignatureDialogProps) {
  return (
    <Dialog wide title="Signatures" onClose={onClose}>
      {discovery.signatures.length === 0 && (
        <p>
          The card is not signed. Who can change what is at its address can change the card, and nothing would
          show it.
        </p>
      )}
      {discovery.signatures.slice(0, 50).map((facts) => (
        <Signature
          key={facts.index}
          agentId={agentId}
          discovery={discovery}
          facts={facts}
          onShowWire={onClose}
        />
      ))}
    </Dialog>
  )
}

interface SignatureProps {
  readonly agentId: string
  readonly discovery: Found
  readonly facts: SignatureFacts
  onShowWire(): void
}

function Signature({ agentId, discovery, facts, onShowWire }: SignatureProps) {
  const { client } = useEngine()
  const kept = useVerdict(agentId, discovery.raw)
  const [keys, setKeys] = useState('')
  const verify = useMutation({
    mutationFn: (source: KeySource) => client.card.verify({ agentId, signature: facts.index, keys: source }),
    onSuccess: (verdict) =>
      useVerdicts.getState().keep(agentId, { raw: discovery.raw, signature: facts.index, verdict }),
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
