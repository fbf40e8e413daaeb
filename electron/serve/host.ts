import { join } from 'node:path'
import { z } from 'zod'
import type { SecretStore } from '#engine/access/secret-store.ts'
import { logPath } from '#engine/diagnostics/logger.ts'
import { type Host, platformName } from '#engine/host.ts'
import { openJsonFile } from '#engine/platform/json-files.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'

const fileSchema = z.object({ port: z.number().int().min(0).max(65_535) })

/** A browser tab opens links itself and has no menu of ours. */
export function serveHost(
  facts: Pick<HostCapabilities, 'productVersion' | 'dataDir' | 'theme'>,
  secrets: SecretStore,
): Host {
  return {
    secrets,
    capabilities: {
      ...facts,
      logFile: logPath(facts.dataDir),
      platform: platformName(process.platform),
      secretStore: secrets.where,
      opensLinks: false,
      nativeMenu: false,
    },
    openLink: async () => ({ opened: false }),
    async *menuCommands() {},
    offerCommands: () => undefined,
  }
}

// Browsers identify Parley by its address, so a start uses the port of the last time if it is free: pages that were
// left open continue, and admitted browsers need no token.

export async function openOnPort<Front extends { readonly port: number }>(
  dataDir: string,
  portNumber: number | undefined,
  open: (port: number) => Promise<Front>,
): Promise<Front> {
  const jsonFile = await openJsonFile(join(dataDir, 'served.json'), fileSchema, { port: 0 })
  const front = await openRequested(portNumber, jsonFile.value().port, open)
  // If this can't be stored, the next start has another port.
  if (front.port !== jsonFile.value().port) jsonFile.write({ port: front.port }).catch(() => undefined)
  return front
}

async function openRequested<Front>(
  portNumber: number | undefined,
  last: number,
  open: (port: number) => Promise<Front>,
): Promise<Front> {
  if (portNumber !== undefined || last === 0) return open(portNumber ?? 0)
  try {
    return await open(last)
  } catch {
    return open(0)
  }
}
