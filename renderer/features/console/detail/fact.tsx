import type { ReactNode } from 'react'
import './detail.css'

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt className="muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
