import { app, BrowserWindow } from 'electron'
import type { SecretStore } from '#engine/access/secret-store.ts'
import { logPath } from '#engine/diagnostics/log-file.ts'
import { type Host, platformName } from '#engine/host.ts'
import type { Updater } from '#engine/updates/updates.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'
import { defined } from '#shared/defined.ts'
import { openLink } from './links.ts'
import type { CommandMenu } from './menu.ts'

export function desktopHost(
  chosen: Pick<HostCapabilities, 'dataDir' | 'theme'>,
  menu: CommandMenu,
  secrets: SecretStore,
  updater: Updater | undefined,
): Host {
  return {
    ...defined({ updater }),
    secrets,
    capabilities: {
      ...chosen,
      logFile: logPath(chosen.dataDir),
      productVersion: app.getVersion(),
      platform: platformName(process.platform),
      secretStore: secrets.where,
      opensLinks: true,
      nativeMenu: true,
    },
    openLink: (url) => openLink(BrowserWindow.getFocusedWindow() ?? undefined, url),
    menuCommands: (signal) => menu.chosen(signal),
    offerCommands: menu.offer,
  }
}
