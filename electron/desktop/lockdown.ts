// What no page in this app may do, whatever it shows: leave, open a window, embed a webview, or be granted a permission but the one to
// put text on the clipboard, which a page may only ask for while the user acts on it.

import { app, type Session, type WebContents } from 'electron'
import { guarded } from '#engine/guarded.ts'

export function lockDownContents(): void {
  app.on(
    'web-contents-created',
    guarded(
      'page locked down',
      (_event, contents) => lockDown(contents),
      (_error, [, contents]) => contents.close(),
    ),
  )
}

const copying = 'clipboard-sanitized-write'

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => callback(permission === copying))
  session.setPermissionCheckHandler((_contents, permission) => permission === copying)
  session.setDevicePermissionHandler(() => false)
}

function lockDown(contents: WebContents): void {
  contents.on(
    'will-navigate',
    guarded('page navigation', (event) => event.preventDefault()),
  )
  contents.on(
    'will-redirect',
    guarded('page redirect', (event) => event.preventDefault()),
  )
  contents.on(
    'will-attach-webview',
    guarded('page webview', (event) => event.preventDefault()),
  )
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
