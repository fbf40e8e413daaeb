// Passes one MessagePort to the page, nothing else: no API object, no Node, no Electron.

import { ipcRenderer } from 'electron'
import { connectChannel, portChannel } from './desktop/channels.ts'

window.addEventListener('message', ({ source, data }) => {
  if (source === window && data === connectChannel) ipcRenderer.send(connectChannel)
})

ipcRenderer.on(portChannel, (event) => {
  // '/' delivers only to this page's origin.
  window.postMessage(portChannel, '/', [...event.ports])
})
