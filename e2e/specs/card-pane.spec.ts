import { violationsInBoth } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { tabPanels, tabs } from '../pages/places.ts'

test('a card is read at a glance', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await expect(card.fact('Protocols')).toContainText('1.0 JSON-RPC, REST, gRPC · 0.3 JSON-RPC, REST, gRPC')
  await expect(card.fact('Capabilities')).toContainText('stream, push, extended card')
  await expect(card.fact('Authentication')).toContainText('bearer token')
  await expect(card.fact('Signature')).toContainText('not verified yet')
  await card.unfold('Modes')
  await expect(card.fact('Input')).toContainText('text/plain, application/json')
})

test('skills are a list that opens, and an example becomes a prompt', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await expect(card.skills.getByRole('button')).toHaveCount(0)
  await card.openSkill('Describe a city')
  await card.press('Tell me about Lisbon')
  await expect(app.window.message).toHaveValue('Tell me about Lisbon')
})

test('a link says where it goes before it is opened', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await card.fact('Manual').getByRole('button').click()
  await expect(card.dialog).toContainText(/links to 127\.0\.0\.1:\d+/)
  const opened = app.page.waitForEvent('popup')
  await card.dialog.getByRole('button', { name: 'Open in a new tab' }).click()
  const tab = await opened
  expect(await tab.evaluate(() => window.opener)).toBe(null)
  await tab.close()
})

test('a finding leads to its place in the JSON', async ({ app, agents }) => {
  const wrong = await agents.made({ dialect: '1.0', card: (plain) => ({ ...plain, version: 2 }) })
  const card = new CardPage(app.page)
  await app.window.connect(wrong.url)
  await card.showFindings()
  await card.findings.getByRole('button', { name: '/version' }).click()
  await expect(card.pane.locator('.monaco-editor')).toContainText('"version": 2')
  await expect(card.pane.locator('.squiggly-error').first()).toBeVisible()
})

test('findings of the card are in sight in a low window, and the window itself stays where it is', async ({
  app,
  agents,
}) => {
  const card = new CardPage(app.page)
  const agent = await agents.made({ dialect: '1.0' })
  await app.window.connect(agent.url)
  await app.page.setViewportSize({ width: 950, height: 600 })
  await card.showFindings()
  await expect(card.findings.getByRole('listitem').first()).toBeInViewport()
  await expect(app.window.address).toBeInViewport({ ratio: 1 })
  expect(await app.page.evaluate(() => document.documentElement.scrollHeight)).toBe(600)
})

test('an extension is switched on and stays on', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await card.unfold('Extensions')
  await card.pane.getByRole('switch').click()
  await expect(card.pane.getByRole('switch')).toBeChecked()
  await app.window.say('hello')
  await app.window.show('console')
  await app.window.exchange('SendMessage').click()
  await tabs.headers(app.window.inspector).click()
  await expect(tabPanels.headers(app.window.inspector)).toContainText('currency/v1')
})

test('what the commands do to the card', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await app.window.run('Reload agent card')
  await app.window.show('console')
  await expect(app.window.exchange('agent-card.json')).toHaveCount(2)
  await app.window.run('Show the agent card as JSON')
  await app.window.show('chat')
  await expect(card.pane.locator('.monaco-editor')).toContainText('"Travel concierge"')
})

test('axe finds nothing in the card and its dialogs, light and dark', async ({ app }) => {
  test.slow()
  const card = new CardPage(app.page)
  await app.window.startDemo()
  for (const part of ['Extensions', 'Interfaces', 'Tried']) await card.unfold(part)
  expect(await violationsInBoth(app.page)).toEqual([])
  for (const dialog of ['connection', 'access', 'signatures', 'extendedCard'] as const) {
    await card.open(dialog)
    await card.settled()
    expect(await violationsInBoth(app.page)).toEqual([])
    await card.closeDialog()
  }
  await card.press('Load icon')
  await card.open('signatures')
  await card.dialog.getByRole('button', { name: 'Fetch the keys and verify' }).click()
  await expect(card.dialog).toContainText('This proves')
  expect(await violationsInBoth(app.page)).toEqual([])
  await card.closeDialog()
  expect(await violationsInBoth(app.page)).toEqual([])
})

test('axe finds nothing in a card with faults and in one that is refused, light and dark', async ({
  app,
  agents,
}) => {
  test.slow()
  const guarded = await agents.named('card-401-challenged')
  const wrong = await agents.made({
    dialect: '1.0',
    card: (plain) => ({ ...plain, version: 2, skills: [{}] }),
  })
  const card = new CardPage(app.page)
  await app.window.connect(guarded.url)
  await expect(card.failure).toBeVisible()
  expect(await violationsInBoth(app.page)).toEqual([])
  await app.window.connect(wrong.url)
  await card.showFindings()
  await expect(card.findings).toBeVisible()
  expect(await violationsInBoth(app.page)).toEqual([])
  await card.edit()
  await expect(card.pane.locator('.monaco-editor .squiggly-error').first()).toBeVisible()
  expect(await violationsInBoth(app.page)).toEqual([])
})

test('a card of 320 pixels is read without scrolling sideways, its sections folded', async ({ app }) => {
  const card = new CardPage(app.page)
  await app.window.startDemo()
  await app.page.getByRole('separator', { name: 'Width of the inspector' }).focus()
  const width = async () => Math.round((await card.pane.boundingBox())?.width ?? 0)
  for (let press = 0; press < 40 && (await width()) !== 320; press += 1)
    await app.page.keyboard.press((await width()) < 320 ? 'ArrowLeft' : 'ArrowRight')
  expect(Math.abs((await width()) - 320)).toBeLessThan(30)
  const isWide = () =>
    card.pane.evaluate((pane) =>
      [pane, ...pane.querySelectorAll('*')].some(
        (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'auto',
      ),
    )
  expect(await isWide()).toBe(false)
  const folds = card.pane.locator('details')
  expect(await folds.count()).toBeGreaterThan(3)
  await card.unfold('Modes')
  await expect(card.fact('Input')).toContainText('text/plain')
  expect(await isWide()).toBe(false)
})
