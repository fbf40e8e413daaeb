// Electron's security checklist (electronjs.org, Tutorials, Security), point by point, checked by what the built main bundle
// passes to Electron and how it answers Electron, and by what the built preload bundle uses. For fuses and the archive's
// integrity see packaged.spec.ts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { createORPCClient } from '@orpc/client'
import { RPCLink, type SupportedMessagePort } from '@orpc/client/message-port'
import type { EngineClient } from '#shared/contract/contract.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { expect, test } from '../fixtures/app.ts'
import { root } from '../fixtures/serve-front.ts'
import type { StandIn } from '../fixtures/stand-in-front.ts'

/** Points 2 to 4, 6 and 8 to 12: everything else keeps Electron's default, which is safe. */
test('the window has no Node, is isolated and sandboxed, and has nothing switched on besides', async ({
  app,
}) => {
  expect(
    app
      .standIn()
      .said('load')
      .map(({ preferences }) => preferences),
  ).toEqual([
    {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      preload: join(root, 'out', 'preload', 'preload.cjs'),
    },
  ])
})

/** Points 1 and 18. */
test('only our own scheme is loaded, with no privilege but those of a secure origin', async ({ app }) => {
  const standIn = app.standIn()
  expect(passed(standIn, 'scheme')).toEqual(['app'])
  expect(passed(standIn, 'privileges')).toEqual([
    [{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }],
  ])
})

test('the scheme answers for the built files and nothing else', async ({ app }) => {
  const status = async (path: string, options: Parameters<typeof app.page.request.fetch>[1] = {}) =>
    (await app.page.request.fetch(new URL(path, app.page.url()).href, options)).status()
  expect(await status('/')).toBe(200)
  for (const path of ['/package.json', '/..%2f..%2fpackage.json', '/%2e%2e/main/main.js', '/.//etc/passwd']) {
    expect([path, await status(path)]).toEqual([path, 404])
  }
  expect(await status('/', { method: 'POST' })).toBe(404)
  expect(await status('/', { headers: { 'x-scheme-origin': 'app://stranger' } })).toBe(404)
})

/** Point 7. */
test('its policy lets in nothing from elsewhere, and compiles no text', async ({ app }) => {
  const page = await app.page.request.get(app.page.url())
  const policy = Object.fromEntries(
    (page.headers()['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' data: blob:",
    'font-src': "'self'",
    'worker-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
  expect(page.headers()).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
})

/** Point 5: every permission that Electron has, requested and looked up. */
test('a page is granted nothing but to copy', async ({ app }) => {
  const standIn = app.standIn()
  const permissions = permissionsOfElectron()
  expect(permissions.length).toBeGreaterThan(40)
  for (const name of permissions) {
    const granted = name === 'clipboard-sanitized-write'
    expect([name, await standIn.tries('permission', name)]).toEqual([name, granted])
    expect([name, await standIn.tries('permission-check', name)]).toEqual([name, granted])
  }
  for (const device of ['hid', 'serial', 'usb']) expect(await standIn.tries('device', device)).toBe(false)
})

/** Points 11 to 14. */
test('a page can neither leave, nor open a window, nor embed one', async ({ app }) => {
  const standIn = app.standIn()
  expect([
    await standIn.tries('navigate'),
    await standIn.tries('redirect'),
    await standIn.tries('webview'),
    await standIn.tries('open-window'),
  ]).toEqual(['prevented', 'prevented', 'prevented', 'deny'])
})

/** Point 15. */
test('no link leaves Parley but http and https, and none without a yes', async ({ app }) => {
  const standIn = app.standIn()
  const { host } = await enginePort(standIn)
  standIn.tell({ kind: 'answer-dialogs', button: 0 })
  const refused = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-msdt:/id',
    'smb://host/share',
    'parley://open',
  ]
  for (const url of refused) await expect(host.openLink({ url })).rejects.toThrow()
  standIn.tell({ kind: 'answer-dialogs', button: 1 })
  expect(await host.openLink({ url: 'https://agent.example/' })).toEqual({ opened: false })
  expect(standIn.said('opened-external')).toEqual([])
  expect(standIn.said('asked').map(({ detail }) => detail)).toEqual(['https://agent.example/'])
})

/** Point 17. */
test('one channel is listened to, and only the main frame of our own page is handed a port', async ({
  app,
}) => {
  const standIn = app.standIn()
  expect(passed(standIn, 'ipc channel')).toEqual(['parley:connect'])
  expect(standIn.said('port')).toHaveLength(1)
  standIn.tell({ kind: 'send', channel: 'parley:connect', from: 'frame' })
  standIn.tell({ kind: 'send', channel: 'parley:connect', from: 'stranger' })
  // Messages are handled in order: after this one, the two before it have been.
  await standIn.tries('navigate')
  expect(standIn.said('port')).toHaveLength(1)
})

/** Point 20. */
test('the preload script exposes nothing, and passes on one message of its own window alone', () => {
  const touched: string[] = []
  const listeners = new Map<string, (event: object) => void>()
  const sent: unknown[] = []
  const page = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    postMessage: (...args: readonly unknown[]) => sent.push(args),
  }
  const ipcRenderer = watched('ipcRenderer', touched, {
    send: (...args: readonly unknown[]) => sent.push(args),
    on: () => undefined,
  })
  const required = (name: string) => {
    touched.push(`require ${name}`)
    return watched('electron', touched, { ipcRenderer })
  }
  const code = readFileSync(join(root, 'out', 'preload', 'preload.cjs'), 'utf8')
  runInNewContext(code, { require: required, window: page, module: { exports: {} }, exports: {} })
  for (const event of [
    { source: page, data: 'parley:connect' },
    { source: {}, data: 'parley:connect' },
    { source: page, data: 'another' },
    { source: page, data: { channel: 'parley:connect' } },
  ])
    listeners.get('message')?.(event)

  expect([...new Set(touched)].toSorted()).toEqual([
    'electron.ipcRenderer',
    'ipcRenderer.on',
    'ipcRenderer.send',
    'require electron',
  ])
  expect([...listeners.keys()]).toEqual(['message'])
  expect(sent).toEqual([['parley:connect']])
})

/** Point 16: Dependabot reports newer versions; here, that it is one version and no range. */
test('Electron is one exact version', () => {
  expect(packageJson.devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
})

function passed(standIn: StandIn, requested: string): readonly unknown[] {
  return standIn.said('passed').flatMap(({ what, value }) => (what === requested ? [value] : []))
}

/** A port as a page gets it, with the spec at the other end, which can send what the window would not. */
async function enginePort(standIn: StandIn): Promise<EngineClient> {
  const handed = standIn.next('port')
  standIn.tell({ kind: 'send', channel: 'parley:connect', from: 'page' })
  const { portId } = await handed
  const port = {
    addEventListener(name: string, listener: (event: { data: unknown }) => void) {
      if (name === 'message')
        standIn.hear('port-message', (message) => message.portId === portId && listener(message))
    },
    postMessage: (data: unknown) => standIn.tell({ kind: 'port-message', portId, data }),
  }
  return createORPCClient(new RPCLink({ port: port as unknown as SupportedMessagePort }))
}

function watched<T extends object>(name: string, touched: string[], target: T): T {
  return new Proxy(target, {
    get(from, member) {
      touched.push(`${name}.${String(member)}`)
      return Reflect.get(from, member)
    },
  })
}

/** Every permission in the declarations of the installed Electron, and an invented one. */
function permissionsOfElectron(): readonly string[] {
  const declared = readFileSync(join(root, 'node_modules', 'electron', 'electron.d.ts'), 'utf8')
  const [, names = ''] = /setPermissionRequestHandler\(handler: .*? permission: ([^,]*),/.exec(declared) ?? []
  return [...[...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name), 'a-permission-of-the-future']
}
