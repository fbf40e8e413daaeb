import type { JsonValue } from '#shared/a2a/model.ts'

export function cardText(raw: JsonValue): string {
  try {
    return JSON.stringify(raw, null, 2)
  } catch {
    return '"This card is nested too deeply to be written out."'
  }
}

/** Of an agent's name in the name of its card's file, seen where it is saved. */
const maxCardFileChars = 60

/** A name for any file system: travel-concierge.agent-card.json */
export function cardFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxCardFileChars)
    .replaceAll(/^-|-$/g, '')
  return plain === '' ? 'agent-card.json' : `${plain}.agent-card.json`
}
