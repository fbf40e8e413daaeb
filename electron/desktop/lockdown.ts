// What no page in this app may do, whatever it shows: leave, open a window, embed a webview, or be granted a permission.

import { app, type Session, type WebContents } from 'electron'

export function lockDownContents(): void {
  app.on('web-contents-created', (_event, contents) => lockDown(contents))
}

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

function lockDown(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
