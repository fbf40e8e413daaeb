// Each grant in a real browser, from the card alone.

import type { Locator, Page } from '@playwright/test'
import type { JsonObject } from '#shared/a2a/model.ts'
import { agent } from '../agents/agent.ts'
import { reply } from '../agents/http-server.ts'
import { violations } from '../fixtures/accessibility.ts'
import { test as base, expect } from '../fixtures/agents.ts'
import {
  type AuthorizationServer,
  authorizationServer,
  logIn,
  protectedAgent,
  robot,
} from '../fixtures/authorization-server.ts'
import { everythingIn, everythingOn } from '../fixtures/everything.ts'
import { lyingServer } from '../fixtures/lying-server.ts'
import { leaksIn } from '../fixtures/planted-secrets.ts'
import { conversation, dialogs, regions, tabs } from '../pages/places.ts'

interface SignInFixtures {
  readonly server: AuthorizationServer
  /** Connects to an agent that accepts the server’s tokens. */
  readonly connect: (schemes: JsonObject, options?: Parameters<typeof protectedAgent>[2]) => Promise<void>
}

const test = base.extend<SignInFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
  server: async ({}, use) => {
    const server = await authorizationServer()
    await use(server)
    await server.close()
  },
  connect: async ({ server, app }, use) => {
    const started: { close(): Promise<void> }[] = []
    await use(async (schemes, options) => {
      const agent = await protectedAgent(server, schemes, options)
      started.push(agent)
      await app.window.connect(agent.url)
    })
    for (const each of started) await each.close()
  },
})

const openid = ({ issuer }: AuthorizationServer) => ({
  login: { openIdConnectSecurityScheme: { openIdConnectUrl: `${issuer}/.well-known/openid-configuration` } },
})

/** On the server’s own pages. */
async function logInAt(page: Page, login = 'ada'): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const refusal = (page: Page) => conversation(page).getByRole('status').filter({ hasText: '401' })

test('from a 401 to an answer, in the browser, with nothing typed', async ({
  app,
  dataDir,
  server,
  connect,
}) => {
  test.slow()
  const { page, window } = app
  await connect(openid(server))
  await window.say('hello')
  await refusal(page).getByRole('button', { name: 'Sign in…' }).click()
  // Below the message; the refusal's bytes stay in sight.
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(window.inspector.locator('.view-lines')).toContainText('refused')
  const dialog = regions.signIn(conversation(page))
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: /^Open 127\.0\.0\.1/ }).click()
  const browser = await opened
  await logInAt(browser)
  await expect(browser.getByText('You can close this tab.')).toBeVisible()

  const signedIn = regions.signedIn(dialog)
  await expect(signedIn).toContainText('ada')
  // The card is not in sight.
  await expect(page.getByRole('banner')).toContainText('Signed in')
  await expect(signedIn).toContainText('openid travel:read')
  await expect(signedIn).toContainText(/in 59 min|in 1 h/)
  const steps = dialog.getByRole('list', { name: 'Sign-in steps' }).getByRole('listitem')
  for (const [index, step] of ['Discover', 'Register', 'Authorize', 'Exchange', 'Use'].entries())
    await expect(steps.nth(index)).toContainText(`${step}done: `)
  expect(await violations(page)).toEqual([])
  await signedIn.getByText('Signed in as ada').click()
  await signedIn.getByText('Claims').click()
  await expect(signedIn.getByRole('table', { name: 'Claims' })).toContainText(server.issuer)
  await signedIn.getByRole('button', { name: 'Refresh now' }).click()
  await expect(steps.nth(5)).toContainText('Refreshdone: Refreshed at')

  await steps.nth(3).getByRole('button', { name: 'request 1' }).click()
  const exchange = regions.inspector(page)
  await expect(exchange).toContainText('/token')
  await tabs.request(exchange).click()
  await expect(exchange).toContainText('[secret:')
  await window.say('hello again')
  await window.show('console')
  await expect(window.exchange('SendMessage').last()).toContainText('200')

  expect(server.secrets.length).toBeGreaterThan(5)
  expect(leaksIn(await everythingOn(page), server.secrets)).toEqual([])
  expect(leaksIn(await everythingIn(dataDir), server.secrets)).toEqual([])

  await window.show('chat')
  await window.showCard()
  await regions.agentCard(page).getByRole('button', { name: 'Signed in as ada' }).click()
  const atCard = regions.signedIn(dialogs.signIn(page))
  await atCard.getByRole('button', { name: 'Sign out' }).click()
  await expect(atCard).toBeHidden()
  await expect(page.getByRole('banner')).toContainText('No credentials')
})

test('the address the browser ended at can be pasted', { tag: '@full' }, async ({ app, server, connect }) => {
  const { page } = app
  await connect(openid(server))
  await regions.agentCard(page).getByRole('button', { name: 'Sign in…' }).click()
  const dialog = dialogs.signIn(page)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  // A browser that cannot return to 127.0.0.1, like one on another machine.
  await page.evaluate(() => {
    window.open = (url) => {
      document.title = String(url)
      return null
    }
  })
  await dialog.getByRole('button', { name: /^Open 127/ }).click()
  const end = await logIn(await page.title(), 'ada', false)
  await dialog.getByText('The browser is on another machine').click()
  const address = dialog.getByRole('textbox', { name: 'Address the browser ended at' })
  await address.fill('http://127.0.0.1:1/elsewhere')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toContainText('where the browser should have ended')
  await address.fill(end)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(regions.signedIn(dialog)).toContainText('ada')
})

test('with a code on another device', { tag: '@full' }, async ({ app, server, connect }) => {
  const { page } = app
  await connect(openid(server))
  await regions.agentCard(page).getByRole('button', { name: 'Sign in…' }).click()
  const dialog = dialogs.signIn(page)
  await dialog.getByLabel('Grant').selectOption('Device code')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toContainText(/[A-Z]{4}-[A-Z]{4}/)
  await expect(dialog).toContainText('The code expires in')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: /^Open 127/ }).click()
  const browser = await opened
  await browser.getByRole('button', { name: 'Continue' }).click()
  await logInAt(browser)
  await expect(regions.signedIn(dialog)).toContainText('ada', { timeout: 20_000 })
})

test('as a client, which is asked for where nobody is registered', async ({ app, server, connect }) => {
  const { page, window } = app
  const flows = {
    clientCredentials: { tokenUrl: `${server.issuer}/token`, scopes: { 'travel:read': 'Reads trips' } },
  }
  await connect({ machine: { type: 'oauth2', flows } }, { dialect: '0.3' })
  await regions.agentCard(page).getByRole('button', { name: 'Sign in…' }).click()
  const dialog = dialogs.signIn(page)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toContainText('doesn’t support client registration. Enter a client ID.')
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill(robot.id)
  await dialog.getByRole('textbox', { name: 'Client secret' }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The server refused: invalid_client')
  await dialog.getByRole('textbox', { name: 'Client secret' }).fill(robot.secret)
  await page.keyboard.press('Enter')
  await expect(regions.signedIn(dialog)).toContainText('Client credentials')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await window.say('hello')
  await window.show('console')
  await expect(window.exchange('message/send')).toContainText('200')
  expect(await page.content()).not.toContain(robot.secret)
})

test('the demo agent behind a sign-in, again for another scope, and the refused message is retried', async ({
  app,
}) => {
  const { page, window } = app
  await window.chat.getByRole('button', { name: 'Start the protected demo agent' }).click()
  await regions.agentCard(page).getByRole('button', { name: 'Sign in…' }).click()
  const dialog = dialogs.signIn(page)
  const through = async (place: Locator, as: string) => {
    const opened = page.waitForEvent('popup')
    await place.getByRole('button', { name: /^Open 127/ }).click()
    const browser = await opened
    await browser.getByRole('button', { name: as }).click()
    await expect(browser.getByText('You can close this tab.')).toBeVisible()
    await browser.close()
  }
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await through(dialog, 'Allow as Ada Lovelace')
  const signedIn = regions.signedIn(dialog)
  await expect(signedIn).toContainText('ada@travel.example')
  await expect(dialog.getByRole('button', { name: 'Sign in again' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Scopes' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)

  await window.say('Hello')
  await expect(window.conversation.getByRole('article', { name: 'Agent' })).toBeVisible()
  await window.say('Book a train to Porto')
  const refused = window.conversation.getByRole('status').filter({ hasText: '403' })
  await expect(refused.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await refused.getByRole('button', { name: 'Sign in…' }).click()
  const here = regions.signIn(window.conversation)
  await expect(here).toContainText('Sign in again with the scope travel:book')
  await expect(here.getByRole('textbox', { name: 'Scopes' })).toHaveValue('openid travel:read travel:book')
  await here.getByRole('checkbox', { name: 'Switch account' }).check()
  await here.getByRole('button', { name: 'Sign in again' }).click()
  await through(here, 'Allow as Alan Turing')
  await expect(regions.signedIn(here)).toContainText('alan@travel.example')
  await expect(refused).toContainText('Signed in')
  // High enough to draw the whole conversation.
  await page.setViewportSize({ width: 1440, height: 1400 })
  await refused.getByRole('button', { name: 'Retry' }).click()
  await expect(window.conversation.getByRole('article', { name: 'Task input-required' })).toBeVisible()
  const sent = window.conversation.getByRole('article', { name: 'You' }).filter({ hasText: 'Book a train' })
  await expect(sent).toHaveCount(2)
})

test('the client of another agent at the same server is taken when it is ticked', { tag: '@full' }, async ({
  app,
  server,
  connect,
}) => {
  const { page } = app
  const dialog = dialogs.signIn(page)
  const open = () => regions.agentCard(page).getByRole('button', { name: 'Sign in…' }).click()
  const signIn = dialog.getByRole('button', { name: 'Sign in', exact: true })
  await connect(openid(server))
  await open()
  await dialog.getByLabel('Grant').selectOption({ label: 'Client credentials' })
  await dialog.getByLabel('Client ID').fill(robot.id)
  await dialog.getByLabel('Client secret').fill(robot.secret)
  await dialog.getByLabel('Scopes').fill('travel:read')
  await signIn.click()
  await expect(regions.signedIn(dialog)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await connect(openid(server))
  await open()
  await dialog.getByLabel('Grant').selectOption({ label: 'Client credentials' })
  await dialog.getByLabel('Scopes').fill('travel:read')
  const shared = dialog.getByRole('checkbox', { name: `Use the client of Kit agent: ${robot.id}` })
  await expect(shared).not.toBeChecked()
  await shared.check()
  expect(await violations(page)).toEqual([])
  await signIn.click()
  await expect(regions.signedIn(dialog)).toContainText(robot.id)
})

test('for an interface on another origin, once that may have the credentials', { tag: '@full' }, async ({
  app,
}) => {
  const { page, window } = app
  const server = await authorizationServer({
    configuration: {
      features: {
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({ scope: 'travel:read', accessTokenFormat: 'opaque' }),
        },
      },
    },
  })
  const described = await lyingServer()
  const challenge = `Bearer resource_metadata="${described.issuer}/.well-known/oauth-protected-resource"`
  const other = await agent({
    dialect: '1.0',
    quirks: [
      {
        intercept({ request: { headers } }) {
          const token = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
          if (server.valid.has(token.replace('Bearer ', ''))) return undefined
          return reply(401, 'application/json', '{}', [['WWW-Authenticate', challenge]])
        },
      },
    ],
  })
  described.metadata = { resource: `${other.url}/`, authorization_servers: [server.issuer] }
  const supportedInterfaces = [{ url: other.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
  const first = await agent({ dialect: '1.0', card: { supportedInterfaces } })
  await window.connect(first.url)
  await window.say('hello')
  await refusal(page).getByRole('button', { name: 'Sign in…' }).click()
  const dialog = regions.signIn(conversation(page))
  const signIn = async () => {
    await dialog.getByLabel('Grant').selectOption('Client credentials')
    await dialog.getByLabel('Client ID').fill(robot.id)
    await dialog.getByLabel('Client secret').fill(robot.secret)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signIn()
  await expect(dialog).toContainText(`${other.url} asks for a token, but isn’t approved`)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: /^Access:/ }).click()
  await page.getByRole('button', { name: `Send there too: ${other.url}` }).click()
  await dialogs.access(page).getByRole('button', { name: 'Cancel' }).click()
  await refusal(page).getByRole('button', { name: 'Sign in…' }).click()
  await signIn()
  await expect(regions.signedIn(dialog)).toContainText(server.issuer)
  await window.say('hello again')
  await window.show('console')
  await expect(window.exchange('SendMessage').last()).toContainText('200')
  for (const each of [first, other, described, server]) await each.close()
})
