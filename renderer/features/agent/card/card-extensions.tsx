import type { AgentExtension } from '#shared/a2a/model.ts'
import { shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { LeftOut } from '../../../ui/left-out.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useConfigure, useSettings } from '../use-discovery.ts'
import { CardSection } from './card-section.tsx'

/** Extensions the card pane lists; a line says how many more the JSON has. */
const maxShownExtensions = 100

interface CardExtensionsProps {
  readonly agentId: string
  readonly extensions: readonly AgentExtension[]
}

/** The extensions a card declares, each with the switch that makes calls activate it. */
export function CardExtensions({ agentId, extensions }: CardExtensionsProps) {
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
                <p className="muted">
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
      <LeftOut of={extensions.length} shown={maxShownExtensions} where="in the JSON" />
    </CardSection>
  )
}
