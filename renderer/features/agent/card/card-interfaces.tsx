import { LeftOut } from '../../../ui/left-out.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { UrlText } from '../../../ui/url-text.tsx'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { bindingName, dialectName, type Found } from '../ways.ts'
import { CardSection } from './card-section.tsx'

/** Interfaces the card pane lists; a line says how many more there are. */
const maxShownInterfaces = 20

/** The interfaces at a glance: the chosen one marked, the others with their reason. */
export function CardInterfaces({ discovery }: { readonly discovery: Found }) {
  const { interfaces } = discovery
  return (
    <CardSection title="Interfaces" count={interfaces.length}>
      <ul className="ways">
        {interfaces
          .slice(0, maxShownInterfaces)
          .map(({ interface: declared, dialect, chosen, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a card may declare the same one twice
            <li key={index} className={chosen ? 'way chosen' : 'way'} title={why}>
              <p>
                <UntrustedText
                  text={`${declared.protocolVersion ?? (dialect && dialectName(dialect)) ?? 'no version'} ${bindingName(declared.binding)}`}
                  limit={80}
                />
                {chosen && <span className="way-taken"> in use</span>}
                {!dialect && <span className="faint"> not supported</span>}
              </p>
              <p className="mono facts-url muted">
                <UrlText url={declared.url} />
              </p>
            </li>
          ))}
      </ul>
      <LeftOut of={interfaces.length} shown={maxShownInterfaces} where="in the JSON" />
      <LiveButton onClick={() => useOpenDialog.getState().show('connection')}>Choose or probe</LiveButton>
    </CardSection>
  )
}
