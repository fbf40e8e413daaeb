// The desktop front: composes the window, its port, the menu and the host's services around one engine.

import { mkdirSync } from 'node:fs'
import {
  app,
  BrowserWindow,
  dialog,
  type IpcMainEvent,
  ipcMain,
  MessageChannelMain,
  type MessagePortMain,
  safeStorage,
  session,
  shell,
} from 'electron'
import { type DataFolder, ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { privateFolder } from '#engine/data-folder/private-files.ts'
import type { Engine } from '#engine/engine.ts'
import type { Host } from '#engine/host.ts'
import type { Log } from '#engine/platform/errors.ts'
import { guarded } from '#engine/platform/guarded.ts'
import type { Rpc } from '#engine/rpc.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'
import type { Opening } from '#shared/contract/opening.ts'
import { defined } from '#shared/defined.ts'
import { readPageFiles } from '../page/page-files.ts'
import { connectChannel, portChannel } from './channels.ts'
import { desktopHost, findUpdater, listenToSystem } from './host.ts'
import { installMenu } from './menu.ts'
import { openVault } from './vault.ts'
import {
  appOrigin,
  denyPermissions,
  lockDownContents,
  openMainWindow,
  registerAppScheme,
  serveAppScheme,
  watchPage,
} from './window.ts'

interface DesktopOptions {
  readonly dataDir: string
  readonly theme: HostCapabilities['theme'] | undefined
  readonly opening: Opening | undefined
  /** What a command line should open: a second start's, or a link from the system. */
  openingOf(argv: readonly string[], folder?: string): Opening | undefined
  readonly pageFolder: string
  readonly preload: string
  readonly log: Log
  openEngine(host: Host, folder: DataFolder): Promise<Engine>
  createRpc(engine: Engine): Rpc
  /** Another process owns the data folder: sends it the opening of this start. */
  handOver(): Promise<HandedOver>
}

interface HandedOver {
  /** The address of its window. */
  readonly address?: string
  /** Why the hand-over failed. */
  readonly problem?: string
  readonly exitCode: number
}

export async function startDesktop(options: DesktopOptions): Promise<void> {
  mkdirSync(options.dataDir, privateFolder)
  app.setPath('userData', options.dataDir)
  if (!app.requestSingleInstanceLock()) return app.quit()
  const folder = ownDataFolder(options.dataDir)
  if (!folder) return leaveToOwner(options)
  registerAppScheme()
  lockDownContents()
  app.on(
    'window-all-closed',
    guarded('windows closed', () => app.quit()),
  )
  const system = listenToSystem(options.openingOf)

  await app.whenReady()
  denyPermissions(session.defaultSession)
  serveAppScheme(await readPageFiles(options.pageFolder))
  const menu = installMenu(process.platform)
  const engine = await options.openEngine(
    desktopHost(
      { dataDir: options.dataDir, ...defined({ theme: options.theme }) },
      menu,
      await openVault(options.dataDir, safeStorage),
      await findUpdater(options.log, process.env),
    ),
    folder,
  )
  handOutPorts(options.createRpc(engine))
  closeEngineOnQuit(engine)

  const window = openMainWindow(options.preload, options.dataDir)
  watchPage(window, engine.problems)
  if (options.opening) engine.openings.add(options.opening)
  system.deliverTo(engine.openings, window)
}

/** The owner is a served Parley, whose window is in a browser. */
async function leaveToOwner({ handOver }: DesktopOptions): Promise<void> {
  const { address, problem, exitCode } = await handOver()
  await app.whenReady()
  if (address !== undefined) await shell.openExternal(address)
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`)
    dialog.showErrorBox('Parley can’t start', problem)
  }
  app.exit(exitCode)
}

/** Quitting waits until the record is written. */
function closeEngineOnQuit(engine: Engine): void {
  let closed = false
  const close = (event: { preventDefault(): void }) => {
    if (closed) return
    event.preventDefault()
    return engine.close().finally(() => {
      closed = true
      app.quit()
    })
  }
  app.on('will-quit', guarded('quit', close))
}

// One port per window. A page requests it through its preload script; only the main frame of a window we made, with our
// page, gets one. A second request (a reload) closes the previous port, and with it every open call.

function handOutPorts(rpc: Rpc): void {
  const open = new Map<number, MessagePortMain>()

  const handOut = (event: IpcMainEvent) => {
    const windows = BrowserWindow.getAllWindows()
    const window = windows.find(({ webContents }) => webContents.id === event.sender.id)
    const frame = event.senderFrame
    if (!window || !frame || frame.parent !== null || !frame.url.startsWith(`${appOrigin}/`)) return
    const { id } = event.sender
    open.get(id)?.close()
    const { port1, port2 } = new MessageChannelMain()
    open.set(id, port1)
    const close = () => {
      if (open.get(id) === port1) open.delete(id)
    }
    port1.on('close', guarded('port close', close))
    rpc.attachPort(port1)
    frame.postMessage(portChannel, null, [port2])
    port1.start()
  }
  ipcMain.on(connectChannel, guarded('port request', handOut))
}
