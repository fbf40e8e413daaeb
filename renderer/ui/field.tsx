import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import './field.css'

interface FieldFacts {
  /** The accessible name. */
  readonly label: string
  readonly hint?: ReactNode
  readonly mono?: boolean
}

type TextFieldProps = FieldFacts & InputHTMLAttributes<HTMLInputElement>

export function TextField({ label, hint, mono, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <span className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        id={id}
        className={mono ? 'input mono' : 'input'}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </span>
  )
}

type TextAreaProps = FieldFacts & TextareaHTMLAttributes<HTMLTextAreaElement>

export function TextArea({ label, hint, mono, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <span className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        spellCheck={false}
        {...rest}
        id={id}
        className={mono ? 'input mono' : 'input'}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </span>
  )
}

interface SelectFieldProps<T extends string> {
  readonly label: string
  readonly hint?: ReactNode
  readonly options: readonly T[]
  readonly value: T
  readonly className?: string
  nameOf?(option: T): string
  onChange(option: T): void
}

/** One of a few. */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, hint, options, value, className = '', nameOf = String, onChange } = props
  const id = useId()
  return (
    <span className={`field ${className}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </span>
  )
}
