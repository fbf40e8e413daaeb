import { memberOf, shown } from '../../json-kinds.ts'
import type { JsonObject } from '../../model.ts'
import { note, type Report } from '../report.ts'
import type { ListedAs } from './context.ts'

/** Under either name an entry of an AI Catalog is an A2A agent's card. */
export function isCardType(type: string): boolean {
  return /^application\/(?:a2a-)?agent-card\+json\b/i.test(type)
}

export function checkListed(report: Report, card: JsonObject, { type, name, version }: ListedAs): void {
  if (!isCardType(type)) {
    note(report, 'PARLEY-CARD-030', undefined, `The catalog lists this agent card as ${shown(type)}.`)
  }
  const said = (member: string) => memberOf(card, member)
  if (version !== undefined && version !== said('version')) {
    const message = `\`version\` is ${shown(said('version') ?? null)}, but the catalog lists ${shown(version)}.`
    note(report, 'PARLEY-CARD-030', 'version', message)
  }
  if (name !== undefined && name !== said('name')) {
    const message = `\`name\` is ${shown(said('name') ?? null)}, but the catalog lists ${shown(name)}.`
    note(report, 'PARLEY-CARD-030', 'name', message, { severity: 'info' })
  }
}
