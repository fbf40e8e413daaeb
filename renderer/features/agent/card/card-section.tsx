import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import './card-sections.css'

interface CardSectionProps {
  readonly title: string
  readonly count?: number
  readonly open?: boolean
  readonly children: ReactNode
}

/** A part of the card that can be folded away. */
export function CardSection({ title, count, open = false, children }: CardSectionProps) {
  return (
    <details className="card-section" open={open}>
      <summary>
        <ChevronRight size={12} className="card-section-mark" />
        <h4>{title}</h4>
        {count !== undefined && <span className="faint num">{count}</span>}
      </summary>
      <div className="card-section-body">{children}</div>
    </details>
  )
}
