import type { ReactNode } from 'react'
import './segments.css'

interface SegmentsProps<T extends string> {
  /** The accessible name. */
  readonly label: string
  readonly options: readonly T[]
  readonly value: T
  nameOf?(option: T): ReactNode
  /** Shown behind the name where there are some. */
  countOf?(option: T): number
  onChange(option: T): void
}

/** One of a few, side by side, all of them in sight. */
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
