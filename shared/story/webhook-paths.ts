// A webhook call names neither its agent nor the time from which calls may be expected. Whoever registered its path
// does: the requests that carried push configurations are remembered by the path of their URL.

import { createRecent } from '../collections/lru-cache.ts'
import type { Channel } from './sightings.ts'

interface WebhookPath {
  readonly agentId: string
  readonly channel: Channel
}

// Registrations known in a session; calls to an older one name none.
const maxKnownHookPaths = 100_000

export function createWebhookPaths() {
  const known = createRecent<string, WebhookPath>(maxKnownHookPaths)

  return {
    registered(url: string, agentId: string, seq: number) {
      const path = webhookKey(url)
      if (!known.get(path)) known.set(path, { agentId, channel: { id: `push ${path}`, openedSeq: seq } })
    },
    /** Nothing is known of a path nobody registered: it may tell of anything since the beginning. */
    of(path: string): WebhookPath {
      const key = webhookKey(path)
      return known.get(key) ?? { agentId: '', channel: { id: `push ${key}`, openedSeq: 0 } }
    },
  }
}

/** A proxy in front may add or take away what stands around the one segment that nobody could have guessed. */
export function webhookKey(url: string): string {
  const path = pathOf(url)
  return path.split('/').findLast((segment) => segment.length >= 24) ?? path
}

/** Of a URL or of a path that may carry a query. */
function pathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path === '' ? '/' : path
}
