import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { ParleyWindow } from '../pages/parley-window.ts'
import { dialogs, regions, tabs } from '../pages/places.ts'

test('a first window is the mode alone; what is beside it comes with the first agent', async ({ app }) => {
  const { page, window } = app
  await expect(window.chat).toContainText('Talk to an agent')
  for (const beside of [window.agents, window.card, window.inspector]) await expect(beside).toHaveCount(0)
  await window.show('console')
  await expect(window.console).toContainText('No requests yet')
  await expect(window.inspector).toHaveCount(0)
  await window.show('chat')
  await window.chat.getByRole('button', { name: 'a card', exact: true }).click()
  await expect(dialogs.openCard(page)).toBeVisible()
  await page.keyboard.press('Escape')

  await window.run('Compose a request')
  await expect(regions.composeRequest(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close the composer' }).click()
  await window.startDemo()
  await expect(window.agents).toContainText('Travel concierge')
  await expect(window.card).toBeVisible()
})

test('a browser that names a language of no standard shows the window all the same', async ({ app }) => {
  await app.page.addInitScript(() => {
    Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })
  })
  await app.page.reload()
  await expect(app.window.chat).toContainText('Talk to an agent')
})

test('Connect stays where it is while the rest of the window arrives', async ({ app: { page, window } }) => {
  // Delays each answer, as over a slow line.
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
  await app.window.startDemo()
  await app.window.run('Toggle the inspector')
  await expect(app.window.inspector).toBeHidden()

  const separator = app.page.getByRole('separator', { name: 'Width of the agents' })
  await app.window.showRecordings()
  await separator.focus()
  for (let press = 0; press < 3; press++) await app.page.keyboard.press('ArrowRight')
  const width = await agentsWidth()
  await expect.poll(kept).toEqual({ inspector: false, agents: Math.round(width), unfolded: ['recordings'] })

  await app.restart()
  await app.page.setViewportSize({ width: 1440, height: 900 })
  await expect(app.window.agents).toBeVisible()
  await expect(app.window.inspector).toBeHidden()
  await expect(regions.sessions(app.page).getByRole('searchbox')).toBeVisible()
  expect(Math.abs((await agentsWidth()) - width)).toBeLessThanOrEqual(1)

  async function agentsWidth(): Promise<number> {
    return (await app.window.agents.boundingBox())?.width ?? 0
  }
  async function kept() {
    const text = await readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => 'null')
    // The window's place may be written before its panes.
    const panes = JSON.parse(text)?.panes
    return (
      panes && { inspector: panes.inspector?.visible, agents: panes.agents.sizePx, unfolded: panes.unfolded }
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

test('an exchange that is shown is in sight, whatever stood there', async ({ app }) => {
  const { window, page } = app
  const chat = new ChatPage(page)
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  const task = chat.task('completed')
  await task.waitFor()
  const show = async () => {
    await chat.choose(task, 'Part', 'Show request')
    await expect(window.events.getByRole('row', { selected: true })).toBeVisible()
  }
  await show()
  await window.run('Compose a request')
  await show()
  await window.run('Toggle the inspector')
  await expect(window.inspector).toHaveCount(0)
  await show()
  await window.chat.getByRole('heading', { name: 'Tell me about Lisbon' }).dblclick()
  await show()
  await window.show('console')
  await expect(window.exchanges.getByRole('row', { selected: true })).toContainText('SendStreamingMessage')
})

test('each mode has its keys, and what another mode can do leads there', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('hello')
  await page.keyboard.press('ControlOrMeta+2')
  await expect(window.console).toBeVisible()
  await expect(window.chat).toHaveCount(0)
  await expect(window.agents).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+b')
  await expect(window.agents).toBeVisible()
  await page.keyboard.press('ControlOrMeta+3')
  await expect(window.checks).toBeVisible()
  await window.run('Filter requests')
  await expect(window.console.getByRole('combobox', { name: 'Filter requests' })).toBeFocused()
  await window.run('New conversation')
  await expect(window.chat).toContainText('Start a conversation')
  await expect(window.message).toBeFocused()
})

test('the status bar names the last request and leads to what it counts', async ({ app }) => {
  const { window } = app
  await window.startDemo()
  await window.say('hello')
  const last = window.status.getByTitle('Show in the console')
  await expect(last).toContainText('SendMessage')
  await expect(last).toContainText('200')
  await window.status.getByRole('button', { name: '2 requests' }).click()
  await expect(window.exchanges.getByRole('row')).toHaveCount(3)
  await window.show('chat')
  await last.click()
  await expect(window.exchanges.getByRole('row', { selected: true })).toContainText('SendMessage')
  const receiver = window.status.getByRole('button', { name: /^Receiver/ })
  await expect(receiver).toHaveText('Receiver off')
  await receiver.click()
  await expect(receiver).toHaveText('Receiver on')
  await expect(receiver).toHaveAttribute('aria-pressed', 'true')
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

test('every mode and the inspector have the whole height', async ({ app }) => {
  const { page, window } = app
  const bottomOf = async (place: Locator) => {
    const box = await place.boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await window.startDemo()
  const status = await window.status.boundingBox()
  for (const mode of ['console', 'checks', 'chat'] as const) {
    await window.show(mode)
    // A late pane replaces its placeholder.
    for (const place of [window[mode], window.inspector])
      await expect.poll(() => bottomOf(place)).toBe(Math.round(status?.y ?? 0))
  }
})

test('after a reload and a restart the window is where it was', async ({ app, dataDir }) => {
  await app.window.startDemo()
  await app.window.say('hello')
  await app.window.show('console')
  await app.window.exchange('SendMessage').click()
  await expect(app.window.exchanges.getByRole('row', { selected: true })).toContainText('200')
  const keep = async (tab: 'findings' | 'webhooks') => {
    await tabs[tab](app.window.console).click()
    const store = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
    await expect.poll(store).toContain(`"consoleTab": "${tab}"`)
  }
  const isBack = async (tab: 'findings' | 'webhooks') => {
    const { window } = app
    await expect(tabs[tab](window.console)).toHaveAttribute('aria-selected', 'true')
    await tabs.wire(window.console).click()
    await expect(window.exchanges.getByRole('row', { selected: true })).toContainText('SendMessage')
    await window.show('chat')
    await expect(window.agents.locator('[aria-current=true]').first()).toContainText('Travel concierge')
    await expect(window.conversation).toContainText('hello')
    await window.show('console')
  }
  await keep('webhooks')
  await app.page.reload()
  await isBack('webhooks')
  // No request was sent for it.
  await expect(app.window.exchange('agent-card.json')).toHaveCount(1)
  await keep('findings')
  await app.restart()
  await isBack('findings')
})

test('chat, wire and card stand where they stood, after a reload and a restart', async ({ app, dataDir }) => {
  test.slow()
  await app.page.setViewportSize({ width: 1100, height: 720 })
  await app.window.startDemo()
  for (let count = 1; count <= 16; count++) {
    await app.window.say(`hello ${count}`)
    await app.window.show('console')
    await expect(app.window.exchanges.getByRole('row').nth(1)).toBeVisible()
    await expect(tabs.wire(app.window.console)).toHaveText(`Requests${count + 1}`)
  }
  await app.window.say('Tell me about Lisbon', 'Stream')
  await app.window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await app.window.show('console')
  await app.window.exchange('SendStreamingMessage').click()
  const topOf = (place: Locator) => place.evaluate((box) => Math.round(box.scrollTop))
  const cardOf = () => app.window.card.locator('.card-scroll')
  const scroll = async (place: Locator) => {
    await place.hover()
    await place.evaluate((box) => box.scrollTo(0, 60))
    await expect.poll(() => topOf(place)).toBe(60)
  }
  // Eighteen rows are more than this window shows.
  const showLowConsole = async () => {
    await app.page.setViewportSize({ width: 1100, height: 480 })
    await app.window.show('console')
  }
  const showChat = async () => {
    await app.window.show('chat')
    await app.page.setViewportSize({ width: 1100, height: 720 })
  }
  await showLowConsole()
  await scroll(app.window.exchanges)
  await showChat()
  await scroll(app.window.conversation)
  await app.window.showCard()
  await scroll(cardOf())
  const first = app.window.conversation.getByRole('article').first()
  await expect(first).toBeInViewport()
  const store = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
  await expect.poll(store).toMatch(/"list": "card [^"]+",\s+"at": 60/)

  const isBack = async () => {
    await expect.poll(() => topOf(cardOf())).toBe(60)
    await expect(app.window.conversation.getByText('hello 1', { exact: true })).toBeVisible()
    await expect.poll(() => topOf(app.window.conversation)).toBeLessThan(120)
    await showLowConsole()
    await expect(app.window.exchanges.getByRole('row').first()).toBeVisible()
    await expect.poll(() => topOf(app.window.exchanges)).toBe(50)
    await expect(app.window.exchanges.getByRole('row', { selected: true })).not.toBeInViewport()
    await showChat()
    await expect.poll(() => topOf(app.window.conversation)).toBeLessThan(120)
    await expect.poll(store).toContain('"mode": "chat"')
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
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  await app.window.show('chat')
  await app.window.run('New recording')
  const sessions = await app.window.showRecordings()
  await sessions.getByRole('button', { name: /Travel concierge.*request/ }).click()
  await expect(regions.recordingShown(page)).toBeVisible()
  const store = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
  await expect.poll(store).toContain('"current"')

  const other = await page.context().newPage()
  await other.goto(new URL('/', page.url()).href)
  await expect(regions.recordingShown(other)).toBeVisible()
  await new ParleyWindow(other).backToLive()
  const list = await new ParleyWindow(other).showRecordings()
  await list.getByRole('button', { name: 'More about Travel concierge' }).last().click()
  await other.getByRole('menuitem', { name: 'Delete…' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await other.keyboard.press('Escape')
  await expect(list.getByRole('button', { name: /Travel concierge.*request/ })).toHaveCount(0)
  await page.reload()
  await expect(regions.recordingShown(page)).toHaveCount(0)
  await app.window.show('chat')
  await expect(app.window.agents).toContainText('Travel concierge')

  await new ParleyWindow(other).chooseOf('Travel concierge', 'Remove from the list')
  await page.reload()
  await expect(app.window.chat).toContainText('Talk to an agent')
})

test('at 900 × 600 the mode or the inspector has the window, and the agents lie over it', async ({ app }) => {
  const { page, window } = app
  await page.setViewportSize({ width: 900, height: 600 })
  await page.reload()
  const sidebar = page.getByRole('button', { name: 'Agents and recordings' })
  // Neither leads anywhere before there is an agent.
  await expect(window.address).toBeVisible()
  await expect(sidebar).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Inspector', exact: true })).toHaveCount(0)
  await window.startDemo()
  const isWhole = async (pane: Locator) => {
    // A late pane replaces its placeholder.
    await expect(async () => {
      const box = await pane.boundingBox()
      expect(box && box.width >= 250 && box.height >= 250).toBe(true)
      expect(box && box.x >= 0 && box.x + box.width <= 900.5 && box.y + box.height <= 600.5).toBe(true)
    }).toPass({ timeout: 10_000 })
  }
  await isWhole(window.chat)
  await expect(window.message).toBeInViewport()
  await expect(window.inspector).toHaveCount(0)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await isWhole(window.card)
  await expect(window.chat).toHaveCount(0)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(window.message).toBeInViewport()

  await window.say('hello')
  await window.showAgents()
  await isWhole(window.agents)
  await window.agents.getByRole('button', { name: 'New conversation' }).click()
  await expect(window.agents).toHaveCount(0)
  await expect(window.chat.getByRole('list', { name: 'Example prompts' })).toBeVisible()
  await window.showAgents()
  await page.keyboard.press('Escape')
  await expect(window.agents).toHaveCount(0)
  await window.showAgents()
  await sidebar.click()
  await expect(window.agents).toHaveCount(0)
  await window.showCard()
  await expect(window.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()
  await window.show('console')
  await isWhole(window.console)
})

test('from the address to the message it is five Tab stops', async ({ app: { page, window } }) => {
  await window.startDemo()
  await window.address.focus()
  const skip = page.getByRole('button', { name: 'Skip to message' })
  const isThere = () => skip.evaluate((button) => button === document.activeElement)
  let stops = 0
  while (stops < 10 && !(await isThere())) {
    await page.keyboard.press('Tab')
    stops += 1
  }
  await page.keyboard.press('Enter')
  await expect(window.message).toBeFocused()
  expect(stops).toBeLessThanOrEqual(4)
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
