// The client certificate for TLS. It is stored as soon as it is chosen: the key is never on screen.

import type { UseMutationResult } from '@tanstack/react-query'
import { FileKey2 } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { maxPemChars, maxWordChars } from '#shared/bounded.ts'
import type { ClientCertificate, ClientCertificateView } from '#shared/contract/access.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { TextField } from '../../../ui/field.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { keptWords } from '../kept-words.ts'
import { type PemBlocks, pemBlocks } from './pem-blocks.ts'
import '../dialogs.css'

interface ClientCertificateFieldProps {
  readonly view: ClientCertificateView | undefined
  readonly keep: UseMutationResult<ClientCertificateView, Error, ClientCertificate | null>
  /** Shown while there is none. */
  readonly purpose: string
}

export function ClientCertificateField({ view, keep, purpose }: ClientCertificateFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [guarded, setGuarded] = useState<PemBlocks>()
  const [passphrase, setPassphrase] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const problem = trouble ?? keep.error

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const files = [...(target.files ?? [])]
    target.value = ''
    if (files.length === 0) return
    keep.reset()
    setGuarded(undefined)
    setPassphrase('')
    const isLarge = files.some(({ size }) => size > maxPemChars)
    const pem = isLarge
      ? 'A file is too large for a certificate or a key.'
      : pemBlocks(await Promise.all(files.map((file) => file.text())))
    setTrouble(typeof pem === 'string' ? pem : undefined)
    if (typeof pem === 'string') return
    if (pem.guarded) setGuarded(pem)
    else keep.mutate({ certificatePem: pem.certificatePem, keyPem: pem.keyPem })
  }

  function unlock(): void {
    if (guarded === undefined || passphrase === '') return
    const { certificatePem, keyPem } = guarded
    keep.mutate({ certificatePem, keyPem, passphrase }, { onSuccess: () => setGuarded(undefined) })
  }

  return (
    <fieldset className="client-certificate column gap-6">
      <legend className="field-label mb-4">Client certificate</legend>
      {view && <State view={view} purpose={purpose} />}
      <div className="flex at-end wraps gap-8">
        <input
          ref={picker}
          type="file"
          multiple
          accept=".pem,.crt,.cer,.key"
          aria-label="Certificate and key files"
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => void choose(event)}
        />
        <Button onClick={() => picker.current?.click()}>
          <FileKey2 size={14} /> Choose certificate and key
        </Button>
        {view && view.state !== 'not-set' && (
          <Button disabled={keep.isPending} onClick={() => keep.mutate(null)}>
            Remove
          </Button>
        )}
      </div>
      {guarded && (
        <div className="flex at-end wraps gap-8">
          <TextField
            label="Key passphrase"
            type="password"
            maxLength={maxWordChars}
            value={passphrase}
            onChange={setPassphrase}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The surrounding form is another one.
              event.preventDefault()
              unlock()
            }}
          />
          <Button disabled={passphrase === '' || keep.isPending} onClick={unlock}>
            Unlock key
          </Button>
        </div>
      )}
      <Problem error={problem} />
    </fieldset>
  )
}

function State({ view, purpose }: { readonly view: ClientCertificateView; readonly purpose: string }) {
  switch (view.state) {
    case 'not-set':
      return <p className="field-hint">{purpose}</p>
    case 'lost':
      return <p className="field-hint">The stored certificate can’t be opened. Choose it again.</p>
    case 'set':
      return (
        <p className="field-hint">
          <UntrustedText text={view.subject} limit={300} />, by{' '}
          <UntrustedText text={view.issuer} limit={300} />,{' '}
          {view.validUntil < Date.now() ? 'expired on' : 'valid until'}{' '}
          {new Date(view.validUntil).toLocaleDateString('en')}. Its key is kept {keptWords[view.where]}.
        </p>
      )
  }
}
