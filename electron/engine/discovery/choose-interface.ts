// The connection to an agent: its card's choice, with the user's preferred binding; or the user's choice.

import { chooseInterface } from '#shared/a2a/choose-interface.ts'
import { detectFromCard } from '#shared/a2a/detect.ts'
import type { AgentCard, AgentInterface, Binding, JsonValue } from '#shared/a2a/model.ts'
import type { Connection } from '#shared/contract/card.ts'
import type { ConnectionSettings } from '#shared/contract/connection-settings.ts'
import { defined } from '#shared/defined.ts'
import { absoluteUrl } from './addresses.ts'

export function chosenInterface(
  card: AgentCard,
  raw: JsonValue,
  settings: ConnectionSettings,
  cardUrl: string | undefined,
  preferred?: Binding,
): Omit<Connection, 'credentials'> | undefined {
  const callable = (entry: AgentInterface): AgentInterface => {
    const substitute = settings.substitutes.find(({ from }) => from === entry.url)
    return { ...entry, url: substitute?.to ?? absoluteUrl(entry.url, entry.binding, cardUrl) }
  }
  const { forced } = settings
  if (forced !== undefined) {
    const { url, binding, dialect, tenant } = forced
    const declared = card.interfaces.find((entry) => entry.url === url && entry.binding === binding)
    const chosenTenant = tenant ?? declared?.tenant
    return {
      interface: callable({ url, binding, ...defined({ tenant: chosenTenant }) }),
      dialect,
      binding,
      why: 'Selected manually',
      forced: true,
    }
  }
  // A card without a version still has the shape of one.
  const { chosen } = chooseInterface(card, detectFromCard(card, raw).speaks, preferred)
  return chosen && { ...chosen, interface: callable(chosen.interface) }
}
