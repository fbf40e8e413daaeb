import type { ReactNode } from 'react'

/** What a thing reports of itself, in a list of such. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact flex gap-12">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
