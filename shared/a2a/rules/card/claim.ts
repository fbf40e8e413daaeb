// Which version a card says it is of, where versions before 1.0 say so.

import { shown, textOf } from '../../json-kinds.ts'
import type { JsonObject } from '../../model.ts'
import { note, type Report } from '../report.ts'

interface ZeroClaim {
  readonly version: string
  /** False where the version is a guess. */
  readonly declared: boolean
  /** The card has another half, of 1.0, in which nothing is wrong. */
  readonly isBesideSound?: boolean
}

export function checkZeroClaim(
  report: Report,
  card: JsonObject,
  { version, declared, isBesideSound = false }: ZeroClaim,
): void {
  const said = textOf(card, 'protocolVersion')
  if (said !== undefined && !/^0\.\d/.test(said)) {
    const message = `\`protocolVersion\` is ${shown(said)}, but \`url\` beside it is for clients before 1.0.`
    const severity = isBesideSound ? 'warning' : 'error'
    note(report, 'PARLEY-CARD-008', 'protocolVersion', message, { severity })
  }
  if (!declared) note(report, 'PARLEY-CARD-007', 'protocolVersion', '`protocolVersion` is missing.')
  if (version === '0.3.0' && !Object.hasOwn(card, 'preferredTransport')) {
    const message = '`preferredTransport` is missing; JSONRPC is assumed.'
    note(report, 'PARLEY-CARD-026', 'preferredTransport', message)
  }
}
