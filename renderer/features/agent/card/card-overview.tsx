import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { FindingList } from '../finding-list.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import type { Found } from '../ways.ts'
import { Attempts, triedSentence } from './attempts.tsx'
import { CardAtAGlance } from './card-at-a-glance.tsx'
import { CardExtensions } from './card-extensions.tsx'
import { CardInterfaces } from './card-interfaces.tsx'
import { CardModes } from './card-modes.tsx'
import { CardNotices } from './card-notices.tsx'
import { CardSection } from './card-section.tsx'
import { CardSkills } from './card-skills.tsx'
import { CardTitle } from './card-title.tsx'

interface CardOverviewProps {
  readonly agentId: string
  readonly discovery: Found
  onReveal(pointer: string): void
}

/** The card as a person reads it. */
export function CardOverview({ agentId, discovery, onReveal }: CardOverviewProps) {
  const { canCall } = useEngine()
  const { card, findings, attempts } = discovery
  return (
    <div className="card-body">
      <CardTitle agentId={agentId} card={card} />
      <CardNotices agentId={agentId} discovery={discovery} />
      {card.description && (
        <div className="card-description">
          <Fold heightPx={96}>
            <Markdown text={card.description} limit={4000} />
          </Fold>
        </div>
      )}
      <CardAtAGlance agentId={agentId} discovery={discovery} />
      {findings.length > 0 && (
        <section className="card-findings" aria-label="Findings in the card">
          <FindingList name="Findings" findings={findings} first={3} onReveal={onReveal} />
        </section>
      )}
      {card.skills.length > 0 && (
        <CardSection title="Skills" count={card.skills.length} open={true}>
          <CardSkills skills={card.skills} />
        </CardSection>
      )}
      <CardExtensions agentId={agentId} extensions={card.capabilities.extensions} />
      <CardModes card={card} />
      <CardInterfaces discovery={discovery} />
      {attempts.length > 0 && (
        <CardSection title={triedSentence(attempts)}>
          <Attempts attempts={attempts} />
        </CardSection>
      )}
      {canCall && (
        <p className="card-extended">
          <Button onClick={() => useOpenDialog.getState().show('extended')}>Fetch the extended card</Button>
          {card.capabilities.extendedAgentCard !== true && (
            <span className="faint">
              <UntrustedText text="The card declares none." />
            </span>
          )}
        </p>
      )}
    </div>
  )
}
