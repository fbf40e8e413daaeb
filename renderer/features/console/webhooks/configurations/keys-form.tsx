import { type FormEvent, useState } from 'react'
import type { PushConfiguration } from '#shared/contract/push.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea, TextField } from '../../../../ui/field.tsx'
import { Problem } from '../../../../ui/problem.tsx'

interface Choice {
  readonly text: string
  readonly issuer: string
}

/** Whose keys the JWTs of calls are held against. Keys are fetched once, here, and never because a call asks for it. */
export function KeysForm({ config: { id: configId, keys } }: { readonly config: PushConfiguration }) {
  const [text, setText] = useState('')
  const [issuer, setIssuer] = useState('')
  const choose = useReceiverAction(({ push: { useKeys: holdAgainst } }, choice: Choice | undefined) =>
    holdAgainst({
      configId,
      keys: choice === undefined ? { kind: 'none' } : keysIn(choice.text),
      ...(choice !== undefined && choice.issuer !== '' && { issuer: choice.issuer }),
    }),
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    choose.mutate({ text: text.trim(), issuer: issuer.trim() }, { onSuccess: () => setText('') })
  }

  return (
    <details className="config-part pt-10 rule-above">
      <summary>
        JWT keys
        <span className="summary-words muted">
          {keys === undefined
            ? 'none: signatures aren’t verified'
            : `${keys.count} from ${keys.from}${keys.issuer === undefined ? '' : `, issuer ${keys.issuer}`}`}
        </span>
      </summary>
      <form onSubmit={submit}>
        <TextArea
          label="Address of a JWKS, or the JWKS itself"
          mono
          rows={3}
          placeholder="https://agent.example/.well-known/jwks.json"
          hint="An address is fetched once, when you press the button."
          value={text}
          onChange={setText}
        />
        <div className="field-row keys-row">
          <TextField label="Expected issuer" mono placeholder="any" value={issuer} onChange={setIssuer} />
          <Button type="submit" disabled={text.trim() === '' || choose.isPending}>
            Verify JWTs with these keys
          </Button>
          {keys && (
            <Button disabled={choose.isPending} onClick={() => choose.mutate(undefined)}>
              Forget the keys
            </Button>
          )}
        </div>
        <Problem error={choose.error} />
      </form>
    </details>
  )
}

function keysIn(text: string) {
  return text.startsWith('{')
    ? ({ kind: 'text', text } as const)
    : ({ kind: 'address', address: text } as const)
}
