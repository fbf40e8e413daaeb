import { z } from 'zod'
import { addressSchema, agentIdSchema } from '#shared/contract/agents.ts'
import type { FoundAgent } from '#shared/contract/card.ts'
import { originsConsent, redirectConsent, redirectNeeded } from '../consent.ts'
import { findingRow, paging, tool, waiting } from '../tool.ts'
import { elsewhere, plainText, rowsText } from '../tool-result.ts'

export const connectTool = tool({
  name: 'connect',
  title: 'Connect to an agent',
  description:
    'Reads the card of the agent at a URL, past any cache, and chooses an interface. Returns the agentId that the other tools take. Call it again after the agent or its card has changed.',
  input: z.object({ url: addressSchema.describe('base URL, card URL or host:port'), ...waiting }),
  isReadOnly: false,
  async run({ url, waitMs }, context) {
    const { client, mask } = context
    const agent = await client.agents.add({ address: url, tentative: true })
    const request = { agentId: agent.id, bypassCache: true }
    const discovery = await redirectConsent(context, agent.id, waitMs, (signal) =>
      client.card.discover(request, { signal }),
    )
    if (!discovery) return { texts: [`agentId: ${agent.id}`, redirectNeeded] }
    const statements = [`agentId: ${agent.id}`, ...(await originsConsent(context, agent.id, waitMs))]
    if (!discovery.found) {
      const offered = (discovery.choices?.list ?? []).map(
        ({ name, address, kind }) => `offered instead: ${name} (${kind}) ${address ?? ''}`,
      )
      const tried = discovery.attempts.map(({ url, outcome }) => `tried ${url}: ${outcome}`)
      const rows = [discovery.problem.sentence, ...offered, ...tried]
      return elsewhere(
        rowsText(
          ['Not connected: no agent card.', ...statements],
          rows.map(mask),
          {},
          { total: rows.length },
        ),
        () => 'Cut here: list_exchanges has every address that was tried.',
      )
    }
    const counts = `${discovery.findings.length} findings on the card${discovery.findings.length > 0 ? ': get_card with view "findings"' : ''}.`
    const way = discovery.connection
      ? `Connected over ${discovery.connection.binding}, A2A ${discovery.connection.dialect}.`
      : 'The card was read, but it has no interface that Parley can use.'
    const rows = summaryOf(discovery)
    return elsewhere(
      rowsText([way, ...statements, counts], rows.map(mask), {}, { total: rows.length }),
      (cursor) => `Cut here: get_card with cursor "${cursor}" has the rest.`,
    )
  },
})

export const getCardTool = tool({
  name: 'get_card',
  title: 'Show an agent card',
  description:
    'The card as connect read it: a summary, the JSON as the agent sent it, or the findings on it. Sends nothing.',
  input: z.object({
    agentId: agentIdSchema,
    view: z.enum(['summary', 'json', 'findings']).default('summary'),
    ...paging,
  }),
  isReadOnly: true,
  async run({ agentId, view, ...room }, { client, mask }) {
    const discovery = await client.card.current({ agentId })
    if (!discovery?.found) {
      return { texts: ['The card of this agent has not been read. Call connect with its URL.'] }
    }
    if (view === 'json') return plainText([], mask(JSON.stringify(discovery.raw, null, 1)), room)
    const rows = view === 'summary' ? summaryOf(discovery) : discovery.findings.map(findingRow)
    const offset = Number(room.cursor ?? 0)
    const statements = view === 'summary' ? [] : [`${discovery.findings.length} findings on the card.`]
    return rowsText(statements, rows.map(mask).slice(offset), room, { total: rows.length })
  },
})

function summaryOf({ card, cardUrl, connection, interfaces, notes }: FoundAgent): readonly string[] {
  const { streaming, pushNotifications, extendedAgentCard, extensions } = card.capabilities
  const can = { streaming, pushNotifications, extendedAgentCard }
  return [
    `name: ${card.name}`,
    `version: ${card.version ?? ''}`,
    `card: ${cardUrl}`,
    ...(connection ? [`uses: ${connection.interface.url} (${connection.why})`] : []),
    `description: ${card.description ?? ''}`,
    `capabilities: ${JSON.stringify(can)}`,
    ...extensions.map(({ uri, required }) => `extension: ${uri}${required ? ' (required by the card)' : ''}`),
    ...interfaces.map(
      (each, place) =>
        `interface ${place}: ${each.interface.binding} ${each.interface.protocolVersion ?? ''} ${each.interface.url} (${each.why})`,
    ),
    ...card.skills.map(
      ({ id, name, description, examples }) =>
        `skill ${id}: ${name}. ${description ?? ''} Examples: ${examples.join(' | ')}`,
    ),
    ...notes.map((note) => `note: ${note}`),
  ]
}
