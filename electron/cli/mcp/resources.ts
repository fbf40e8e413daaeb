import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import type { EngineClient } from '#shared/contract/contract.ts'
import { type Answer, elsewhere, rendered, rowsAnswer, textAnswer } from './answer.ts'
import { findingsFrom } from './findings.ts'
import { exchangeRow } from './rows.ts'
import type { Desk } from './tool.ts'

/** Sessions that the list of resources has; list_exchanges reads any other by its id. */
const maxListedSessions = 20
/** Exchanges that the resource of a session has; list_exchanges has the rest. */
const maxResourceRows = 50

type Reader = Pick<Desk, 'client' | 'mask'>

export function registerResources(server: McpServer, desk: Reader): void {
  for (const { name, title, idsIn, read } of kinds) {
    const template = new ResourceTemplate(`parley://${name}/{id}`, {
      list: async () => ({
        resources: (await idsIn(desk.client)).map((id) => ({
          uri: `parley://${name}/${id}`,
          name: `${name} ${id}`,
          mimeType: 'text/plain',
        })),
      }),
    })
    server.registerResource(name, template, { title, mimeType: 'text/plain' }, async (uri, { id }) => ({
      contents: [{ uri: uri.href, mimeType: 'text/plain', text: rendered(await read(desk, String(id))) }],
    }))
  }
}

interface Kind {
  readonly name: string
  readonly title: string
  idsIn(client: EngineClient): Promise<readonly string[]>
  read(desk: Reader, id: string): Promise<Answer>
}

const sessionIds = async (client: EngineClient) =>
  (await client.sessions.list({ limit: maxListedSessions })).sessions.map(({ id }) => id)

const kinds: readonly Kind[] = [
  {
    name: 'card',
    title: 'Agent card, by agentId',
    idsIn: async (client) => (await client.agents.list()).map(({ id }) => id),
    async read({ client, mask }, agentId) {
      const found = await client.card.current({ agentId })
      if (!found?.found) return { says: ['The card of this agent has not been read: use the tool connect.'] }
      return elsewhere(
        textAnswer([], mask(JSON.stringify(found.raw, null, 1)), {}),
        (cursor) => `The tool get_card with view "json" and cursor "${cursor}" has the rest.`,
      )
    },
  },
  {
    name: 'session',
    title: 'Exchanges of a session, by sessionId',
    idsIn: sessionIds,
    async read({ client, mask }, sessionId) {
      const asked = { filter: '', sessionId, offset: 0, limit: maxResourceRows }
      const { rows, total } = await client.console.exchanges(asked)
      const lines = rows.map((row) => mask(exchangeRow(row)))
      return elsewhere(
        rowsAnswer([`${total} exchanges`], lines, {}, { total }),
        (cursor) => `The tool list_exchanges with this sessionId and cursor "${cursor}" has the rest.`,
      )
    },
  },
  {
    name: 'findings',
    title: 'Findings of a session, by sessionId',
    idsIn: sessionIds,
    async read({ client, mask }, sessionId) {
      const { rows, cursors } = await findingsFrom(client, { least: 'info', sessionId })
      return elsewhere(
        rowsAnswer([], rows.map(mask), {}, { cursors }),
        (cursor) => `The tool list_findings with this sessionId and cursor "${cursor}" has the rest.`,
      )
    },
  },
]
