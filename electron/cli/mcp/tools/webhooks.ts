import { z } from 'zod'
import { agentIdSchema } from '#shared/contract/agents.ts'
import { protocolIdSchema } from '#shared/contract/operation.ts'
import type { PushConfiguration, ReceiverState } from '#shared/contract/push.ts'
import type { WebhookCallRow } from '#shared/contract/story.ts'
import { maxFilterChars } from '#shared/filter/parse-filter.ts'
import { type McpContext, ofSession, paging, sessionOr, tool } from '../tool.ts'
import { offsetOf, rowsText, type ToolText } from '../tool-result.ts'

const pageRows = 100

export const webhookReceiverTool = tool({
  name: 'webhook_receiver',
  title: 'Receive webhooks',
  description:
    'Push notifications: "start" and "stop" the receiver, "prepare" a configuration to pass to send_message as pushConfigId, "register" one at the agent for a task, or show the "state". Tokens are made and checked by Parley and never shown.',
  input: z.object({
    action: z.enum(['state', 'start', 'stop', 'prepare', 'register']).default('state'),
    agentId: agentIdSchema.optional().describe('to prepare or register'),
    taskId: protocolIdSchema.optional().describe('to register'),
    ...paging,
  }),
  isReadOnly: false,
  async run({ action, agentId, taskId, ...room }, context) {
    const { client, signal } = context
    if (action === 'prepare' || action === 'register') {
      if (agentId === undefined) return { texts: [`To ${action}, name the agentId.`] }
      if (action === 'prepare') return made(context, await client.push.prepare({ agentId, options: {} }))
      if (taskId === undefined) return { texts: ['To register, name the taskId.'] }
      return made(context, await client.push.set({ agentId, taskId, options: {} }, { signal }))
    }
    const { settings } = await client.receiver.state()
    if (action === 'start') return stateOf(context, await client.receiver.start(settings), room)
    if (action === 'stop') return stateOf(context, await client.receiver.stop(), room)
    return stateOf(context, await client.receiver.state(), room)
  },
})

function made({ mask }: McpContext, configuration: PushConfiguration): ToolText {
  const { id, standing, url, sentence, exchangeId } = configuration
  return {
    texts: [
      `pushConfigId: ${id} (${standing})`,
      ...(exchangeId === undefined ? [] : [`exchangeId: ${exchangeId}`]),
    ],
    quoted: mask(`${url}\n${sentence}`),
  }
}

const reachNote =
  'Only this machine can reach the receiver. Opening it to a network needs a person: the Webhook receiver dialog in Parley’s window.'

function stateOf({ mask }: McpContext, state: ReceiverState, room: Parameters<typeof rowsText>[2]): ToolText {
  const { listening, settings, problem, configurations, notices } = state
  const isHere = settings.reach.kind === 'loopback' && settings.publicUrl === undefined
  const rows = [
    ...(problem === undefined ? [] : [problem]),
    ...notices.map(({ sentence }) => sentence),
    ...configurations.map(
      ({ id, standing, taskId, calls, sentence }) =>
        `${id}: ${standing}, ${calls} calls, task ${taskId ?? 'not known yet'}. ${sentence}`,
    ),
  ].map(mask)
  return rowsText(
    [
      listening ? `Listening on ${listening.address}, port ${listening.port}.` : 'Not listening.',
      ...(isHere ? [reachNote] : []),
      `${configurations.length} configurations`,
    ],
    rows.slice(offsetOf(room.cursor)),
    room,
    { total: rows.length },
  )
}

export const listWebhookCallsTool = tool({
  name: 'list_webhook_calls',
  title: 'List webhook calls',
  description:
    'Calls of agents to the receiver, oldest first: whether they were accepted, and what is wrong with them. get_exchange has each in full.',
  input: z.object({
    filter: z.string().max(maxFilterChars).default(''),
    ...ofSession,
    ...paging,
  }),
  isReadOnly: true,
  async run({ filter, sessionId, ...room }, { client, mask }) {
    const { rows, total } = await client.story.calls({
      filter,
      sessionId: await sessionOr(client, sessionId),
      offset: offsetOf(room.cursor),
      limit: pageRows,
    })
    return rowsText(
      [`${total} webhook calls`],
      rows.map((row) => mask(callRow(row))),
      room,
      { total },
    )
  },
})

function callRow({ id, startedAt, status, call, isStranger }: WebhookCallRow): string {
  return [
    id,
    new Date(startedAt).toISOString(),
    `answered ${status ?? 'nothing'}`,
    ...(call?.attempt === undefined || call.attempt === 1 ? [] : [`attempt ${call.attempt}`]),
    ...(call?.told ? [`${call.told.what} ${call.told.state ?? ''}`] : []),
    ...(call?.outOfOrder ? ['out of order'] : []),
    ...(call?.afterTerminal ? ['after the end of its task'] : []),
    ...(isStranger ? ['its task is known from webhook calls alone'] : []),
    ...(call?.verdict ? [JSON.stringify(call.verdict)] : []),
  ].join(' · ')
}
