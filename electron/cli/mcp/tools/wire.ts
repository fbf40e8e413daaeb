import { z } from 'zod'
import { severities } from '#shared/a2a/severities.ts'
import { exchangeIdSchema } from '#shared/contract/console.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { maxFilterChars } from '#shared/filter/parse-filter.ts'
import { findingsFrom, readExchangeText, underIds, wireText } from '../exchange-text.ts'
import { exchangeRow, ofSession, paging, sessionOr, tool } from '../tool.ts'
import { offsetOf, plainText, rowsText } from '../tool-result.ts'

const pageRows = 100

export const listExchangesTool = tool({
  name: 'list_exchanges',
  title: 'List exchanges',
  description:
    'Recorded requests with their responses, oldest first. The filter is that of Parley’s console, such as "status:error", "method:SendMessage", "task:ID", "caller:NAME", "finding:error" or "dur>1s".',
  input: z.object({ filter: z.string().max(maxFilterChars).default(''), ...ofSession, ...paging }),
  isReadOnly: true,
  async run({ filter, sessionId, ...room }, { client, mask }) {
    const session = await sessionOr(client, sessionId)
    const { rows, total } = await client.console.exchanges({
      filter,
      sessionId: session,
      offset: offsetOf(room.cursor),
      limit: pageRows,
    })
    return rowsText(
      [`sessionId: ${session}`, `${total} exchanges`],
      rows.map((row) => mask(exchangeRow(row))),
      room,
      { total },
    )
  },
})

export const getExchangeTool = tool({
  name: 'get_exchange',
  title: 'Show an exchange',
  description:
    'One exchange: "wire" has the request, response, headers, bodies and frames as they crossed the network; "said" what it came to: task, artifacts, messages. Bodies over 4 KB are named as files. Secrets are masked.',
  input: z.object({
    exchangeId: exchangeIdSchema,
    view: z.enum(['wire', 'said']).default('wire'),
    ...ofSession,
    ...paging,
  }),
  isReadOnly: true,
  async run({ exchangeId, view, sessionId, ...room }, context) {
    const { client, mask } = context
    const session = sessionId === undefined ? {} : { sessionId }
    const { row } = await client.console.exchange({ exchangeId, ...session })
    const statements = [`exchangeId: ${exchangeId} (${row.state})`]
    if (view === 'said') {
      return plainText(statements, mask(underIds(await readExchangeText(client, exchangeId))), room)
    }
    const { text, texts: aboutFiles } = await wireText(context, exchangeId, sessionId)
    return plainText([...statements, ...aboutFiles], mask(`${exchangeRow(row)}\n${text}`), room)
  },
})

export const listFindingsTool = tool({
  name: 'list_findings',
  title: 'List findings',
  description:
    'Where an agent strays from its own version of A2A: rule, place, what is wrong and how to fix it. Of one exchange, or of a session.',
  input: z.object({
    exchangeId: exchangeIdSchema.optional(),
    severity: z.enum(severities).default('info').describe('this severity and above'),
    ...ofSession,
    ...paging,
  }),
  isReadOnly: true,
  async run({ exchangeId, severity, sessionId, ...room }, { client, mask }) {
    const which =
      exchangeId === undefined
        ? { sessionId: await sessionOr(client, sessionId) }
        : { exchangeId, ...defined({ sessionId }) }
    const [{ rows, cursors }, all] = await Promise.all([
      findingsFrom(client, { least: severity, cursor: room.cursor, ...which }),
      countOf(client, which),
    ])
    const statements = [
      `${all} findings${severity === 'info' ? '' : `; listed are those of ${severity} and graver`}`,
    ]
    return rowsText(statements, rows.map(mask), room, { cursors })
  },
})

type Which = { readonly exchangeId: string; readonly sessionId?: string } | { readonly sessionId: string }

async function countOf({ console }: EngineClient, which: Which): Promise<number> {
  if (!('exchangeId' in which)) return (await console.counts(which)).findings
  const { error, warning, info } = (await console.exchange(which)).row.findings
  return error + warning + info
}
