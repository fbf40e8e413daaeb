import type { AgentCard } from '#shared/a2a/model.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { CardSection } from './card-section.tsx'

/** What the agent takes and gives where a skill does not say otherwise. */
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
  if (modes.length === 0) return <span className="muted">not specified</span>
  return <UntrustedText text={modes.join(', ')} limit={400} />
}
