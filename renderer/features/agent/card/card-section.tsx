import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AgentCard } from '#shared/a2a/model.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import './card.css'

interface CardSectionProps {
  readonly title: string
  readonly count?: number
  readonly open?: boolean
  readonly children: ReactNode
}

export function CardSection({ title, count, open = false, children }: CardSectionProps) {
  return (
    <details className="card-section" open={open}>
      <summary>
        <ChevronRight size={12} className="card-section-mark" />
        <h4 className="bold">{title}</h4>
        {count !== undefined && <span className="faint num">{count}</span>}
      </summary>
      <div className="card-section-body">{children}</div>
    </details>
  )
}

export function CardModes({ card }: { readonly card: AgentCard }) {
  return (
    <CardSection title="Modes">
      <dl className="facts">
        <dt>Input</dt>
        <dd>
          <Modes modes={card.defaultInputModes} />
        </dd>
        <dt>Output</dt>
        <dd>
          <Modes modes={card.defaultOutputModes} />
        </dd>
      </dl>
    </CardSection>
  )
}

export function Modes({ modes }: { readonly modes: readonly string[] }) {
  if (modes.length === 0) return <span className="dim">not specified</span>
  return <UntrustedText text={modes.join(', ')} limit={400} />
}
