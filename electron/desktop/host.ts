import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, shell } from 'electron'
import type { SecretStore } from '#engine/access/secret-store.ts'
import { logPath } from '#engine/diagnostics/logger.ts'
import { type Host, platformName } from '#engine/host.ts'
import type { Openings } from '#engine/openings.ts'
import type { Log } from '#engine/platform/errors.ts'
import { guarded } from '#engine/platform/guarded.ts'
import type { Updater } from '#engine/updates.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'
import type { Opening } from '#shared/contract/opening.ts'
import { defined } from '#shared/defined.ts'
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

// electron-updater, for packages that were built to receive updates. It checks and downloads only on request; a
// download is installed when Parley quits.

export async function findUpdater(log: Log, env: NodeJS.ProcessEnv): Promise<Updater | undefined> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return undefined
  // Windows' portable form is a single file without an installer.
  if (env['PORTABLE_EXECUTABLE_FILE']) return undefined
  const { autoUpdater } = await import('./electron-updater.ts')
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.logger = { info: () => undefined, warn: updateLogger(log), error: updateLogger(log) }
  return {
    async check() {
      const updateCheckResult = await autoUpdater.checkForUpdates()
      return updateCheckResult?.isUpdateAvailable ? updateCheckResult.updateInfo.version : undefined
    },
    async bring(onProgress) {
      const report = guarded('update progress', ({ percent }: { readonly percent: number }) =>
        onProgress(percent),
      )
      autoUpdater.on('download-progress', report)
      try {
        await autoUpdater.downloadUpdate()
      } finally {
        autoUpdater.off('download-progress', report)
      }
    },
    install: () => autoUpdater.quitAndInstall(),
  }
}

function updateLogger(log: Log) {
  return (message?: unknown) => log(`update: ${String(message)}`)
}

/** Shows the target of a link and opens it in the user's browser with consent. Only http and https. */
async function openLink(
  window: BrowserWindow | undefined,
  link: string,
): Promise<{ readonly opened: boolean }> {
  const url = new URL(link)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Fault('bad-input', `Parley opens http and https links only, not ${url.protocol}`)
  }
  const question = {
    type: 'question' as const,
    message: `Open ${url.host} in your browser?`,
    detail: url.href,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  }
  const { response } = window
    ? await dialog.showMessageBox(window, question)
    : await dialog.showMessageBox(question)
  if (response !== 0) return { opened: false }
  await shell.openExternal(url.href)
  return { opened: true }
}

// Openings that the system passes to a running Parley: the command line of a second start and, on macOS, a clicked link
// or file. They may precede the app's readiness, so they are collected until the engine is open.

export function listenToSystem(openingOf: (argv: readonly string[], folder?: string) => Opening | undefined) {
  const early: Opening[] = []
  let deliver = (opening: Opening | undefined) => {
    if (opening) early.push(opening)
  }
  const take = (event: { preventDefault(): void }, link: string) => {
    event.preventDefault()
    deliver(openingOf([process.execPath, link]))
  }
  app.on(
    'second-instance',
    guarded('second start', (_event, argv, folder) => deliver(openingOf(argv, folder))),
  )
  app.on('open-file', guarded('open file', take))
  app.on('open-url', guarded('open link', take))
  return {
    /** From now on openings reach the engine, and the window is focused for them. */
    deliverTo(engine: Openings, window: BrowserWindow): void {
      for (const opening of early) engine.add(opening)
      deliver = (opening) => {
        if (window.isMinimized()) window.restore()
        window.focus()
        if (opening) engine.add(opening)
      }
    },
  }
}
