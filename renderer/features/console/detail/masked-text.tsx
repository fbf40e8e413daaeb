import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { secretMarkPattern } from '#shared/record/credential-names.ts'
import { useEngine } from '../../../host/engine.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

/** Recorded text; where a secret stood there is a mark, and the button that asks the engine for it. */
export function MaskedText({ text }: { readonly text: string }) {
  // Every second piece is the id of a mark.
  const pieces = text.split(secretMarkPattern)
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text do not move
      <Secret key={index} id={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <UntrustedText key={index} text={piece} limit={4_096} />
    ),
  )
}

function Secret({ id }: { readonly id: string }) {
  const { client } = useEngine()
  const [value, setValue] = useState<string | null>()

  function toggle(): void {
    if (value !== undefined) {
      setValue(undefined)
      return
    }
    client.console
      .reveal({ secretId: id })
      .then(setValue)
      .catch(() => setValue(null))
  }

  return (
    <span className="nowrap">
      <span
        className={value === undefined ? 'faint' : ''}
        title={`A secret, marked ${id} wherever it appears`}
      >
        {value === undefined ? '••••••••' : (value ?? 'no longer available: secrets are kept in memory only')}
      </span>
      <button
        type="button"
        className="secret-button muted"
        aria-label={value === undefined ? 'Reveal the secret' : 'Hide the secret'}
        title={value === undefined ? 'Reveal the secret' : 'Hide the secret'}
        onClick={toggle}
      >
        {value === undefined ? <Eye size={12} /> : <EyeOff size={12} />}
      </button>
    </span>
  )
}
