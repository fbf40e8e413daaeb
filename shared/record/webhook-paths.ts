// A webhook call names neither its agent nor the time from which calls may be expected. Whoever registered its path
// does: the requests that carried push configurations are remembered by the path of their URL.

import type { Channel } from './sightings.ts'

export interface WebhookPath {
  readonly agentId: string
  readonly channel: Channel
}

export interface WebhookPaths {
  registered(url: string, agentId: string, seq: number): void
  /** Nothing is known of a path nobody registered: it may tell of anything since the beginning. */
  of(path: string): WebhookPath
}

export function createWebhookPaths(): WebhookPaths {
  const known = new Map<string, WebhookPath>()

  return {
    registered(url, agentId, seq) {
      const path = pathOf(url)
      if (!known.has(path)) known.set(path, { agentId, channel: { id: `push ${path}`, openedSeq: seq } })
    },
    of(path) {
      const bare = pathOf(path)
      return known.get(bare) ?? { agentId: '', channel: { id: `push ${bare}`, openedSeq: 0 } }
    },
  }
}

/** Of a URL or of a path that may carry a query. */
function pathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path === '' ? '/' : path
}
