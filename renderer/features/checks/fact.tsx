import type { ReactNode } from 'react'

/** One of the facts about a check, or about what is planned. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="check-fact flex gap-12">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
