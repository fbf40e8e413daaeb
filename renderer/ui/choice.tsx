import { useId } from 'react'
import './field.css'

interface ChoiceProps<T extends string> {
  /** The accessible name. */
  readonly label: string
  readonly options: readonly T[]
  /** An option that is none of them is shown as "choose". */
  readonly value: T | undefined
  nameOf(option: T): string
  onChange(option: T): void
}

/** One of a few, from a list that the browser draws. */
export function Choice<T extends string>({ label, options, value, nameOf, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <span className="field choice-field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {value === undefined && <option value="">–</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </span>
  )
}
