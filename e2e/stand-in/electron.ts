// The part of Electron that Parley's main bundle uses, type-checked against Electron's declarations. Its window is a page of a
// real Chromium driven by the spec; both use the process's message channel. It tests the wiring of main, preload and page, but
// not Electron itself (its sandbox, its schemes).

import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as Electron from 'electron'
import type { FromMain, MenuItemFacts, ToMain } from './messages.ts'

const report = (message: FromMain) => process.send?.(message)
const eventEmitter = new EventEmitter<{ message: [ToMain] }>()
process.on('message', (message: ToMain) => eventEmitter.emit('message', message))
const receive = <K extends ToMain['kind']>(
  kind: K,
  listener: (message: Extract<ToMain, { kind: K }>) => void,
) =>
  eventEmitter.on('message', (message) => {
    if (message.kind === kind) listener(message as Extract<ToMain, { kind: K }>)
  })

const appEvents = new EventEmitter()
let quitting = false

export const app = {
  isPackaged: false,
  setPath: () => undefined,
  getVersion: () => '0.0.0-stand-in',
  requestSingleInstanceLock: () => true,
  whenReady: () => Promise.resolve(),
  on: appEvents.on.bind(appEvents) as unknown as Electron.App['on'],
  quit() {
    if (quitting) return
    quitting = true
    let prevented = false
    appEvents.emit('will-quit', { preventDefault: () => (prevented = true) })
    quitting = false
    if (!prevented) process.exit(0)
  },
  exit: (code) => process.exit(code),
} satisfies Pick<
  Electron.App,
  'setPath' | 'getVersion' | 'isPackaged' | 'requestSingleInstanceLock' | 'whenReady' | 'on' | 'quit' | 'exit'
>

receive('second-start', ({ argv }) => appEvents.emit('second-instance', {}, argv, process.cwd()))
receive('clicked-file', ({ path }) => appEvents.emit('open-file', { preventDefault: () => undefined }, path))
receive('clicked-link', ({ url }) => appEvents.emit('open-url', { preventDefault: () => undefined }, url))

let handler: ((request: Request) => Response | Promise<Response>) | undefined

export const protocol = {
  registerSchemesAsPrivileged: (schemes) => report({ kind: 'passed', what: 'privileges', value: schemes }),
  handle(scheme, handle) {
    report({ kind: 'passed', what: 'scheme', value: scheme })
    handler = handle as typeof handler
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>

let permissionHandler: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
let permissionCheck: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null
let deviceHandler: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null

export const session = {
  defaultSession: {
    setPermissionRequestHandler(handle) {
      permissionHandler = handle
    },
    setPermissionCheckHandler(handle) {
      permissionCheck = handle
    },
    setDevicePermissionHandler(handle) {
      deviceHandler = handle
    },
  } satisfies Pick<
    Electron.Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >,
}

export const nativeTheme = { shouldUseDarkColors: false } satisfies Pick<
  Electron.NativeTheme,
  'shouldUseDarkColors'
>

/** Reverses texts, so that the disk does not contain the plain text. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (text) => Buffer.from([...text].reverse().join('')),
  decryptStringAsync: async (bytes) => ({
    result: [...bytes.toString()].reverse().join(''),
    shouldReEncrypt: false,
  }),
} satisfies Pick<
  Electron.SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>

const workArea = { x: 0, y: 0, width: 1920, height: 1080 }
export const screen = {
  getAllDisplays: () => [{ workArea } as Electron.Display],
} satisfies Pick<Electron.Screen, 'getAllDisplays'>

let dialogAnswer = 1
receive('answer-dialogs', ({ button }) => {
  dialogAnswer = button
})
export const dialog = {
  showMessageBox: async (...args: readonly unknown[]) => {
    const { message, detail = '' } = args.at(-1) as Electron.MessageBoxOptions
    report({ kind: 'asked', message, detail })
    return { response: dialogAnswer, checkboxChecked: false }
  },
  showErrorBox: (message, detail) => report({ kind: 'asked', message, detail }),
} satisfies Pick<Electron.Dialog, 'showMessageBox' | 'showErrorBox'>

export const clipboard = {
  writeText: async (text) => void report({ kind: 'copied', text }),
} satisfies Pick<Electron.Clipboard, 'writeText'>

export const shell = {
  openExternal: async (url) => void report({ kind: 'opened-external', url }),
} satisfies Pick<Electron.Shell, 'openExternal'>

let menuItems: readonly Electron.MenuItemConstructorOptions[] = []
receive('choose-menu-item', ({ id }) => {
  const click = menuItems.find((item) => item.id === id)?.click as (() => void) | undefined
  click?.()
})
export const Menu = {
  buildFromTemplate(template) {
    menuItems = template.flatMap((item) =>
      Array.isArray(item.submenu)
        ? (item.submenu as Electron.MenuItemConstructorOptions[])
        : [item as Electron.MenuItemConstructorOptions],
    )
    return {} as Electron.Menu
  },
  setApplicationMenu: () => report({ kind: 'menu', items: menuItems.map(menuFacts) }),
} satisfies Pick<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>

function menuFacts({
  id,
  label,
  role,
  accelerator,
  enabled = true,
}: Electron.MenuItemConstructorOptions): MenuItemFacts {
  return {
    id,
    label,
    role,
    accelerator: accelerator === undefined ? undefined : String(accelerator),
    enabled,
  }
}

/** A port whose other half is a real MessagePort in the page. */
class PortToPage extends EventEmitter {
  readonly portId: number
  constructor(portId: number) {
    super()
    this.portId = portId
    receive('port-message', (message) => {
      if (message.portId === portId) this.emit('message', { data: message.data, ports: [] })
    })
    receive('port-closed', (message) => {
      if (message.portId === portId) this.emit('close')
    })
  }
  postMessage(data: unknown): void {
    report({ kind: 'port-message', portId: this.portId, data })
  }
  start(): void {}
  close(): void {
    report({ kind: 'port-closed', portId: this.portId })
    this.emit('close')
  }
}

let portCount = 0
export class MessageChannelMain {
  readonly port1 = new PortToPage(++portCount) as unknown as Electron.MessagePortMain
  readonly port2 = { portId: portCount } as unknown as Electron.MessagePortMain
}

const ipcEvents = new EventEmitter()
export const ipcMain = {
  on: ((channel: string, listener: () => void) => {
    report({ kind: 'passed', what: 'ipc channel', value: channel })
    ipcEvents.on(channel, listener)
  }) as unknown as Electron.IpcMain['on'],
} satisfies Pick<Electron.IpcMain, 'on'>

const windows: BrowserWindow[] = []

export class BrowserWindow extends EventEmitter {
  readonly webContents = createContents(windows.length + 1)
  readonly #bounds: Partial<Electron.Rectangle>
  readonly #preferences: unknown

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    const { x, y, width, height } = options
    this.#bounds = Object.fromEntries(
      Object.entries({ x, y, width, height }).filter(([, value]) => value !== undefined),
    )
    this.#preferences = options.webPreferences
    windows.push(this)
    appEvents.emit('web-contents-created', {}, this.webContents)
    receive('close-window', () => this.#close())
    receive('send', ({ channel, from }) => ipcEvents.emit(channel, this.#senderEvent(from)))
  }

  static getAllWindows = () => windows
  static getFocusedWindow = () => windows[0] ?? null

  async loadURL(url: string): Promise<void> {
    this.#url = url
    const [, appOrigin = '', rest = ''] = /^([a-z]+:\/\/[^/]+)(.*)$/.exec(url) ?? []
    const origin = await serveScheme(appOrigin)
    report({
      kind: 'load',
      url: `${origin}${rest}`,
      bounds: this.#bounds,
      preferences: this.#preferences,
    })
    this.emit('ready-to-show')
  }

  show(): void {}
  reload(): void {
    report({ kind: 'reloaded' })
  }
  focus(): void {
    report({ kind: 'focused' })
  }
  restore(): void {}
  isMinimized = () => false
  getNormalBounds = () => ({ x: 40, y: 50, width: 1200, height: 800 })

  #url = ''

  #close(): void {
    this.emit('close')
    windows.splice(windows.indexOf(this), 1)
    if (windows.length === 0) appEvents.emit('window-all-closed')
  }

  #senderEvent(from: 'page' | 'frame' | 'stranger') {
    const postMessage = (channel: string, _message: unknown, ports: readonly unknown[]) => {
      const [port] = ports as readonly { readonly portId: number }[]
      if (port) report({ kind: 'port', channel, portId: port.portId })
    }
    const url = from === 'stranger' ? 'https://parley.example/' : this.#url
    return {
      sender: this.webContents,
      senderFrame: { url, parent: from === 'frame' ? {} : null, postMessage },
    }
  }
}

/** Each member of the stand-in must match one that Electron declares. */
BrowserWindow satisfies {
  new (
    options: Electron.BrowserWindowConstructorOptions,
  ): Pick<
    Electron.BrowserWindow,
    'loadURL' | 'show' | 'reload' | 'focus' | 'restore' | 'isMinimized' | 'getNormalBounds'
  >
}

function createContents(id: number) {
  const events = new EventEmitter()
  let openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined
  const contents = {
    id,
    on: events.on.bind(events) as unknown as Electron.WebContents['on'],
    setWindowOpenHandler(handle) {
      openHandler = handle
    },
  } satisfies Pick<Electron.WebContents, 'id' | 'on' | 'setWindowOpenHandler'>

  receive('page-process-gone', () =>
    events.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
  )
  const isPrevented = (name: string) => {
    let prevented = false
    events.emit(name, { preventDefault: () => (prevented = true) })
    return prevented ? 'prevented' : 'let through'
  }
  receive('try', ({ id: requests, what, name }) => {
    const verdict = (answer: unknown) => report({ kind: 'verdict', id: requests, verdict: answer })
    switch (what) {
      case 'navigate':
        return verdict(isPrevented('will-navigate'))
      case 'redirect':
        return verdict(isPrevented('will-redirect'))
      case 'webview':
        return verdict(isPrevented('will-attach-webview'))
      case 'open-window':
        return verdict(openHandler?.({ url: 'https://parley.example/' } as Electron.HandlerDetails).action)
      case 'permission':
        return permissionHandler?.(
          contents as unknown as Electron.WebContents,
          name as Parameters<typeof permissionHandler>[1],
          verdict,
          {} as Electron.PermissionRequest,
        )
      case 'permission-check':
        return verdict(
          permissionCheck?.(
            contents as unknown as Electron.WebContents,
            name as Parameters<typeof permissionCheck>[1],
            '',
            {} as Electron.PermissionCheckHandlerHandlerDetails,
          ),
        )
      case 'device':
        return verdict(
          deviceHandler?.({ deviceType: name } as Electron.DevicePermissionHandlerHandlerDetails),
        )
    }
  })
  return contents
}

/** Serves app://parley as an http origin, since Chromium lacks the scheme; the responses are the main bundle's own. */
function serveScheme(appOrigin: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const requested = request.headers['x-scheme-origin'] ?? appOrigin
    const { method = 'GET' } = request
    const answer = await handler?.(new Request(`${requested}${request.url ?? '/'}`, { method }))
    if (!answer) return void response.writeHead(500).end()
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.unref()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}
