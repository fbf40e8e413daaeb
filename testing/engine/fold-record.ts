// The fold of an engine's record, as in a window.

import type { Engine } from '#engine/engine.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { Projection, type Snapshot } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'

export async function foldRecord({ record }: Pick<Engine, 'record'>): Promise<Snapshot> {
  record.flush()
  const bodies = (hash: string) => new TextDecoder().decode(record.body(hash)?.bytes)
  const projection = new Projection(createReading({ dialectOf, bodies }))
  for (let after = 0; ; ) {
    const page = await record.read({ after, limit: 5000 })
    if (page.entries.length === 0) return projection.snapshot()
    projection.apply(page.entries)
    after = page.next
  }
}
