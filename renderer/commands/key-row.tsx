import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { type CommandId, factsOf } from '#shared/commands.ts'
import { commandWith, type KeyChoices, keysOf, refusalOf } from '#shared/keys.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { isMac, keyLabel, pressedKeys } from './keys.ts'

type Step =
  | { readonly kind: 'shown' }
  | { readonly kind: 'listening'; readonly refusal?: string }
  /** Another command has these. */
  | { readonly kind: 'taken'; readonly keys: string; readonly by: CommandId }

interface KeyRowProps {
  readonly id: CommandId
  readonly choices: KeyChoices
  onGive(keys: string | undefined): void
}

export function KeyRow({ id, choices, onGive }: KeyRowProps) {
  const [step, setStep] = useState<Step>({ kind: 'shown' })
  const keys = keysOf(id, choices)
  const own = factsOf(id).keys
  const { title } = factsOf(id)

  function give(wanted: string | undefined): void {
    setStep({ kind: 'shown' })
    onGive(wanted)
  }
  function ask(wanted: string | undefined): void {
    const by = wanted === undefined ? undefined : commandWith(wanted, choices)
    if (wanted === undefined || by === undefined || by === id) give(wanted)
    else setStep({ kind: 'taken', keys: wanted, by })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (step.kind !== 'listening' || event.key === 'Tab') return
    // What is pressed now is only told, to nobody else.
    event.preventDefault()
    event.stopPropagation()
    const pressed = pressedKeys(event, isMac)
    if (pressed === undefined) return
    const refusal = refusalOf(pressed)
    if (pressed === 'Escape') setStep({ kind: 'shown' })
    else if (pressed === 'Backspace' || pressed === 'Delete') give(undefined)
    else if (refusal === undefined) ask(pressed)
    else setStep({ kind: 'listening', refusal: `${keyLabel(pressed, isMac)}: ${refusal}` })
  }

  return (
    <li className="key-row">
      <span className="key-title">{title}</span>
      {keys !== own && (
        <IconButton
          label={`Reset the key of “${title}”`}
          icon={<RotateCcw size={13} aria-hidden={true} />}
          onClick={() => ask(own)}
        />
      )}
      <button
        type="button"
        className="key-change"
        aria-label={`Key of “${title}”: ${keys === undefined ? 'none' : keyLabel(keys, isMac)}. Change`}
        aria-pressed={step.kind === 'listening'}
        onClick={() => setStep({ kind: step.kind === 'listening' ? 'shown' : 'listening' })}
        onKeyDown={onKeyDown}
        onBlur={() => step.kind === 'listening' && setStep({ kind: 'shown' })}
      >
        {step.kind === 'listening' ? (
          'Press the keys'
        ) : keys === undefined ? (
          <span className="faint">None</span>
        ) : (
          <kbd>{keyLabel(keys, isMac)}</kbd>
        )}
      </button>
      {step.kind === 'listening' && (
        <p className="key-word muted" role="status">
          {step.refusal ?? 'Backspace removes the shortcut, Esc cancels.'}
        </p>
      )}
      {step.kind === 'taken' && (
        <p className="key-word" role="alert">
          <span>
            {keyLabel(step.keys, isMac)} is the key of “{factsOf(step.by).title}”.
          </span>
          <Button onClick={() => give(step.keys)}>Use it here instead</Button>
          <Button onClick={() => setStep({ kind: 'shown' })}>Cancel</Button>
        </p>
      )}
    </li>
  )
}
