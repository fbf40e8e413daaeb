import { iconSvg } from '../../electron/demo-agent/files/pictures.ts'
import { reply } from '../agents/http-server.ts'
import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { tabPanels, tabs } from '../pages/places.ts'

test('an icon is loaded once somebody says so, for this window alone', async ({ app }) => {
  const card = new CardPage(app.page)
  const foreign: string[] = []
  app.page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).host !== new URL(app.page.url()).host)
      foreign.push(request.url())
  })
  await app.window.startDemo()
  await expect(card.pane.locator('iframe')).toHaveCount(0)
  await app.window.show('console')
  await expect(app.window.exchange('icon.svg')).toHaveCount(0)
  await app.window.show('chat')
  await card.press('Load icon')
  // An SVG is in a sandboxed frame.
  const icon = card.pane.frameLocator('iframe.avatar').locator('img')
  await expect(icon).toHaveJSProperty('complete', true)
  await expect(icon).not.toHaveJSProperty('naturalWidth', 0)
  await app.window.show('console')
  await expect(app.window.exchange('icon.svg')).toContainText('200')
  expect(foreign).toEqual([])
  await app.page.reload()
  await app.window.show('chat')
  await card.agent('Travel concierge').getByRole('button').first().click()
  await expect(card.pane.getByRole('button', { name: 'Load icon' })).toBeVisible()
  await expect(card.pane.locator('iframe')).toHaveCount(0)
})

test('what an icon would do besides being seen does not happen', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const acts = iconSvg().replace(
    '</svg>',
    '<script>top.document.title="owned"</script><image href="http://127.0.0.1:9/track.png"/></svg>',
  )
  const made = await agents.made({
    dialect: '1.0',
    card: (plain, { origin }) => ({ ...plain, iconUrl: `${origin}/icon.svg` }),
    quirks: [
      {
        intercept: ({ request }) =>
          request.path === '/icon.svg' ? reply(200, 'image/svg+xml', acts) : undefined,
      },
    ],
  })
  const requests: string[] = []
  app.page.on('request', (request) => requests.push(request.url()))
  await app.window.connect(made.url)
  const title = await app.page.title()
  await card.press('Load icon')
  const icon = card.pane.frameLocator('iframe.avatar').locator('img')
  await expect(icon).toHaveJSProperty('complete', true)
  expect(await app.page.title()).toBe(title)
  expect(requests.filter((url) => url.includes('track.png'))).toEqual([])
})

test('an icon that is none says so, its answer one click away', async ({ app, agents }) => {
  const card = new CardPage(app.page)
  const made = await agents.made({
    dialect: '1.0',
    card: (plain, { origin }) => ({ ...plain, iconUrl: `${origin}/nothing.png` }),
  })
  await app.window.connect(made.url)
  await card.press('Load icon')
  await expect(card.fact('Icon')).toContainText('answered 404')
  await card.press('Show response')
  await tabs.headers(app.window.inspector).click()
  await expect(tabPanels.headers(app.window.inspector)).toContainText('HTTP/1.1 404')
})
