import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cardUrl } from '../agents/quirks/addresses.ts'
import { expect, test } from '../fixtures/agents.ts'
import { holdableAnswers } from '../fixtures/held-answers.ts'
import { CardPage } from '../pages/card-page.ts'
import { conversation, tabPanels, tabs } from '../pages/places.ts'

test('redirects on the way to the card are shown, each leading to its bytes', async ({ app, agents }) => {
  const moved = await agents.named('card-redirect')
  const card = new CardPage(app.page)
  await app.window.connect(moved.url)
  await card.unfold('Addresses tried (1)')
  const attempt = card.pane.getByRole('list', { name: 'Addresses tried' }).getByRole('button')
  await expect(attempt).toContainText(/302 to .*moved\/card\.json/)
  await attempt.click()
  await tabs.headers(app.window.inspector).click()
  await expect(tabPanels.headers(app.window.inspector)).toContainText('HTTP/1.1 200')
})

test('a card is pasted, and another opened from its file', async ({ app }) => {
  const card = new CardPage(app.page)
  const pasted = JSON.stringify({
    name: 'Pasted agent',
    description: 'From the clipboard',
    version: '1',
    supportedInterfaces: [{ url: 'http://127.0.0.1:9/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  })
  await app.window.chat.getByRole('button', { name: 'a card', exact: true }).click()
  await card.dialog.getByRole('textbox', { name: 'JSON' }).fill(pasted)
  await card.dialog.getByRole('button', { name: 'Open the card' }).click()
  await expect(card.pane.getByRole('heading', { name: 'Pasted agent' })).toBeVisible()
  await expect(app.window.agents).toContainText('pasted card')
  await app.window.show('console')
  await expect(app.window.console).toContainText('No requests yet')

  await app.window.show('chat')
  await app.window.agents.getByRole('button', { name: 'More about the agents' }).click()
  await app.page.getByRole('menuitem', { name: 'Add an agent from its card…' }).click()
  await card.dialog.getByLabel('Card file').setInputFiles({
    name: 'card.json',
    mimeType: 'application/json',
    buffer: Buffer.from(pasted.replace('Pasted agent', 'Agent of a file')),
  })
  await card.dialog.getByRole('button', { name: 'Open the card' }).click()
  await expect(card.pane.getByRole('heading', { name: 'Agent of a file' })).toBeVisible()
})

test('agents have names, colours and notes, and are found by them', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  for (let count = 0; count < 6; count++) {
    const { url } = await agents.named('v1.0', { card: (plain) => ({ ...plain, name: `Agent ${count}` }) })
    await app.window.connect(url)
    await expect(card.pane.getByRole('heading', { name: `Agent ${count}` })).toBeVisible()
  }
  // The change reloads the list; a partly typed address must stay.
  await app.window.address.fill('http://half.typed')
  await app.window.chooseOf('Agent 3', 'Name, colour and note…')
  await card.dialog.getByRole('textbox', { name: 'Name' }).fill('Invoices, staging')
  await card.dialog.getByRole('textbox', { name: 'Note' }).fill('Ask Ada before you restart it')
  await card.dialog.getByRole('radio', { name: 'violet' }).check({ force: true })
  await card.dialog.getByRole('button', { name: 'Save' }).click()
  // A modal dialog keeps typed text from the window behind it.
  await expect(card.dialog).toHaveCount(0)
  await expect(card.agents).toContainText('Invoices, staging')
  await expect(app.window.address).toHaveValue('http://half.typed')
  await app.window.agents.getByRole('searchbox', { name: 'Search agents' }).fill('ada restart')
  await expect(card.agents.getByRole('listitem')).toHaveCount(1)
  await expect(card.agents).toContainText('Invoices, staging')
})

test('agents are put into order by keyboard and pointer, and the order is kept', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const answers = await holdableAnswers(app.page)
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    const { url } = await agents.named('v1.0', { card: (plain) => ({ ...plain, name }) })
    await app.window.connect(url)
    await expect(card.pane.getByRole('heading', { name })).toBeVisible()
  }
  // Twice, faster than the window draws, and reloaded before the engine has answered.
  const gamma = card.agent('Gamma').getByRole('button').first()
  await gamma.focus()
  answers.hold()
  await gamma.evaluate((button) => {
    for (let press = 0; press < 2; press++)
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }))
  })
  const names = () => card.agents.locator('.agent-name').allTextContents()
  await expect.poll(names).toEqual(['Gamma', 'Alpha', 'Beta'])
  await app.page.reload()
  await expect.poll(names).toEqual(['Gamma', 'Alpha', 'Beta'])
  await gamma.focus()
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Enter')
  await expect(card.pane.getByRole('heading', { name: 'Alpha' })).toBeVisible()
  // And by the pointer.
  await card.agent('Gamma').dragTo(card.agent('Beta'))
  await expect.poll(names).toEqual(['Alpha', 'Beta', 'Gamma'])
  await app.page.reload()
  await expect.poll(names).toEqual(['Alpha', 'Beta', 'Gamma'])
})

test('three thousand agents are a window over the list, which the keys walk and put into order', async ({
  app,
  dataDir,
}) => {
  const stored = Array.from({ length: 3000 }, (_, count) => ({
    ...{
      id: `agent-${count}`,
      address: `http://127.0.0.1:9/${count}`,
      name: `Agent ${count}`,
      addedAt: count,
    },
    ...(count > 0 && count < 2900 && { group: 'Kit catalog' }),
  }))
  await writeFile(join(dataDir, 'agents.json'), JSON.stringify({ version: 1, agents: stored }))
  await app.restart()
  const { agents } = new CardPage(app.page)
  const { keyboard } = app.page
  const pick = (count: number) => agents.getByRole('button', { name: new RegExp(`^Agent ${count} `) })
  await expect(pick(0)).toBeVisible()
  expect(await app.window.agents.locator('*').count()).toBeLessThan(1000)

  await pick(0).focus()
  await keyboard.press('End')
  await expect(pick(2999)).toBeFocused()
  await expect(pick(2999)).toBeInViewport({ ratio: 1 })
  await keyboard.press('Alt+ArrowUp')
  await expect(app.window.agents.getByRole('status')).toHaveText('Agent 2999 is now 2999 of 3000')
  await keyboard.press('ArrowDown')
  await expect(pick(2998)).toBeFocused()
  await keyboard.press('Enter')
  await expect(pick(2998)).toHaveAttribute('aria-current', 'true')
  await keyboard.press('Home')
  await expect(pick(0)).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(agents.getByRole('button', { name: 'Kit catalog 2899' })).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.press('ArrowDown')
  await expect(pick(2900)).toBeFocused()
  await app.window.agents.getByRole('searchbox', { name: 'Search agents' }).fill('Agent 2950')
  await expect(pick(2950)).toBeVisible()
})

test('a card that changed says so, with the difference, until it is accepted', async ({ app, agents }) => {
  const changing = await agents.named('card-changes')
  const card = new CardPage(app.page)
  await app.window.connect(changing.url)
  await expect(card.pane).toContainText('Read 1 times')
  await card.readAgain()
  await card.press('Show what changed')
  const changes = card.dialog.getByRole('list', { name: 'Changes' })
  await expect(changes).toContainText('Read 1 timesRead 2 times')
  await card.dialog.getByRole('button', { name: 'Accept this card' }).click()
  await expect(card.pane).not.toContainText('This card has changed')
})

test('an address that cannot be right from here is replaced by one click', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const listening = await agents.made({
    dialect: '1.0',
    card: (plain, { url }) => ({
      ...plain,
      supportedInterfaces: [
        { url: url.replace('127.0.0.1', '0.0.0.0'), protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
    }),
  })
  await app.window.connect(listening.url)
  await expect(card.pane).toContainText('is an address to listen on')
  await card.press(/^Use http/)
  await expect(card.pane).toContainText('is replaced by')
  await expect(card.fact('Connected at')).toContainText('127.0.0.1')
  await app.window.say('hello')
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
})

test('a card whose address leads nowhere is said so after the first call, and replaced by one click', async ({
  app,
  agents,
}) => {
  const card = new CardPage(app.page)
  const closed = 'http://127.0.0.1:9/'
  const { url } = await agents.made({ dialect: '1.0', quirks: [cardUrl(() => closed)] })
  await app.window.connect(url)
  await expect(card.fact('Address')).toContainText('not reached yet')
  await app.window.say('hello')
  const problem = conversation(app.page).getByRole('status')
  await expect(problem).toContainText(
    `The card at ${url}/.well-known/agent-card.json names ${closed} as its address, where nothing answered. Try ${url}/?`,
  )
  await app.window.showCard()
  await expect(card.pane).toContainText('Nothing answered at the card’s address')
  await problem.getByRole('button', { name: `Use ${url}/` }).click()
  await expect(card.fact('Connected at')).toContainText(url)
  await expect(card.pane).toContainText('is replaced by')
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage').last()).toContainText('200')
})

test('a card is edited, its findings follow, and it is saved as a file', async ({ app, agents }) => {
  const good = await agents.made({ dialect: '1.0', card: (plain) => ({ ...plain, name: 'Café bot' }) })
  const card = new CardPage(app.page)
  await app.window.connect(good.url)
  await expect(card.pane.getByRole('heading', { name: 'Café bot' })).toBeVisible()
  await card.edit()
  const findings = card.pane.getByRole('complementary', { name: 'Problems while editing' })
  await expect(card.pane.locator('.monaco-editor')).toContainText('"Café bot"')
  await card.pane.locator('.monaco-editor').click()
  await app.page.keyboard.press('ControlOrMeta+Home')
  await app.page.keyboard.press('ArrowRight')
  await app.page.keyboard.insertText('"protocolVersion": 7,')
  await expect(findings.getByRole('list', { name: 'Problems' })).toContainText('/protocolVersion')
  const saved = app.page.waitForEvent('download')
  await card.press('Save as a file')
  const download = await saved
  expect(download.suggestedFilename()).toBe('cafe-bot.agent-card.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ protocolVersion: 7 })
  await card.press('Back to the agent’s card')
  await expect(findings).not.toContainText('/protocolVersion')
})

test('agents, sessions and the card are each seen in the left column', async ({ app, agents }) => {
  const { page, window } = app
  await page.setViewportSize({ width: 1440, height: 900 })
  const card = new CardPage(page)
  const end = () => window.run('New recording')
  await window.startDemo()
  const sessions = (await window.showRecordings()).getByRole('button', { name: /request/ })
  await window.say('hello')
  await window.show('console')
  await expect(window.exchange('SendMessage')).toContainText('200')
  await end()
  await window.connect((await agents.named('v0.3')).url)
  await window.say('hello')
  await window.show('console')
  await expect(window.exchange('message/send')).toContainText('200')
  await end()
  await window.show('chat')
  await card.agents.getByRole('button', { name: /^Travel concierge/ }).click()

  for (const name of [/^Travel concierge/, /^v0.3/]) {
    await expect(card.agents.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await expect(sessions).toHaveCount(3)
  for (const session of (await sessions.all()).slice(0, 2)) await expect(session).toBeInViewport({ ratio: 1 })
  await expect(card.pane.getByRole('heading', { name: 'Travel concierge' })).toBeInViewport({ ratio: 1 })
  await expect(card.fact('Protocols')).toBeInViewport({ ratio: 1 })
  await expect(card.fact('Capabilities')).toBeInViewport({ ratio: 1 })
})
