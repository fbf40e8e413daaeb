import type { ReactNode } from 'react'

/** A name and its value in a description list. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact flex gap-12">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
