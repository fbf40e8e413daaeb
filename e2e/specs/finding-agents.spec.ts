// From typed text to an agent: addresses as people type them, and servers that are slow, have several agents, or none.

import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { dialogs } from '../pages/places.ts'

test('a card that takes long shows for how long, can be stopped, and times out as such', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('card-silent')
  const { page, window } = app
  const { card } = window
  await window.connect(url)
  await expect(card.getByRole('timer')).toHaveText(/^[1-9] s$/)
  await card.getByRole('button', { name: 'Stop' }).click()
  await expect(card).toContainText('Loading was stopped.')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await window.run('Connection settings')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: 'Response timeout (s)' }).fill('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(window.chat.getByRole('alert')).toContainText(
    'Timed out: the response wasn’t complete after 1 s.',
  )
})

test('whoever connects elsewhere does not wait for a card that takes long', async ({ app, agents }) => {
  const [silent, other] = [await agents.named('card-silent'), await agents.named('v1.0')]
  const { window } = app
  await window.connect(silent.url)
  await expect(window.card.getByRole('timer')).toBeVisible()
  await expect(app.page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled()
  await window.connect(other.url)
  await expect(window.card.getByRole('heading', { name: 'v1.0' })).toBeVisible()
  await expect(window.address).toHaveValue(other.url)
  // By the called host: the agent was never in the list.
  await window.show('console')
  await expect(window.exchange('agent-card.json').first()).toContainText(new URL(silent.url).host)
})

test('a host with several agents is a list to choose from, and fit in a group', async ({ app, agents }) => {
  const { url } = await agents.named('host-catalog')
  const card = new CardPage(app.page)
  await app.window.connect(url)
  await expect(card.pane).toContainText('Kit catalog lists 4 agents. Choose which to connect to.')
  await expect(app.window.chat).toContainText('Choose an agent')
  const choices = card.pane.getByRole('list', { name: 'Choices' })
  await expect(choices.getByRole('listitem').filter({ hasText: 'weather' })).toContainText(
    'MCP server, not an A2A agent',
  )
  await expect(choices.getByRole('listitem').filter({ hasText: 'Gamma' })).toContainText(
    'version is "1.0.0", but the catalog lists "2.0.0".',
  )
  await expect(card.pane).toContainText('the catalogs form a cycle')
  await expect(card.pane).toContainText('Addresses tried (4)')

  await card.press(/^Keep all 4 as a group/)
  const group = card.agents.getByRole('button', { name: 'Kit catalog 4' })
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await expect(card.agent('Delta')).toHaveCount(0)
  await group.click()

  await card.press('Connect to Beta, renamed')
  await expect(card.pane.getByRole('heading', { name: 'Beta' })).toBeVisible()
  await card.showFindings()
  await expect(card.findings).toContainText('version is "1.0.0", but the catalog lists "9.9.9".')
  await app.restart()
  const again = new CardPage(app.page)
  await expect(again.agents.getByRole('button', { name: 'Kit catalog 4' })).toBeVisible()
  // The host itself has no card.
  await expect(again.agents).not.toContainText('not saved')
  await again.agents.getByRole('button', { name: 'Remove the group Kit catalog and its agents' }).click()
  await expect(again.agents.getByRole('listitem')).toHaveCount(0)
})

test('ten thousand entries are a window over a list, and are searched', async ({ app, agents }) => {
  const { url } = await agents.named('host-catalog-huge')
  const card = new CardPage(app.page)
  await app.window.connect(url)
  await expect(card.pane).toContainText('lists 10,000 agents')
  const rows = card.pane.getByRole('list', { name: 'Choices' }).getByRole('listitem')
  await expect(rows.first()).toHaveAttribute('aria-setsize', '10000')
  expect(await rows.count()).toBeLessThan(40)
  await card.pane.getByRole('searchbox', { name: 'Search the choices' }).fill('agent-9999')
  await expect(rows).toHaveCount(1)
  await expect(card.pane).toContainText('The catalog has 12,000 entries; 10,000 are shown.')
  await expect(card.pane).toContainText('Up to 200 agents fit in a group')
})

test('a server that lists its agents at its root offers them, typed without a scheme', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('host-agent-os')
  const card = new CardPage(app.page)
  await app.window.connect(new URL(url).host)
  await expect(card.pane).toContainText('lists 3 agents. Choose which to connect to.')
  await card.press('Connect to Everybody')
  await expect(card.pane.getByRole('heading', { name: 'Everybody' })).toBeVisible()
})

test('assistants with an id are offered and connected to', async ({ app, agents }) => {
  const { url } = await agents.named('host-assistants')
  const card = new CardPage(app.page)
  await app.window.connect(url)
  await card.press('Connect to Planner')
  await expect(card.pane.getByRole('heading', { name: 'Planner' })).toBeVisible()
  await expect(card.agent('Planner')).toContainText('assistant_id=a-1')
})

for (const [name, sentence] of [
  ['host-mcp', 'This is an MCP server'],
  ['host-openapi', 'HTTP API described by OpenAPI, “Pet store”'],
  ['host-login', 'login page (“Sign in to Acme”)'],
  ['host-site', 'this is a web site (“Acme”)'],
] as const) {
  test(`${name} is named for what it is`, async ({ app, agents }) => {
    const { url } = await agents.named(name)
    await app.window.connect(url)
    await expect(app.window.chat.getByRole('alert')).toContainText(sentence)
  })
}

test('a pasted curl command connects, and offers its credentials to be saved', async ({ app, agents }) => {
  const { url, requests } = await agents.named('card-401-bare')
  const card = new CardPage(app.page)
  const line = `curl -X POST '${url}' -H 'Content-Type: application/json' -H 'Authorization: Bearer card-key' -d '{}'`
  await app.window.connect(line)
  const dialog = dialogs.access(app.page)
  await expect(dialog).toContainText('Nothing is stored or sent until you save.')
  await expect(app.window.address).toHaveValue(url)
  const sent = () => requests.some(({ headers }) => headers.some(([, value]) => value.includes('card-key')))
  expect(sent()).toBe(false)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // Offered once: the form does not keep it.
  await card.open('access')
  await expect(dialog).not.toContainText('curl')
  await expect(dialog.getByLabel('Token')).toHaveCount(0)
  await card.closeDialog()

  await app.window.address.fill(line)
  await app.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save access' }).click()
  await expect(card.pane.getByRole('heading', { name: 'card-401-bare' })).toBeVisible()
  expect(sent()).toBe(true)
})

test('addresses as people type them, and none that was not meant', async ({ app, agents }) => {
  const { url } = await agents.named('v1.0')
  const { window, page } = app
  const { port } = new URL(url)
  await window.address.fill(`:${port}`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(window.agents.locator('[aria-current=true]')).toContainText(`localhost:${port}`)
  await expect(window.address).toHaveValue(`http://localhost:${port}`)
  for (const [typed, sentence] of [
    ['2130706433', '2130706433 is neither a port'],
    ['http://0x7f.1/', '“0x7f.1” isn’t an IP address as people write it'],
  ] as const) {
    await window.address.fill(typed)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('banner').getByRole('alert')).toContainText(sentence)
  }
  await expect(window.agents.getByRole('listitem')).toHaveCount(1)
})

test('http where TLS is spoken offers https as a button', async ({ app, agents }) => {
  const { url } = await agents.named('host-tls-told')
  await app.window.connect(url)
  const secure = url.replace('http:', 'https:')
  await app.window.chat.getByRole('button', { name: `Use ${secure}` }).click()
  // This card leads back; the other address is offered in turn.
  await expect(app.window.chat.getByRole('button', { name: `Use ${url}` })).toBeVisible()
})

test('a mistyped address is not kept, and dead entries are cleared in one go', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const living = await agents.named('v1.0', { card: (plain) => ({ ...plain, name: 'Living' }) })
  const dying = await agents.named('v1.0', { card: (plain) => ({ ...plain, name: 'Dying' }) })
  // One at a time: an address without a card is dropped when the next is typed.
  for (const [name, { url }] of [
    ['Living', living],
    ['Dying', dying],
  ] as const) {
    await app.window.connect(url)
    await expect(card.agent(name)).toBeVisible()
  }
  await app.window.connect('http://127.0.0.1:9')
  await expect(card.agent('127.0.0.1:9')).toContainText('not saved')
  await dying.close()
  await app.window.run('Remove agents that don’t answer')
  const dialog = dialogs.removeAgents(app.page)
  await dialog.getByRole('button', { name: 'Check 3 agents' }).click()
  await expect(dialog.getByRole('list', { name: 'Without a card' })).toContainText('Dying')
  await dialog.getByRole('button', { name: 'Remove 2 agents' }).click()
  await expect(card.agents.getByRole('listitem')).toHaveCount(1)
  await expect(card.agent('Living')).toBeVisible()

  await app.window.connect('http://127.0.0.1:9')
  await app.restart()
  await expect(app.window.agentRows).toHaveCount(1)
})

test('the demo agent is one entry, started again by choosing it', async ({ app }) => {
  await app.window.startDemo()
  await app.restart()
  const card = new CardPage(app.page)
  await expect(card.agents.getByRole('listitem')).toHaveCount(1)
  await card.agent('Travel concierge').getByRole('button').first().click()
  await expect(card.pane.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()
  await expect(card.agents.getByRole('listitem')).toHaveCount(1)
  await app.window.say('hello')
  await expect(app.window.conversation.getByRole('article', { name: 'Agent' }).first()).toBeVisible()
})
