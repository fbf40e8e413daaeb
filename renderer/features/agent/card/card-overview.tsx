import type { AgentCard, AgentExtension } from '#shared/a2a/model.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { iconLimits } from '#shared/image/read-image.ts'
import { clip, shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { AgentImage } from '../../../ui/agent-image.tsx'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink, UrlText } from '../../../ui/external-link.tsx'
import { LeftOut } from '../../../ui/feedback.tsx'
import { Switch } from '../../../ui/field.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useIcon } from '../fact.tsx'
import { bindingName, dialectName, type FoundAgent, type OfCard } from '../interface-name.ts'
import { useOpenDialog } from '../open-dialog.ts'
import { useConfigure, useSettings } from '../use-discovery.ts'
import { LiveButton } from '../wire-link.tsx'
import { Attempts, triedTitle } from './attempts.tsx'
import { CardAtAGlance } from './card-at-a-glance.tsx'
import { CardNotices } from './card-notices.tsx'
import { CardModes, CardSection } from './card-section.tsx'
import { CardSkills } from './card-skills.tsx'

/** Extensions the card pane lists; a line reports how many more the JSON has. */
const maxShownExtensions = 100

export function CardOverview({ agentId, discovery }: OfCard) {
  const { canCall } = useEngine()
  const { card, attempts } = discovery
  return (
    <div className="card-body">
      <CardTitle agentId={agentId} card={card} />
      <CardNotices agentId={agentId} discovery={discovery} />
      {card.description && (
        <div className="breaks mt-10">
          <Fold heightPx={96}>
            <Markdown text={card.description} limit={4000} />
          </Fold>
        </div>
      )}
      <CardAtAGlance agentId={agentId} discovery={discovery} />
      {card.skills.length > 0 && (
        <CardSection title="Skills" count={card.skills.length} open={true}>
          <CardSkills skills={card.skills} />
        </CardSection>
      )}
      <CardExtensions agentId={agentId} extensions={card.capabilities.extensions} />
      <CardModes card={card} />
      <CardInterfaces discovery={discovery} />
      {attempts.length > 0 && (
        <CardSection title={triedTitle(attempts)}>
          <Attempts attempts={attempts} />
        </CardSection>
      )}
      {canCall && (
        <p className="card-extended line wraps gap-8 rule-above small">
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

function CardTitle({ agentId, card }: { readonly agentId: string; readonly card: AgentCard }) {
  const icon = useIcon(agentId, card.iconUrl)
  const { provider } = card
  const letters = (
    <span className="avatar" aria-hidden={true}>
      {initials(clip(card.name, maxNameChars))}
    </span>
  )
  const organization = provider && <UntrustedText text={provider.organization} limit={120} />
  return (
    <div className="line gap-10">
      {icon && 'image' in icon ? (
        <AgentImage
          className="avatar"
          bytes={icon.image}
          name=""
          limits={iconLimits}
          refused={() => letters}
        />
      ) : (
        letters
      )}
      <div className="card-names shrinks">
        <h3 className="clamp-3">
          <UntrustedText text={card.name || 'Unnamed agent'} limit={160} />
        </h3>
        <p className="clamp-3 dim">
          {provider?.url ? <ExternalLink url={provider.url}>{organization}</ExternalLink> : organization}
          {provider && card.version && ' · '}
          {card.version && <UntrustedText text={`v${card.version}`} limit={60} />}
        </p>
      </div>
    </div>
  )
}

/** Interfaces the card pane lists; a line reports how many more there are. */
const maxShownInterfaces = 20

/** The chosen interface is marked, the others have their reason. */
function CardInterfaces({ discovery }: { readonly discovery: FoundAgent }) {
  const { interfaces } = discovery
  return (
    <CardSection title="Interfaces" count={interfaces.length}>
      <ul className="column gap-6 mb-8 small">
        {interfaces
          .slice(0, maxShownInterfaces)
          .map(({ interface: declared, dialect, chosen, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a card may declare the same one twice
            <li key={index} className="line breaks gap-8 rule-above py-6" title={why}>
              <p>
                <UntrustedText
                  text={`${declared.protocolVersion ?? (dialect && dialectName(dialect)) ?? 'no version'} ${bindingName(declared.binding)}`}
                  limit={80}
                />
                {chosen && <span className="tone-accent"> in use</span>}
                {!dialect && <span className="faint"> not supported</span>}
              </p>
              <p className="mono dim">
                <UrlText url={declared.url} />
              </p>
            </li>
          ))}
      </ul>
      <LeftOut total={interfaces.length} shown={maxShownInterfaces} where="in the JSON" />
      <LiveButton onClick={() => useOpenDialog.getState().show('connection')}>Choose or detect</LiveButton>
    </CardSection>
  )
}

function initials(name: string): string {
  const words = name.split(/[^\p{Letter}\p{Number}]+/u).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

interface CardExtensionsProps {
  readonly agentId: string
  readonly extensions: readonly AgentExtension[]
}

/** The extensions of a card; a switch makes calls activate each. */
function CardExtensions({ agentId, extensions }: CardExtensionsProps) {
  const { canCall } = useEngine()
  const active = useSettings(agentId).data?.extensions ?? []
  const configure = useConfigure(agentId)
  if (extensions.length === 0) return null
  const required = extensions.some((extension) => extension.required && !active.includes(extension.uri))

  function toggle(uri: string): void {
    configure.mutate((now) => ({
      ...now,
      extensions: now.extensions.includes(uri)
        ? now.extensions.filter((one) => one !== uri)
        : [...now.extensions, uri],
    }))
  }

  return (
    <CardSection title="Extensions" count={extensions.length} open={required}>
      <ul className="column gap-10" aria-label="Extensions">
        {extensions.slice(0, maxShownExtensions).map((extension, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card may declare the same one twice
          <li key={index} className="flex at-start gap-10">
            <div className="fills small">
              <p className="mono">
                <ExternalLink url={extension.uri} />
              </p>
              {extension.required && (
                <p className="tone-warn">Required: calls that do not activate it will be refused.</p>
              )}
              {extension.description && (
                <p className="dim">
                  <UntrustedText text={extension.description} limit={600} />
                </p>
              )}
            </div>
            {canCall && (
              <Switch
                label={`Activate ${shorten(visibleString(extension.uri))}`}
                on={active.includes(extension.uri)}
                onChange={() => toggle(extension.uri)}
              />
            )}
          </li>
        ))}
      </ul>
      <LeftOut total={extensions.length} shown={maxShownExtensions} where="in the JSON" />
    </CardSection>
  )
}
