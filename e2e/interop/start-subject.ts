// What the table names, installed and running.

import { join } from 'node:path'
import { makeEnvironment } from './environments/environment.ts'
import { type RunningServer, startServer } from './server-process.ts'
import type { Subject } from './server-table.ts'

/** Rejects with why it could not be had. */
export async function startSubject(subject: Subject, cache: string): Promise<RunningServer> {
  const { needs, sources, flags = [] } = subject
  const [own, ...shared] = sources
  const folder = join(cache, `${own}-${needs.packages[0]?.[1] ?? ''}`)
  const placed = (name: string) => join(import.meta.dirname, 'servers', name)
  const environment = await makeEnvironment(needs, folder, [placed(own), ...shared.map(placed)])
  return startServer(environment, flags)
}
