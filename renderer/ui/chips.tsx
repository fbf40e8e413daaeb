import type { ReactNode } from 'react'
import { ToggleChip } from './button.tsx'

interface ChipsProps<T extends string> {
  /** The accessible name. */
  readonly label: string
  readonly className: string
  readonly options: readonly T[]
  readonly value: T | undefined
  nameOf(option: T): ReactNode
  onChange(value: T | undefined): void
}

/** One of a few, or none: pressing it again lets it go. */
export function Chips<T extends string>(props: ChipsProps<T>) {
  const { label, className, options, value, nameOf, onChange } = props
  return (
    <fieldset className={className}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <ToggleChip
          key={option}
          on={option === value}
          onClick={() => onChange(option === value ? undefined : option)}
        >
          {nameOf(option)}
        </ToggleChip>
      ))}
    </fieldset>
  )
}
