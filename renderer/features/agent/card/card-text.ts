import type { JsonValue } from '#shared/a2a/model.ts'

/** A card as text to read and to edit. */
export function cardText(raw: JsonValue): string {
  try {
    return JSON.stringify(raw, null, 2)
  } catch {
    return '"This card is nested too deeply to be written out."'
  }
}

/** A name any file system takes: travel-concierge.agent-card.json */
export function cardFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
  return plain === '' ? 'agent-card.json' : `${plain}.agent-card.json`
}
