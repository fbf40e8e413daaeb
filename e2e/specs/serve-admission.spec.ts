// Which browsers the served window admits, and what other servers on this machine can learn.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { openServed } from '../fixtures/serve-front.ts'
import { ParleyWindow } from '../pages/parley-window.ts'

test('a reload, a second tab and a restart need no new token', async ({ dataDir, context }) => {
  const first = await openServed(dataDir)
  const page = await context.newPage()
  const window = new ParleyWindow(page)
  await page.goto(first.address)
  await expect(window.chat).toBeVisible()
  const plain = new URL('/', first.address).href
  expect(page.url()).toBe(plain)

  await page.reload()
  await expect(window.chat).toBeVisible()

  const second = await context.newPage()
  await second.goto(plain)
  await expect(new ParleyWindow(second).chat).toBeVisible()

  await first.close()
  await expect(page.getByRole('alert')).toContainText('engine has stopped')
  const again = await openServed(dataDir, { port: new URL(plain).port })
  await page.reload()
  await expect(window.chat).toBeVisible()
  await window.startDemo()
  await again.close()
})

test('a browser without the token is told what to do, and gets nowhere', async ({ dataDir, browser }) => {
  const served = await openServed(dataDir)
  const stranger = await browser.newContext()
  const page = await stranger.newPage()
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  for (const address of ['/', '/?token=made-up']) {
    await page.goto(new URL(address, served.address).href)
    await expect(page.getByRole('heading', { name: 'This browser isn’t connected to Parley' })).toBeVisible()
    await expect(page.getByText('Open the address that the terminal shows')).toBeVisible()
  }
  expect(sockets).toEqual([])
  await page.goto(served.address)
  await expect(new ParleyWindow(page).chat).toBeVisible()
  await stranger.close()
  await served.close()
})

test('other servers on this machine get nothing that lets them in, and cannot shut the window out', async ({
  app,
  context,
}) => {
  const neighbour = await openNeighbour()
  const page = await context.newPage()
  await page.goto(neighbour.url)
  await page.waitForFunction(() => document.title === 'done')
  expect(neighbour.heads.map(({ cookie }) => cookie).filter((cookie) => cookie?.includes('parley'))).toEqual(
    [],
  )
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names.filter((name) => !name.startsWith('theirs'))).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])

  await app.page.reload()
  await expect(app.window.chat).toBeVisible()
  await neighbour.close()
})

test('the key cannot be read out, and is no part of what is stored as text', async ({ app }) => {
  const { extractable, exported } = await keptKey(app.page)
  // The window's place is written whenever it changes.
  const texts = await app.page.evaluate(() =>
    Object.keys({ ...localStorage, ...sessionStorage }).filter((name) => name !== 'parley.place'),
  )
  expect({ extractable, exported, texts }).toEqual({
    extractable: false,
    exported: 'InvalidAccessError',
    texts: [],
  })
})

for (const [what, leave] of [
  ['a key of theirs', leaveKey],
  ['rubbish in the place of a key', () => leaveInDatabase('rubbish')],
  ['a key for something else', leaveOtherKey],
  ['a database without room for keys', () => leaveDatabase(1)],
  ['a database of another version', () => leaveDatabase(9)],
] as const) {
  test(`what a server left here which had the port before is not taken for the key: ${what}`, async ({
    dataDir,
    context,
  }) => {
    const served = await openServed(dataDir)
    const page = await context.newPage()
    // A page of this origin without our scripts: what another server's page could do.
    await page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>theirs</title>' }),
    )
    await page.goto(new URL('/', served.address).href)
    await page.addScriptTag({ content: [leaveInDatabase, leaveDatabase, leave].map(String).join(';') })
    await page.evaluate(leave)
    await page.unroute('**/*')

    await page.goto(served.address)
    await expect(new ParleyWindow(page).chat).toBeVisible()
    const ours = await keptKey(page)
    expect(ours.extractable).toBe(false)
    const { browsers } = JSON.parse(await readFile(join(dataDir, 'browsers.json'), 'utf8'))
    const existing = browsers.map(({ key }: { readonly key: string }) => key)
    expect(existing).toEqual([digestOf(new URL(served.address).origin, ours.publicKey)])
    await page.reload()
    await expect(new ParleyWindow(page).chat).toBeVisible()
    await served.close()
  })
}

test('where a page may use no keys, the token still lets it in for as long as Parley runs', async ({
  dataDir,
  context,
}) => {
  // As over plain HTTP from another machine.
  await context.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  const served = await openServed(dataDir)
  const page = await context.newPage()
  await page.goto(served.address)
  await expect(new ParleyWindow(page).chat).toBeVisible()
  await page.reload()
  await expect(new ParleyWindow(page).chat).toBeVisible()
  const second = await context.newPage()
  await second.goto(new URL('/', served.address).href)
  await expect(new ParleyWindow(second).chat).toBeVisible()
  await served.close()
})

/** What a script of the page can read of the stored key. */
function keptKey(page: Page) {
  return page.evaluate(async () => {
    const opening = indexedDB.open('parley', 1)
    await new Promise((opened) => opening.addEventListener('success', opened))
    const reading = opening.result.transaction('keys').objectStore('keys').get('browser')
    await new Promise((read) => reading.addEventListener('success', read))
    opening.result.close()
    const { publicKey, privateKey } = reading.result as CryptoKeyPair
    return {
      publicKey: await crypto.subtle.exportKey('jwk', publicKey),
      extractable: privateKey.extractable,
      exported: await crypto.subtle.exportKey('jwk', privateKey).then(
        () => 'exported',
        ({ name }: Error) => name,
      ),
    }
  })
}

function digestOf(origin: string, { x, y }: JsonWebKey): string {
  return createHash('sha256').update(`${origin} ${x}.${y}`).digest('base64url')
}

/** The functions below run in a page. */
async function leaveInDatabase(value: unknown): Promise<void> {
  const opening = indexedDB.open('parley', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
  await new Promise((opened) => opening.addEventListener('success', opened))
  const adding = opening.result.transaction('keys', 'readwrite').objectStore('keys').put(value, 'browser')
  await new Promise((added) => adding.addEventListener('success', added))
  opening.result.close()
}

async function leaveDatabase(version: number): Promise<void> {
  const opening = indexedDB.open('parley', version)
  await new Promise((opened) => opening.addEventListener('success', opened))
  opening.result.close()
}

async function leaveKey(): Promise<void> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  await leaveInDatabase(await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']))
}

async function leaveOtherKey(): Promise<void> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  await leaveInDatabase(await crypto.subtle.generateKey(algorithm, true, ['deriveBits']))
}

/** A server on another port, whose page fills the browser with cookies of the host. */
async function openNeighbour() {
  const heads: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    heads.push(request.headers)
    response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'theirs=1; Path=/' })
    response.end(`<!doctype html><script>
      for (let each = 0; each < 400; each++) document.cookie = 'theirs' + each + '=x; path=/'
      document.title = 'done'
    </script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heads,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
