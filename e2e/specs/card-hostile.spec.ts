// Wrong and malicious cards: a clear sentence, the raw response one click away, nothing executed and nothing fetched.

import type { JsonObject } from '#shared/a2a/model.ts'
import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'

/** A page, a refusal and an unreadable card; discovery.test.ts has the sentences of all other kinds. */
const refused = [
  ['card-html', /HTML|web page/],
  ['card-401-bare', /credentials/],
  ['card-deep', /nested deeper/],
] as const

test('what is no card is answered with a sentence and the raw answer', async ({ app, agents }) => {
  test.slow()
  const card = new CardPage(app.page)
  const complaints: string[] = []
  app.page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  for (const [name, sentence] of refused) {
    await test.step(name, async () => {
      const { url } = await agents.named(name)
      await app.window.connect(url)
      await expect(card.failure.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      const tried = card.failure.getByRole('list', { name: 'Addresses tried' })
      await expect(tried).toContainText(new URL(url).host)
      await card.failure.getByRole('button', { name: 'Show raw response' }).click()
      await app.window.show('console')
      await expect(app.window.exchanges.getByRole('row', { selected: true })).toHaveCount(1)
    })
  }
  expect(complaints).toEqual([])
})

const shown = [
  'card-script',
  'card-bidi',
  'card-long-words',
  'card-markdown-traps',
  'card-javascript-urls',
  'card-file-urls',
  'card-data-urls',
  'card-proto-keys',
] as const

test('cards of ill intent are shown as text; nothing runs, nothing is fetched', async ({ app, agents }) => {
  test.slow()
  const card = new CardPage(app.page)
  const foreign: string[] = []
  const own = new URL(app.page.url()).host
  app.page.on('request', (request) => {
    if (new URL(request.url()).host !== own) foreign.push(request.url())
  })
  const title = await app.page.title()
  for (const name of shown) {
    await test.step(name, async () => {
      const { url } = await agents.named(name)
      await app.window.connect(url)
      await expect(card.agent(new URL(url).host)).toContainClass('selected')
      await expect(card.fact('Protocols')).toBeVisible()
      await card.showJson()
      await expect(card.pane.locator('.monaco-editor .view-line').first()).toBeVisible()
      await card.showJson()
      await expect(card.fact('Protocols')).toBeVisible()
      expect(await app.page.title()).toBe(title)
      expect(foreign).toEqual([])
      const addresses = card.pane.locator('a[href], img, iframe, script')
      await expect(addresses).toHaveCount(0)
      const widths = await card.pane.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(widths).toBeLessThanOrEqual(0)
    })
  }
})

test('markdown is drawn, tables included, and its images are not fetched', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const requests: string[] = []
  app.page.on('request', (request) => requests.push(request.url()))
  const made = await agents.made({
    dialect: '1.0',
    card: (plain) => ({
      ...plain,
      description:
        '| Fare | Euro |\n|---|---:|\n| second | 42 |\n\n![a map](http://127.0.0.1:9/map.png) <u>raw</u>',
    }),
  })
  await app.window.connect(made.url)
  const table = card.pane.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText(['Fare', 'Euro'])
  await expect(table.getByRole('cell')).toHaveText(['second', '42'])
  await expect(card.pane).toContainText('image: a map')
  await expect(card.pane).toContainText('<u>raw</u>')
  await expect(card.pane.locator('img, u')).toHaveCount(0)
  expect(requests.filter((url) => url.includes('map.png'))).toEqual([])
})

test('a description of three megabytes is shown in parts', async ({ app, agents }) => {
  const huge = await agents.made({
    dialect: '1.0',
    card: (plain) => ({ ...plain, description: 'word '.repeat(600_000) }),
  })
  const card = new CardPage(app.page)
  await app.window.connect(huge.url)
  await expect(card.fact('Protocols')).toBeVisible()
  await card.press('More')
  await expect(card.pane.getByRole('button', { name: 'Show more of 3.0 MB' })).toBeVisible()
  await card.showJson()
  await expect(card.pane.locator('.monaco-editor .view-line').first()).toBeVisible()
})

test('lists that are cut say how many more there are', async ({ app, agents }) => {
  const many = await agents.made({
    dialect: '1.0',
    card: (plain) => {
      const { supportedInterfaces: [first = {}] = [], skills: [skill] = [] } = plain as unknown as Listed
      return {
        ...plain,
        supportedInterfaces: Array.from({ length: 1_025 }, () => first),
        capabilities: {
          extensions: Array.from({ length: 103 }, (_, index) => ({
            uri: `https://extension.example/${index}`,
          })),
        },
        skills: [
          {
            ...skill,
            tags: Array.from({ length: 30 }, String),
            examples: Array.from({ length: 31 }, () => 'Say it'),
          },
        ],
      }
    },
  })
  const card = new CardPage(app.page)
  await app.window.connect(many.url)
  await card.skills.locator('summary').first().click()
  for (const line of ['6 more tags in the JSON', '7 more examples in the JSON']) {
    await expect(card.pane.getByText(line, { exact: true })).toBeVisible()
  }
  await card.unfold('Extensions')
  await expect(card.pane.getByText('3 more in the JSON', { exact: true })).toBeVisible()
  await card.unfold('Interfaces')
  await expect(card.pane.getByText('1,005 more in the JSON', { exact: true })).toBeVisible()
  await card.open('connection')
  await expect(card.dialog.getByText('825 more in the JSON', { exact: true })).toBeVisible()
})

interface Listed {
  readonly supportedInterfaces?: readonly JsonObject[]
  readonly skills?: readonly JsonObject[]
}
