import { Check, CircleSlash } from 'lucide-react'
import type { InterfaceChoiceView } from '#shared/contract/card.ts'
import { defined } from '#shared/defined.ts'
import { Button } from '../../../ui/button.tsx'
import { joinWords } from '../../../ui/format.ts'
import { LeftOut } from '../../../ui/left-out.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useConfigure } from '../use-discovery.ts'
import { bindingName, dialectName, type OfCard } from '../ways.ts'

/** Interfaces listed to choose from; a line says how many more the JSON has. */
const maxListedInterfaces = 200

/** Every interface of the card with its verdict, each one that can be spoken one click away. */
export function InterfaceList({ agentId, discovery }: OfCard) {
  const configure = useConfigure(agentId)
  const { interfaces, connection } = discovery
  return (
    <section aria-label="Interfaces">
      <div className="connection-head line gap-8 mb-4">
        <h3>Declared by the card</h3>
        {connection?.forced && (
          <Button onClick={() => configure.mutate(({ forced: _forced, ...rest }) => rest)}>
            Let Parley choose
          </Button>
        )}
      </div>
      {interfaces.length === 0 && <p className="muted">None.</p>}
      <ul className="interfaces">
        {interfaces.slice(0, maxListedInterfaces).map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card may declare the same one twice
          <InterfaceRow key={index} choice={choice}>
            {choice.dialect && choice.binding && !choice.chosen && (
              <Button
                aria-label={`Use this: ${choice.dialect} ${bindingName(choice.binding)}`}
                onClick={() => configure.mutate((now) => ({ ...now, forced: forcedTo(choice) }))}
              >
                Use this
              </Button>
            )}
          </InterfaceRow>
        ))}
      </ul>
      <LeftOut of={interfaces.length} shown={maxListedInterfaces} where="in the JSON" />
    </section>
  )
}

function forcedTo({ interface: { url, tenant }, dialect, binding }: InterfaceChoiceView) {
  if (!dialect || !binding) return undefined
  return { url, dialect, binding, ...defined({ tenant }) }
}

interface InterfaceRowProps {
  readonly choice: InterfaceChoiceView
  readonly children: React.ReactNode
}

function InterfaceRow({ choice, children }: InterfaceRowProps) {
  const { interface: declared, dialect, chosen, why } = choice
  const spoken = dialect !== undefined
  const Icon = chosen ? Check : spoken ? undefined : CircleSlash
  return (
    <li className={joinWords(' ', 'interface line gap-8', chosen && 'chosen')}>
      <span className="interface-mark rigid faint" aria-hidden={true}>
        {Icon && <Icon size={13} />}
      </span>
      <div className="fills">
        <p>
          <strong className="bold">
            <UntrustedText
              text={`${declared.protocolVersion ?? (dialect && dialectName(dialect)) ?? 'no version'} · ${bindingName(declared.binding)}`}
              limit={120}
            />
          </strong>{' '}
          <span className="mono muted">
            <UntrustedText text={declared.url} limit={300} />
          </span>
          {declared.tenant && (
            <span className="faint">
              {' '}
              tenant <UntrustedText text={declared.tenant} limit={100} />
            </span>
          )}
        </p>
        <p className="field-hint">
          {chosen && <strong className="interface-chosen bold">In use. </strong>}
          <UntrustedText text={why} limit={400} />
        </p>
      </div>
      {children}
    </li>
  )
}
