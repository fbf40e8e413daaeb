// Which version a card says it is of, where versions before 1.0 say so.

import { shown, textOf } from '../../json-kinds.ts'
import type { JsonObject } from '../../model.ts'
import { note, type Report } from '../report.ts'

/** `declared` is false where the version is a guess. */
export function checkZeroClaim(
  report: Report,
  card: JsonObject,
  { version, declared }: { readonly version: string; readonly declared: boolean },
): void {
  const said = textOf(card, 'protocolVersion')
  if (said !== undefined && !/^0\.\d/.test(said)) {
    const message = `\`protocolVersion\` says ${shown(said)}, but the card has the members of 0.x.`
    note(report, 'PARLEY-CARD-008', 'protocolVersion', message)
  }
  if (!declared) note(report, 'PARLEY-CARD-007', 'protocolVersion', '`protocolVersion` is missing.')
  if (version === '0.3.0' && !Object.hasOwn(card, 'preferredTransport')) {
    const message = '`preferredTransport` is missing; JSONRPC is assumed.'
    note(report, 'PARLEY-CARD-026', 'preferredTransport', message)
  }
}
