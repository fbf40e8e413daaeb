// A webhook that stores what it receives, for tests of agents with push notifications.

import { openHttpServer, type Received, reply } from './http-server.ts'

export interface WebhookReceiver {
  readonly url: string
  /** The first `count` posts, once they have arrived. */
  received(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

/** Repeats the `validationToken` of a GET, unless disabled. */
export async function webhookReceiver(repeatsTokens = true): Promise<WebhookReceiver> {
  const posts: Received[] = []
  let waiting: (() => void)[] = []
  const server = await openHttpServer(
    async ({ request }) =>
      reply(200, 'text/plain', repeatsTokens ? (request.query.get('validationToken') ?? '') : ''),
    (request) => {
      if (request.method !== 'POST') return
      posts.push(request)
      for (const go of waiting.splice(0)) go()
      waiting = []
    },
  )
  return {
    url: `${server.url}/hook`,
    async received(count) {
      while (posts.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
      return posts.slice(0, count)
    },
    close: server.close,
  }
}
