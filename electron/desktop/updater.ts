// electron-updater, where it has something to go by: a package that was built to know its releases. It neither asks nor brings anything by
// itself; what was brought is put in when Parley quits.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { Log } from '#engine/faults.ts'
import { guarded } from '#engine/guarded.ts'
import type { Updater } from '#engine/updates/updates.ts'

export async function findUpdater(log: Log, env: NodeJS.ProcessEnv): Promise<Updater | undefined> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return undefined
  // Windows' portable form is one file that the user put somewhere: it has no installer to run.
  if (env['PORTABLE_EXECUTABLE_FILE']) return undefined
  const { autoUpdater } = await import('./electron-updater.ts')
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.logger = { info: () => undefined, warn: sayTo(log), error: sayTo(log) }
  return {
    async ask() {
      const found = await autoUpdater.checkForUpdates()
      return found?.isUpdateAvailable ? found.updateInfo.version : undefined
    },
    async bring(onProgress) {
      const tell = guarded('update progress', ({ percent }: { readonly percent: number }) =>
        onProgress(percent),
      )
      autoUpdater.on('download-progress', tell)
      try {
        await autoUpdater.downloadUpdate()
      } finally {
        autoUpdater.off('download-progress', tell)
      }
    },
    install: () => autoUpdater.quitAndInstall(),
  }
}

function sayTo(log: Log) {
  return (message?: unknown) => log(`update: ${String(message)}`)
}
