// An agent that delegates each message to other agents in parallel, and passes their requests for input on.

import type { JsonObject } from '#shared/a2a/model.ts'
import { type Agent, agent } from './agent.ts'
import { sseData } from './capture-file.ts'
import { isObject, parseJson } from './json.ts'
import { announce, become, produce, type Turn } from './steps.ts'

interface Delegation {
  /** URLs of the agents it calls. */
  readonly to: readonly string[]
  /** How its requests refer to the task they are made for. */
  readonly tells?: 'reference' | 'nothing'
  readonly name?: string
  /** Runs between the answers of the others and its own. */
  readonly pause?: () => Promise<void>
}

/** Sends its message to each of the agents; an answer to a request for input goes to the agent that requested it. */
export async function orchestrator({
  to,
  tells = 'reference',
  name = 'planner',
  pause,
}: Delegation): Promise<Agent> {
  const waiting = new Map<string, { readonly url: string; readonly taskId: string }>()
  return agent({
    dialect: '1.0',
    card: { name: 'Planner' },
    async *script(turn) {
      const resumed = waiting.get(turn.taskId)
      waiting.delete(turn.taskId)
      yield announce()
      yield become('working', 'asking others')
      const request = resumed
        ? [{ url: resumed.url, more: { taskId: resumed.taskId } }]
        : to.map((url) => ({ url, more: {} }))
      const more = tells === 'reference' ? { referenceTaskIds: [turn.taskId] } : {}
      const answers = await Promise.all(
        request.map(async (one) => ({
          url: one.url,
          ...(await delegate(one.url, turn, name, { ...more, ...one.more })),
        })),
      )
      await pause?.()
      const open = answers.find(({ state }) => state === 'TASK_STATE_INPUT_REQUIRED')
      if (open) {
        waiting.set(turn.taskId, open)
        yield become('input-required', 'one of the others needs to know more')
        return
      }
      yield produce('plan', answers.map(({ state }) => state).join(', '), { name: 'Plan', lastChunk: true })
      yield become('completed')
    },
  })
}

/** The task and state at the end of the stream. */
async function delegate(url: string, { text, message }: Turn, program: string, more: JsonObject) {
  const sent = { messageId: `${message.messageId}-on`, role: 'ROLE_USER', parts: [{ text }], ...more }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0', 'User-Agent': `${program}/1.0` },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendStreamingMessage',
      params: { message: sent },
    }),
  })
  const events = sseData(await response.text()).flatMap((data) => statusIn(parseJson(data)) ?? [])
  return events.at(-1) ?? { taskId: '', state: 'nothing' }
}

function statusIn(event: unknown): { readonly taskId: string; readonly state: string } | undefined {
  const result = isObject(event) ? event['result'] : undefined
  const update = isObject(result) ? result['statusUpdate'] : undefined
  if (!isObject(update)) return undefined
  const { taskId, status } = update
  return { taskId: String(taskId), state: isObject(status) ? String(status['state']) : '' }
}
