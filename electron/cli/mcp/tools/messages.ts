import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { reportInternalError } from '#engine/platform/guarded.ts'
import { maxReferences } from '#shared/bounded.ts'
import { agentIdSchema } from '#shared/contract/agents.ts'
import {
  jsonObjectSchema,
  maxMessageChars,
  partSchema,
  protocolIdSchema,
} from '#shared/contract/operation.ts'
import { configIdSchema } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { credentialsConsent, originsConsent, redirectNeeded } from '../consent.ts'
import { broughtBy } from '../exchange-text.ts'
import { deadlineAfter, type McpContext, paging, tool, waiting } from '../tool.ts'

export const sendMessageTool = tool({
  name: 'send_message',
  title: 'Send a message',
  description:
    'Sends a message to an agent and returns what it answered: task, artifacts, message or error. With stream, events arrive as progress. Everything is recorded; the answer names the exchange.',
  input: z.object({
    agentId: agentIdSchema,
    text: z.string().max(maxMessageChars).optional(),
    parts: z.array(partSchema).max(maxReferences).optional().describe('besides the text: data, files'),
    stream: z.boolean().default(false),
    taskId: protocolIdSchema.optional().describe('continues this task'),
    contextId: protocolIdSchema.optional(),
    metadata: jsonObjectSchema.optional().describe('of the request'),
    returnImmediately: z.boolean().optional(),
    pushConfigId: configIdSchema.optional().describe('from webhook_receiver'),
    maxTokens: paging.maxTokens,
    ...waiting,
  }),
  isReadOnly: false,
  async run({ waitMs, maxTokens, ...message }, context) {
    if (message.text === undefined && (message.parts ?? []).length === 0) {
      return { texts: ['Nothing was sent: a message needs text or parts.'] }
    }
    const { client } = context
    const left = deadlineAfter(waitMs)
    const consent = await originsConsent(context, message.agentId, left())
    const { latest } = await client.console.counts({})
    const signal = AbortSignal.any([context.signal, context.closing])
    const sending = client.conversation.send(
      { agentId: message.agentId, stream: message.stream, ...defined(message) },
      { signal },
    )
    sending.catch(() => undefined)
    const waited = new AbortController()
    const following = followed(context, message.agentId, latest, waited.signal, left)
    const timeUp = delay(left(), undefined, { signal: waited.signal }).catch(() => undefined)
    const ended = await Promise.race([sending, timeUp]).finally(() => waited.abort())
    const exchangeId = ended?.exchangeId ?? (await following)
    if (exchangeId === undefined)
      return { texts: ['Sent; the agent has not answered yet. See list_exchanges.'] }
    const open = ended
      ? []
      : context.attachment?.isConfirming(message.agentId)
        ? [redirectNeeded]
        : ['The exchange is still open: wait_for_task follows its task, get_exchange shows what has arrived.']
    const { row } = await client.console.exchange({ exchangeId })
    const refused = row.status === 401 ? await credentialsConsent(context, message.agentId, left()) : []
    return broughtBy(context, exchangeId, [...open, ...consent, ...refused], { maxTokens })
  },
})

/** Reports progress of the exchange; resolves with its id when it ended or on the time-out. */
async function followed(
  { client, progress }: McpContext,
  agentId: string,
  after: number,
  signal: AbortSignal,
  left: () => number,
): Promise<string | undefined> {
  let exchangeId: string | undefined
  let last = 0
  try {
    while (!signal.aborted && left() > 0) {
      const wait = { seen: last, waitMs: Math.min(left(), 1_000) }
      if (exchangeId === undefined) {
        const page = await client.console.exchanges({
          filter: 'kind:operation',
          after,
          offset: 0,
          limit: 50,
          ...wait,
        })
        exchangeId = page.rows.findLast((row) => row.agentId === agentId)?.id
        last = exchangeId === undefined ? page.version : 0
        continue
      }
      const { row, version } = await client.console.exchange({ exchangeId, ...wait })
      if (version !== last) progress(`${row.frames} events, ${row.receivedBytes} bytes received`, row.frames)
      last = version
      if (row.state !== 'open') break
    }
  } catch (error) {
    reportInternalError({ where: 'MCP progress', error })
  }
  return exchangeId
}
