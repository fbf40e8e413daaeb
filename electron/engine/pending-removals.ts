// Removals that can be undone or are in progress, which the engine's lists hide. Stored on disk.

import { join } from 'node:path'
import { z } from 'zod'
import { type Removal, type Removed, removalSchema } from '#shared/contract/removals.ts'
import { createNews } from './platform/async.ts'
import { openJsonFile } from './platform/json-files.ts'

export interface PendingRemoval extends Removal {
  /** It is in progress. */
  readonly isDue: boolean
}

export type PendingRemovals = Awaited<ReturnType<typeof openPendingRemovals>>

export async function openPendingRemovals(dataDir: string) {
  const file = await openJsonFile(join(dataDir, 'removals.json'), z.array(removalSchema), [])
  let all: readonly PendingRemoval[] = file.value().map((left) => ({ ...left, isDue: true }))
  const keys = () => new Set(all.flatMap(({ objects }) => objects.map(keyOf)))
  let hidden = keys()
  const news = createNews()
  const hides = (object: Removed): boolean => hidden.has(keyOf(object))
  /** The change applies at once, and is stored when this resolves. */
  const change = (next: readonly PendingRemoval[]): Promise<void> => {
    all = next
    hidden = keys()
    news.changed()
    return file.write(all.map(shown))
  }
  return {
    hides,
    change,
    list: () => all,
    /** Takes an object out of its removal. */
    async drop(dropped: Removed): Promise<void> {
      if (!hides(dropped)) return
      const rest = all.map((removal) => ({
        ...removal,
        objects: removal.objects.filter((object) => keyOf(object) !== keyOf(dropped)),
      }))
      await change(rest.filter(({ objects }) => objects.length > 0))
    },
    follow: (signal: AbortSignal) => news.follow(() => all.filter(({ isDue }) => !isDue).map(shown), signal),
  }
}

function keyOf(object: Removed): string {
  switch (object.kind) {
    case 'agent':
      return `agent ${object.agentId}`
    case 'tap':
      return `tap ${object.tapId}`
    case 'context':
      return `context ${object.agentId} ${object.contextId}`
    case 'session':
      return `session ${object.sessionId}`
  }
}

function shown({ isDue: _, ...removal }: PendingRemoval): Removal {
  return removal
}
