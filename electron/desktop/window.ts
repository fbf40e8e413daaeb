import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  nativeTheme,
  protocol,
  type Rectangle,
  type RenderProcessGoneDetails,
  type Session,
  screen,
  type WebContents,
} from 'electron'
import { z } from 'zod'
import { privateFile } from '#engine/data-folder/private-files.ts'
import type { Problems } from '#engine/diagnostics/problem-report.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { type PageFiles, pageHeaders } from '../page/page-files.ts'

// The window's page is at app://parley: unlike file:// it has an origin, and it serves only the fixed list of built files.

const scheme = 'app'
const host = 'parley'
export const appOrigin = `${scheme}://${host}`
/** `host=port` makes the page wait for a MessagePort instead of opening a WebSocket. */
const appAddress = `${appOrigin}/?host=port`

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export function serveAppScheme(files: PageFiles): void {
  const headers = pageHeaders([])
  protocol.handle(scheme, (request) => {
    const url = new URL(request.url)
    const name = url.pathname === '/' ? '/index.html' : url.pathname
    const file = url.host === host ? files.get(name) : undefined
    if (!file || request.method !== 'GET')
      return new Response('There is nothing at this address.\n', { status: 404 })
    return new Response(new Uint8Array(file.bytes), { headers: { ...headers, 'Content-Type': file.type } })
  })
}

const copying = 'clipboard-sanitized-write'

const boundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int().min(600), height: z.int().min(400) })

const fileName = 'window.json'
const firstSize = { width: 1440, height: 900 }

export function openMainWindow(preload: string, dataDir: string): BrowserWindow {
  const window = new BrowserWindow({
    ...rememberedBounds(dataDir),
    minWidth: 600,
    minHeight: 400,
    show: false,
    title: 'Parley',
    // The canvas color (renderer/ui/tokens.css), so that nothing flashes before the first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0e0f11' : '#f6f6f4',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  window.once(
    'ready-to-show',
    guarded('window ready', () => window.show()),
  )
  rememberBounds(window, dataDir)
  void window.loadURL(appAddress)
  return window
}

// The window's bounds, stored between starts. Bounds outside of all displays are ignored.

function rememberedBounds(dataDir: string): Partial<Rectangle> {
  try {
    const bounds = boundsSchema.parse(JSON.parse(readFileSync(join(dataDir, fileName), 'utf8')))
    return isOnScreen(bounds) ? bounds : firstSize
  } catch {
    return firstSize
  }
}

function rememberBounds(window: BrowserWindow, dataDir: string): void {
  const keep = () => {
    try {
      writeFileSync(join(dataDir, fileName), JSON.stringify(window.getNormalBounds()), privateFile)
    } catch {
      // In a read-only data directory, only the bounds are lost.
    }
  }
  window.on('close', guarded('window close', keep))
}

function isOnScreen({ x, y, width, height }: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const overlapX = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x)
    const overlapY = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y)
    return overlapX > 100 && overlapY > 100
  })
}

// Denies every page of this app: navigation, windows, webviews, and all permissions except writing to the clipboard,
// which a page may only request during a user action.

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

// Reports a crash with the log's path and a report to copy. Native dialogs, as the page may have crashed.

interface Crash {
  readonly message: string
  readonly detail: string
  readonly report: string
  /** Choices besides copying, the safest last. */
  readonly choices: readonly string[]
}

export async function showCrash({ message, detail, report, choices }: Crash): Promise<string | undefined> {
  await app.whenReady()
  const buttons = ['Copy report', ...choices]
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: 'Parley',
      message,
      detail,
      buttons,
      defaultId: buttons.length - 1,
      cancelId: buttons.length - 1,
      noLink: true,
    })
    if (response !== 0) return buttons[response]
    await clipboard.writeText(report)
  }
}

/** After a crash of its process the page is reloaded with the user's consent; the engine and its recording continue. */
export function watchPage(window: BrowserWindow, problems: Problems): void {
  const notify = async (_event: unknown, { reason, exitCode }: RenderProcessGoneDetails) => {
    if (reason === 'clean-exit') return
    const { report, logFile } = problems.report({
      what: 'The window crashed',
      message: `its process ended, ${reason} (${exitCode})`,
    })
    const choice = await showCrash({
      message: 'The window crashed',
      detail: `Its process ended (${reason}). Recording continued, and nothing recorded is lost.\n\nThe log: ${logFile}`,
      report,
      choices: ['Quit', 'Reload'],
    })
    if (choice === 'Quit') app.quit()
    else window.reload()
  }
  window.webContents.on('render-process-gone', guarded('page gone', notify))
}
