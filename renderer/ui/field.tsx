import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { joinDefined } from './format.ts'
import './choice.css'
import './field.css'

interface TextFacts {
  readonly label: string
  readonly hint?: ReactNode
  readonly mono?: boolean
  onChange?(text: string): void
}

type TextFieldProps = TextFacts & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'>

export function TextField({ label, hint, mono, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(named) => (
        <input
          spellCheck={false}
          autoComplete="off"
          {...rest}
          {...named}
          className={classOf(mono)}
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
    </Field>
  )
}

type TextAreaProps = TextFacts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'>

export function TextArea({ label, hint, mono, onChange, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint}>
      {(named) => (
        <textarea
          spellCheck={false}
          {...rest}
          {...named}
          className={classOf(mono)}
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
    </Field>
  )
}

type SelectAttributes = SelectHTMLAttributes<HTMLSelectElement>

/** Its text is the option's value in the page. */
type Option = string | number

interface SelectFieldProps<T extends Option> extends Pick<SelectAttributes, 'required' | 'aria-invalid'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly options: readonly T[]
  readonly value: T
  readonly className?: string
  nameOf?(option: NoInfer<T>): string
  onChange(option: NoInfer<T>): void
}

export function SelectField<T extends Option>(props: SelectFieldProps<T>) {
  const { label, hint, className, ...rest } = props
  return (
    <Field label={label} hint={hint} className={className}>
      {(named) => <Select {...rest} {...named} />}
    </Field>
  )
}

type SelectProps<T extends Option> = Omit<SelectFieldProps<T>, 'label' | 'hint'> &
  Pick<SelectAttributes, 'id' | 'aria-label' | 'aria-describedby'>

/** SelectField without a label. */
export function Select<T extends Option>(props: SelectProps<T>) {
  const { options, value, className, nameOf = String, onChange, ...named } = props
  return (
    <select
      {...named}
      className={joinDefined(' ', 'input', className)}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => String(option) === target.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </select>
  )
}

const classOf = (mono: boolean | undefined) => (mono ? 'input mono' : 'input')

interface FieldProps {
  readonly label: string
  readonly hint: ReactNode
  readonly className?: string | undefined
  /** Draws the control with the ids of its label and hint. */
  children(named: { readonly id: string; readonly 'aria-describedby': string | undefined }): ReactNode
}

function Field({ label, hint, className, children }: FieldProps) {
  const id = useId()
  return (
    <span className={joinDefined(' ', 'field', className)}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hint ? `${id}-hint` : undefined })}
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </span>
  )
}

interface ChoicesProps {
  readonly legend: string
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** A group of radio buttons. */
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
    <label className="choice text-line gap-8">
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
    <label className="choice text-line gap-8" title={title}>
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

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly options: readonly T[]
  readonly value: T
  nameOf?(option: T): ReactNode
  /** Shown after the name where it is not 0. */
  countOf?(option: T): number
  onChange(option: T): void
}

export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, options, value, nameOf = String, countOf, onChange } = props
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option}
          type="button"
          className="segment"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {nameOf(option)}
          {countOf !== undefined && countOf(option) > 0 && (
            <span className="faint num" aria-hidden={true}>
              {' '}
              {countOf(option)}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

interface SwitchProps {
  readonly label: string
  readonly on: boolean
  onChange(): void
}

export function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={label}
      title={label}
      aria-checked={on}
      onClick={onChange}
    />
  )
}
