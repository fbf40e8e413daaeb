import type { SecretStore } from '#engine/access/secret-store.ts'
import { logPath } from '#engine/diagnostics/logger.ts'
import { type Host, platformName } from '#engine/host.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'

/** A browser tab opens its own links and has no menu of ours. */
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
