// Calls of every kind that traces distinguish: answered, streamed, canceled, refused, over gRPC, with findings, through a tap.

import type { TestWindow } from '#testing/engine/open-window.ts'
import { agent } from '../../agents/agent.ts'
import { namedAgent } from '../../agents/catalogue/catalogue.ts'

const callerTrace = '4bf92f3577b34da6a3ce929d0e0e4736'

/** Resolves when all calls have ended. */
export async function makeTraffic({ client, idOf, engine }: TestWindow): Promise<void> {
  const good = await agent({ dialect: '1.0' })
  const grpc = await namedAgent('v1.0-grpc').start()
  const wrong = await namedAgent('terminal-then-more').start()
  try {
    const print = async (url: string, text: string, stream = false) => {
      const agentId = await idOf(url)
      await client.card.discover({ agentId })
      await client.conversation.send({ agentId, text, stream }).catch(() => undefined)
      return agentId
    }
    const agentId = await print(good.url, 'hi')
    await print(good.url, 'direct')
    await print(good.url, 'many 200', true)
    await print(good.url, 'fail', true)
    await client.tasks.get({ agentId, taskId: 'no-such-task' }).catch(() => undefined)
    await print(grpc.url, 'hi', true)
    await print(wrong.url, 'hi', true)
    const tap = await client.taps.start({ agentId })
    await callTap(tap.address)
    await client.taps.stop({ id: tap.id }).catch(() => undefined)
  } finally {
    await Promise.all([good.close(), grpc.close(), wrong.close()])
  }
  engine.record.flush()
}

async function callTap(address: string): Promise<void> {
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'hi' }] }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } })
  const headers = {
    'Content-Type': 'application/json',
    'A2A-Version': '1.0',
    Traceparent: `00-${callerTrace}-00f067aa0ba902b7-01`,
    Tracestate: 'vendor=value',
  }
  await (await fetch(`${address}/`, { method: 'POST', headers, body })).text()
}
