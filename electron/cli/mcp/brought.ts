// What an exchange brought, as an answer.

import { type Answer, elsewhere, type Room, textAnswer } from './answer.ts'
import { saidIn, underIds } from './said.ts'
import type { Desk } from './tool.ts'

export async function broughtBy(
  { client, mask }: Desk,
  exchangeId: string,
  before: readonly string[],
  room: Room,
): Promise<Answer> {
  const [{ row }, said] = await Promise.all([
    client.console.exchange({ exchangeId }),
    saidIn(client, exchangeId),
  ])
  const { error, warning, info } = row.findings
  const says = [
    ...before,
    `exchangeId: ${exchangeId} (${row.state})`,
    ...(said.state === undefined ? [] : [`task state: ${said.state}`]),
    ...(error + warning + info > 0
      ? [
          `findings: ${error} errors, ${warning} warnings, ${info} info; list_findings with this exchangeId has them.`,
        ]
      : ['findings: none']),
  ]
  return elsewhere(
    textAnswer(says, mask(underIds(said)), room),
    (cursor) => `Cut here: get_exchange with view "said" and cursor ${JSON.stringify(cursor)} has the rest.`,
  )
}
