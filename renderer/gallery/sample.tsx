import type { ReactNode } from 'react'

interface SamplesProps {
  /** Of a file in `renderer/ui`, or of a kind of row. */
  readonly of: string
  readonly children: ReactNode
}

/** One piece in all of its states, each with its name. */
export function Samples({ of, children }: SamplesProps) {
  return (
    <section className="samples" aria-label={of}>
      <h2>{of}</h2>
      {children}
    </section>
  )
}

export function Sample({ state, children }: { readonly state: string; readonly children: ReactNode }) {
  return (
    <figure className="sample">
      <figcaption className="faint">{state}</figcaption>
      {children}
    </figure>
  )
}
