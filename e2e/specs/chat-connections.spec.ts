// An address in an agent's content opens no connection, not even without a request: not when drawn, pointed at, focused or
// previewed. The listener counts raw connections. Only a full browser with a profile on disk preconnects; the one from npm
// passes more easily.

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Part } from '#shared/a2a/model.ts'
import { wholeBrowser } from '../browser.ts'
import { test as base, expect } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { tabs } from '../pages/places.ts'

const viewport = { width: 1440, height: 2400 }
const forTests = ['--disable-background-networking', '--headless']

const test = base.extend({
  context: async ({ launchOptions }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
    const args = (launchOptions.args ?? []).filter((name) => !forTests.includes(name))
    const whole = wholeBrowser()
    const context = await chromium.launchPersistentContext(profile, {
      ...(whole === undefined ? launchOptions : { executablePath: whole }),
      args: [...args, '--headless=new'],
      ignoreDefaultArgs: forTests,
      viewport,
    })
    await use(context)
    await context.close()
    await rm(profile, { recursive: true, force: true })
  },
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

function partsOf(host: string): readonly Part[] {
  const hints = [
    'preconnect',
    'dns-prefetch',
    'prefetch',
    'preload',
    'modulepreload',
    'prerender',
    'stylesheet',
    'icon',
  ]
    .map((rel) => `<link rel="${rel}" href="${host}/${rel}">`)
    .join('')
  const page = `<html><head>${hints}<meta http-equiv="x-dns-prefetch-control" content="on"><meta http-equiv="refresh" content="0;url=${host}/r"><script type="speculationrules">{"prerender":[{"source":"list","urls":["${host}/s"]}]}</script></head><a href="${host}/a">a</a><img src="${host}/i"></html>`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><a href="${host}/a"><rect width="9" height="9"/></a><image href="${host}/i"/></svg>`
  return [
    {
      kind: 'text',
      text: `# ${host}/h\n\n[a link](${host}/l) <${host}/b> ![an image](${host}/i.png) ${host}/bare`,
    },
    { kind: 'text', text: page, mediaType: 'text/html' },
    { kind: 'file-bytes', base64: base64(page), mediaType: 'text/html', filename: 'page.html' },
    { kind: 'file-bytes', base64: base64(drawing), mediaType: 'image/svg+xml', filename: 'drawing.svg' },
    { kind: 'file-url', url: `${host}/file`, filename: 'file', mediaType: 'image/png' },
    { kind: 'data', data: { url: `${host}/data` } },
  ]
}

test('no address of an agent is connected to by being looked at', async ({ app, agents }) => {
  const connections: string[] = []
  const listener = createServer((socket) => {
    connections.push(`${socket.remotePort}`)
    socket.once('data', (bytes) => connections.push(String(bytes).split('\r\n', 1)[0] ?? ''))
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const host = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  if (wholeBrowser()) {
    // Proves that this browser preconnects where it may.
    const hint = await app.page.context().newPage()
    await hint.setContent(`<link rel="preconnect" href="${host}">`)
    await expect.poll(() => connections.length).toBeGreaterThan(0)
    await hint.close()
    connections.length = 0
  }
  const { url } = await agents.made({
    dialect: '1.0',
    card: (plain) => ({
      ...plain,
      description: `See [the docs](${host}/docs) and ${host}/bare`,
      documentationUrl: `${host}/documentation`,
      iconUrl: `${host}/icon.png`,
      provider: { organization: 'An agent', url: `${host}/provider` },
    }),
    script: () => [{ step: 'message', parts: partsOf(host) }],
  })
  const { page, window } = app
  const chat = new ChatPage(page)
  await window.connect(url)
  await window.say('hello', 'Send')
  await expect(chat.theirs()).toContainText('an image')
  await chat.theirs().getByRole('button', { name: 'Isolated preview' }).click()
  await expect(page.frameLocator('iframe[title="Isolated preview"]').getByRole('link')).toBeVisible()
  const frame = page.frameLocator('iframe[title="Isolated preview"]')
  await frame.getByRole('link').hover()
  await frame.getByRole('link').focus()
  await expect(chat.theirs().getByRole('img', { name: 'drawing.svg' })).toBeVisible()

  await window.showCard()
  const leading = [chat.theirs(), new CardPage(page).pane].map((place) =>
    place
      .getByRole('button')
      .filter({ hasText: '127.0.0.1' })
      .or(place.getByRole('button', { name: /^(a link|the docs|An agent)$/ })),
  )
  for (const buttons of leading) {
    expect(await buttons.count()).toBeGreaterThan(2)
    for (const button of await buttons.all()) {
      await button.hover()
      await button.focus()
      await page.mouse.down()
      await page.mouse.move(0, 0)
      await page.mouse.up()
    }
  }
  await window.show('console')
  await window.exchange('SendMessage').click()
  await tabs.response(window.inspector).click()
  const place = window.inspector.locator('.view-line', { hasText: host }).first()
  await place.hover()
  await place.click()
  // Requested last: earlier connections have been made when this returns.
  await fetch(`${host}/last`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
  await expect
    .poll(() => connections.filter((line) => line.startsWith('GET')))
    .toEqual(['GET /last HTTP/1.1'])
  expect(connections).toHaveLength(2)
  listener.close()
})
