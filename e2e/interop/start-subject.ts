// Installs and starts an entry of the tables.

import { join } from 'node:path'
import { makeEnvironment } from './environments/environment.ts'
import { type RunningServer, startServer } from './server-process.ts'
import type { Subject } from './server-table.ts'

/** Facts that exist only at the start. */
export interface Given {
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Rejects with the reason why it is unavailable. */
export async function startSubject(
  subject: Subject,
  cache: string,
  given: Given = {},
): Promise<RunningServer> {
  const { needs, sources, flags = [] } = subject
  const [own, ...shared] = sources
  const folder = join(cache, `${own}-${needs.packages[0]?.[1] ?? ''}`)
  const placed = (name: string) => join(import.meta.dirname, 'servers', name)
  const environment = await makeEnvironment(needs, folder, [placed(own), ...shared.map(placed)])
  const env = { ...environment.env, ...given.env }
  return startServer({ ...environment, env }, [...flags, ...(given.flags ?? [])])
}
