// Hands the page one MessagePort, nothing else: no API object, no Node, no Electron.

import { ipcRenderer } from 'electron'
import { connectChannel, portChannel } from './desktop/channels.ts'

window.addEventListener('message', ({ source, data }) => {
  if (source === window && data === connectChannel) ipcRenderer.send(connectChannel)
})

ipcRenderer.on(portChannel, (event) => {
  // '/' delivers to this page's own origin only.
  window.postMessage(portChannel, '/', [...event.ports])
})
