// A webhook receiver that stores every call in order.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface WebhookCall {
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

export interface Webhook {
  readonly url: string
  /** Waits for so many calls. */
  calls(count: number): Promise<readonly WebhookCall[]>
  close(): Promise<void>
}

/** Responds to every call once `when` resolves; calls are stored at once. */
export async function listenForWebhooks(when: Promise<void> = Promise.resolve()): Promise<Webhook> {
  const received: WebhookCall[] = []
  const arrival = new EventTarget()
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await json(request) })
    arrival.dispatchEvent(new Event('call'))
    await when
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async calls(count) {
      while (received.length < count) {
        await new Promise((resolve) => arrival.addEventListener('call', resolve, { once: true }))
      }
      return received
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
