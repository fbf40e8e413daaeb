// One port per window. A page asks for it through its preload script; only the main frame of a window we made, showing our
// own page, gets one. Asking again (a reload) closes the port before, and with it every call that came over it.

import {
  type BrowserWindow,
  type IpcMainEvent,
  ipcMain,
  MessageChannelMain,
  type MessagePortMain,
} from 'electron'
import { guarded } from '#engine/platform/guarded.ts'
import type { Rpc } from '#engine/rpc.ts'
import { connectChannel, portChannel } from './channels.ts'
import { appOrigin } from './window.ts'

export function handOutPorts(rpc: Rpc, windows: () => readonly BrowserWindow[]): void {
  const open = new Map<number, MessagePortMain>()

  const handOut = (event: IpcMainEvent) => {
    const window = windows().find(({ webContents }) => webContents.id === event.sender.id)
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
