import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { ParleyWindow } from '../pages/parley-window.ts'
import { grids, regions, tabs } from '../pages/places.ts'

test('empty panes say what will fill them', async ({ app }) => {
  const { window } = app
  await expect(window.agents).toContainText('No agents yet')
  await expect(window.card).toContainText('No agent selected')
  await expect(window.chat).toContainText('Talk to an agent')
  await expect(window.timeline).toContainText('No task yet')
  await expect(window.console).toContainText('No exchanges yet')
})

test('a browser that names a language of no standard shows the window all the same', async ({ app }) => {
  await app.page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })
  })
  await app.page.reload()
  await expect(app.window.chat).toContainText('Talk to an agent')
})

test('Connect stays where it is while the rest of the window arrives', async ({ app: { page, window } }) => {
  // Each answer takes as long as over a slow line.
  await page.routeWebSocket('**/rpc', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => void setTimeout(() => socket.send(message), 60))
  })
  await page.addInitScript(() => {
    const places = new Set<number>()
    Object.assign(globalThis, { places })
    const look = () => {
      const button = document.querySelector('.address-connect')
      if (button) places.add(Math.round(button.getBoundingClientRect().left))
      requestAnimationFrame(look)
    }
    look()
  })
  await page.reload()
  await expect(regions.recording(page)).toContainText(/ \d+ s$/)
  await expect(window.chat).toContainText('Talk to an agent')
  expect(
    await page.evaluate(() => [...(globalThis as unknown as { places: Set<number> }).places]),
  ).toHaveLength(1)
})

test('panes are hidden, sized and remembered', async ({ app, dataDir }) => {
  await app.page.setViewportSize({ width: 1440, height: 900 })
  await app.window.run('Toggle the inspector')
  await expect(app.window.inspector).toBeHidden()

  const separator = app.page.getByRole('separator', { name: 'Height of the console' })
  await separator.focus()
  for (let press = 0; press < 3; press++) await app.page.keyboard.press('ArrowUp')
  const height = await consoleHeight()
  await expect.poll(kept).toEqual({ inspector: false, console: Math.round(height) })

  await app.restart()
  await app.page.setViewportSize({ width: 1440, height: 900 })
  await expect(app.window.console).toBeVisible()
  await expect(app.window.inspector).toBeHidden()
  expect(Math.abs((await consoleHeight()) - height)).toBeLessThanOrEqual(1)

  async function consoleHeight(): Promise<number> {
    return (await app.window.console.boundingBox())?.height ?? 0
  }
  async function kept() {
    const text = await readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => 'null')
    const preferences = JSON.parse(text)
    return (
      preferences && {
        inspector: preferences.panes.inspector.visible,
        console: preferences.panes.console.sizePx,
      }
    )
  }
})

test('a double click on its head fills the window with a pane, Escape puts it back', async ({ app }) => {
  const { window, page } = app
  const before = await window.chat.boundingBox()
  await window.chat.getByRole('heading', { name: 'Chat' }).dblclick()
  await expect.poll(async () => (await window.chat.boundingBox())?.width).toBe(page.viewportSize()?.width)
  await page.keyboard.press('Escape')
  await expect.poll(() => window.chat.boundingBox()).toEqual(before)
})

test('what is shown on the wire is in sight, whatever stood there', async ({ app }) => {
  const { window, page } = app
  const chat = new ChatPage(page)
  const frames = grids.frames(page)
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  const task = chat.task('completed')
  await task.waitFor()
  const show = async () => {
    await chat.choose(task, 'Part', 'Show on the wire')
    await expect(frames.getByRole('row', { selected: true })).toBeVisible()
  }
  for (const tab of ['findings', 'checks', 'webhooks'] as const) {
    await tabs[tab](window.console).click()
    await show()
  }
  await page.getByRole('button', { name: 'Compose a request' }).click()
  await show()
  await window.run('Toggle the console')
  await expect(window.console).toHaveCount(0)
  await show()
  await window.chat.getByRole('heading', { name: 'Travel concierge' }).dblclick()
  await show()
})

test('keys lead to the address, and send', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await page.keyboard.press('ControlOrMeta+l')
  await expect(window.address).toBeFocused()
  await window.message.fill('hello')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(window.conversation).toContainText('I am a travel concierge')
})

test('the theme follows the system until one is chosen', async ({ app }) => {
  const { page, window } = app
  const shown = () => page.evaluate(() => document.documentElement.dataset['theme'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(shown).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(shown).toBe('light')
  await window.run('Switch theme')
  await window.run('Switch theme')
  await expect.poll(shown).toBe('dark')
})

test('the left column and the inspector have the whole height, the console lies below the chat', async ({
  app,
}) => {
  const { window } = app
  const boxOf = async (pane: Locator) => (await pane.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [agents, card, chat, console, inspector] = await Promise.all(
    [window.agents, window.card, window.chat, window.console, window.inspector].map(boxOf),
  )
  expect(card?.y).toBeGreaterThan(agents?.y ?? 0)
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeCloseTo((console?.y ?? 0) + (console?.height ?? 0), 0)
  expect(console?.x).toBeCloseTo(chat?.x ?? 0, 0)
  expect(inspector?.y).toBeCloseTo(chat?.y ?? 0, 0)
  expect((inspector?.y ?? 0) + (inspector?.height ?? 0)).toBeCloseTo(
    (console?.y ?? 0) + (console?.height ?? 0),
    0,
  )
})

test('after a reload and a restart the window is where it was', async ({ app, dataDir }) => {
  await app.window.startDemo()
  await app.window.say('hello')
  await app.window.exchange('SendMessage').click()
  await expect(app.window.exchanges.getByRole('row', { selected: true })).toContainText('200')
  const keep = async (tab: 'checks' | 'findings' | 'webhooks') => {
    await tabs[tab](app.window.console).click()
    const kept = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
    await expect.poll(kept).toContain(`"consoleTab": "${tab}"`)
  }
  const isBack = async (tab: 'checks' | 'findings' | 'webhooks') => {
    const { window } = app
    await expect(window.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()
    await expect(window.conversation).toContainText('hello')
    await expect(tabs[tab](window.console)).toHaveAttribute('aria-selected', 'true')
    await tabs.wire(window.console).click()
    await expect(window.exchanges.getByRole('row', { selected: true })).toContainText('SendMessage')
  }
  await keep('webhooks')
  await app.page.reload()
  await isBack('webhooks')
  // Nobody was asked anything for it.
  await expect(app.window.exchange('agent-card.json')).toHaveCount(1)
  await keep('findings')
  await app.restart()
  await isBack('findings')
})

test('chat, wire and card stand where they stood, after a reload and a restart', async ({ app, dataDir }) => {
  test.slow()
  await app.page.setViewportSize({ width: 1100, height: 720 })
  await app.window.startDemo()
  for (let said = 1; said <= 12; said++) {
    await app.window.say(`hello ${said}`)
    await expect(app.window.exchanges.getByRole('row').nth(1)).toBeVisible()
    await expect(tabs.wire(app.window.console)).toHaveText(`Wire${said + 1}`)
  }
  await app.window.say('Tell me about Lisbon', 'Stream')
  await app.window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await app.window.exchange('SendStreamingMessage').click()
  const scrollers = () => [
    app.window.conversation,
    app.window.exchanges,
    app.window.card.locator('.card-scroll'),
  ]
  const tops = () => Promise.all(scrollers().map((each) => each.evaluate((box) => Math.round(box.scrollTop))))
  for (const each of scrollers()) {
    await each.hover()
    await each.evaluate((box) => box.scrollTo(0, 60))
  }
  await expect.poll(tops).toEqual([60, 60, 60])
  const first = app.window.conversation.getByRole('article').first()
  await expect(first).toBeInViewport()
  const kept = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
  await expect.poll(kept).toMatch(/"list": "card [^"]+",\s+"at": 60/)

  const isBack = async () => {
    await expect(app.window.exchanges.getByRole('row').first()).toBeVisible()
    await expect.poll(async () => (await tops()).slice(1)).toEqual([50, 60])
    await expect(app.window.conversation.getByText('hello 1', { exact: true })).toBeVisible()
    await expect.poll(() => app.window.conversation.evaluate((box) => box.scrollTop)).toBeLessThan(120)
    await expect(app.window.exchanges.getByRole('row', { selected: true })).not.toBeInViewport()
  }
  await app.page.reload()
  await isBack()
  await app.restart()
  await app.page.setViewportSize({ width: 1100, height: 720 })
  await isBack()
})

test('what is gone by then is left out, and the rest is there', async ({ app, dataDir, front }) => {
  test.skip(front !== 'serve', 'The other fronts have one window.')
  const { page } = app
  await app.window.startDemo()
  await app.window.say('hello')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  await page.getByRole('button', { name: 'End this session and begin a new one' }).click()
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await sessions.getByRole('button', { name: /Travel concierge.*exchange/ }).click()
  await expect(regions.recordingShown(page)).toBeVisible()
  const kept = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
  await expect.poll(kept).toContain('"current"')

  const other = await page.context().newPage()
  await other.goto(new URL('/', page.url()).href)
  await expect(regions.recordingShown(other)).toBeVisible()
  await tabs.live(other).click()
  const list = other.getByRole('list', { name: 'Sessions' })
  await list.getByRole('button', { name: 'More about Travel concierge' }).last().click()
  await other.getByRole('button', { name: 'Delete…' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await other.keyboard.press('Escape')
  await expect(list.getByRole('button', { name: /Travel concierge.*exchange/ })).toHaveCount(0)
  await page.reload()
  await expect(regions.recordingShown(page)).toHaveCount(0)
  await expect(app.window.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()

  await new ParleyWindow(other).agents
    .getByRole('button', { name: 'Remove Travel concierge from the list' })
    .click()
  await page.reload()
  await expect(app.window.chat).toContainText('Talk to an agent')
})

test('at 900 × 600 every pane is there and nothing overflows the window', async ({ app }) => {
  const { page, window } = app
  await page.setViewportSize({ width: 900, height: 600 })
  await page.reload()
  await window.startDemo()
  for (const pane of [window.agents, window.card, window.chat, window.inspector, window.console]) {
    const box = await pane.boundingBox()
    expect(box && box.width >= 170 && box.height >= 80).toBe(true)
    expect(box && box.x >= 0 && box.x + box.width <= 900.5 && box.y + box.height <= 600.5).toBe(true)
  }
  await expect(window.message).toBeInViewport()
})

test('at 900 × 600 the button for a new conversation is whole', async ({ app: { page, window } }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await window.startDemo()
  await window.say('Tell me all that you know about Lisbon, its trams, its hills and its river')
  const button = window.chat.getByRole('button', { name: 'New conversation', exact: true })
  await expect(button).toBeInViewport({ ratio: 1 })
  const chat = await window.chat.boundingBox()
  const box = await button.boundingBox()
  expect(chat && box && box.x + box.width <= chat.x + chat.width).toBe(true)
  expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
})

test('the recording counts the time since it began, whether or not anything crosses', async ({ app }) => {
  const recording = regions.recording(app.page)
  await expect(recording).toContainText('· 0 B ·')
  const seconds = async () => Number(/(\d+) s/.exec((await recording.textContent()) ?? '')?.[1])
  const first = await seconds()
  await expect.poll(seconds).toBeGreaterThan(first + 1)
})
