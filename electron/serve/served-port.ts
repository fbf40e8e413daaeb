// A browser knows Parley by its address, so a start serves on the port of the last time where that is free: pages that were left open go
// on, and browsers that were let in need no token.

import { join } from 'node:path'
import { z } from 'zod'
import { openJsonFile } from '#engine/platform/json-files.ts'

const fileSchema = z.object({ port: z.number().int().min(0).max(65_535) })

/** `asked`: the port that was named. */
export async function openOnPort<Front extends { readonly port: number }>(
  dataDir: string,
  requests: number | undefined,
  open: (port: number) => Promise<Front>,
): Promise<Front> {
  const jsonFile = await openJsonFile(join(dataDir, 'served.json'), fileSchema, { port: 0 })
  const front = await openRequested(requests, jsonFile.value().port, open)
  // One that could not be kept is another the next time.
  if (front.port !== jsonFile.value().port) jsonFile.write({ port: front.port }).catch(() => undefined)
  return front
}

async function openRequested<Front>(
  requests: number | undefined,
  last: number,
  open: (port: number) => Promise<Front>,
): Promise<Front> {
  if (requests !== undefined || last === 0) return open(requests ?? 0)
  try {
    return await open(last)
  } catch {
    return open(0)
  }
}
