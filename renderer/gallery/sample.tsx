import type { ReactNode } from 'react'

interface SamplesProps {
  /** The name of a file in `renderer/ui`, or of a kind of row. */
  readonly name: string
  /** By name. */
  readonly states: Readonly<Record<string, ReactNode>>
  readonly children?: ReactNode
}

/** A component in all of its states, each with its name. */
export function Samples({ name, states, children }: SamplesProps) {
  return (
    <section className="samples" aria-label={name}>
      <h2>{name}</h2>
      {Object.entries(states).map(([state, drawn]) => (
        <figure key={state} className="sample">
          <figcaption className="faint">{state}</figcaption>
          {drawn}
        </figure>
      ))}
      {children}
    </section>
  )
}

export function drawnStates<T>(
  states: Readonly<Record<string, T>>,
  draw: (one: T, state: string) => ReactNode,
): Readonly<Record<string, ReactNode>> {
  return Object.fromEntries(Object.entries(states).map(([state, one]) => [state, draw(one, state)]))
}
