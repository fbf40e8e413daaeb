import type { ReactNode } from 'react'
import './choice.css'

interface ChoicesProps {
  readonly legend: string
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** A question with some answers, one of which is taken. */
export function Choices({ legend, disabled = false, children }: ChoicesProps) {
  return (
    <fieldset className="choices" disabled={disabled}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

interface ChoiceProps {
  /** The same for all answers to one question. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly checked: boolean
  onPick(): void
}

export function Choice({ name, label, hint, checked, onPick }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name={name} checked={checked} onChange={onPick} />
      <span>
        {label}
        {hint && <span className="field-hint"> {hint}</span>}
      </span>
    </label>
  )
}

interface CheckboxProps {
  readonly label: string
  readonly title?: string
  readonly checked: boolean
  readonly disabled?: boolean
  onChange(checked: boolean): void
}

export function Checkbox({ label, title, checked, disabled = false, onChange }: CheckboxProps) {
  return (
    <label className="choice" title={title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
