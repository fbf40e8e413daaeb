import { BrowserWindow, nativeTheme } from 'electron'
import { guarded } from '#engine/guarded.ts'
import { appAddress } from './app-scheme.ts'
import { rememberBounds, rememberedBounds } from './bounds.ts'

export function openMainWindow(preload: string, dataDir: string): BrowserWindow {
  const window = new BrowserWindow({
    ...rememberedBounds(dataDir),
    minWidth: 600,
    minHeight: 400,
    show: false,
    title: 'Parley',
    // The colour of the canvas (renderer/ui/tokens.css), so that nothing flashes before the first paint.
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
