// Incoming notifications: each with its verdict in the list, and with sentences in the detail.

import { duplicateCalls, reversedCalls } from '../agents/quirks/webhook-wrongs.ts'
import { expect, test } from '../fixtures/agents.ts'
import { copied } from '../pages/clipboard.ts'
import { regions, tabs } from '../pages/places.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('calls are listed live, and say what they told, who sent them and what else told it', async ({
  app,
  agents,
}) => {
  test.slow()
  const webhooks = new WebhooksPage(app.page)
  const agent = await agents.named('push-good')
  await webhooks.waitingAt(agent.url)
  await webhooks.answer()
  await webhooks.list('Calls')
  await expect(webhooks.calls.getByRole('row')).toHaveCount(4)
  await expect(webhooks.call(2)).toContainText('completed')
  await expect(webhooks.call(2)).toContainText('verified')
  await expect(webhooks.call(2)).toContainText('200')

  await webhooks.call(0).click()
  await webhooks.calls.press('End')
  await expect(webhooks.call(2)).toHaveAttribute('aria-selected', 'true')
  await expect(regions.update(webhooks.inspector)).toContainText('It reported that the task is completed.')
  await expect(regions.update(webhooks.inspector)).toContainText(
    /received over the stream .* earlier|the stream followed/,
  )
  await expect(regions.sender(webhooks.inspector)).toContainText('Its token matches the one registered.')
  await expect(regions.response(webhooks.inspector)).toContainText('Parley answered 200.')

  // Below the verdict, in the same look.
  await expect(webhooks.inspector.getByLabel('Request body').first()).toContainText('TASK_STATE_COMPLETED')
  await tabs.headers(webhooks.inspector).click()
  await expect(webhooks.inspector.getByText('X-A2A-Notification-Token')).toBeVisible()

  await webhooks.inspector.getByRole('button', { name: 'Copy as' }).click()
  await app.page.getByRole('menuitem', { name: 'cURL (bash)' }).click()
  const locator = app.page.getByRole('status').filter({ hasText: 'Copied as cURL (bash)' })
  await expect(locator).toContainText('2 secrets are redacted.')
  await expect
    .poll(copied(app.page))
    .toMatch(/^curl --url 'http:\/\/127\.0\.0\.1:[\s\S]*TASK_STATE_COMPLETED/)
})

test('wrong tokens, the same again, the wrong order, a foreign body and a JWT each have their sentence', {
  tag: '@full',
}, async ({ app, agents }) => {
  test.slow()
  const webhooks = new WebhooksPage(app.page)
  await webhooks.turnOn()

  const reversed = await agents.named('push-reversed', { quirks: [duplicateCalls, reversedCalls] })
  await app.window.connect(reversed.url)
  await webhooks.waitingTask()
  const forged = { method: 'POST', body: '{"hello":"world"}' }
  await fetch(await webhooks.address(), forged)
  const headers = { 'X-A2A-Notification-Token': 'guessed' }
  await fetch(await webhooks.address(), { ...forged, headers })
  await webhooks.answer()
  await app.window.show('console')
  await webhooks.configuration.getByRole('button', { name: 'Show its calls' }).click()
  await expect(webhooks.calls.getByRole('row')).toHaveCount(9)
  await expect(webhooks.call(0)).toContainText('no update')
  await expect(webhooks.call(0)).toContainText('missing')
  await expect(webhooks.call(1)).toContainText('wrong')
  await expect(webhooks.call(3)).toContainText('repeated')
  await expect(webhooks.call(6)).toContainText('out of order')
  await webhooks.call(7).click()
  await expect(regions.timing(webhooks.inspector)).toContainText(
    'The same body was received and accepted before',
  )
  await webhooks.call(6).click()
  await expect(regions.timing(webhooks.inspector)).toContainText('It arrived out of order')
  await webhooks.call(1).click()
  await expect(regions.sender(webhooks.inspector)).toContainText(
    'Its token doesn’t match the one registered.',
  )
  await tabs.findings(webhooks.inspector).click()
  await expect(webhooks.inspector.getByRole('list', { name: 'Problems of this request' })).toContainText(
    'PUSH-DELIVER-001',
  )

  const elsewhere = await agents.named('push-jwt-elsewhere')
  await app.window.connect(elsewhere.url)
  await webhooks.waitingTask()
  await webhooks.configuration.getByText('JWT keys').click()
  const keys = webhooks.configuration.getByLabel('Address of a JWKS, or the JWKS itself')
  await keys.fill(`${new URL(elsewhere.url).origin}/.well-known/jwks.json`)
  await webhooks.configuration.getByRole('button', { name: 'Verify JWTs with these keys' }).click()
  await expect(webhooks.configuration.getByText(/^1 from http/)).toBeVisible()
  await webhooks.answer()
  await app.window.show('console')
  await webhooks.configuration.getByRole('button', { name: 'Show its calls' }).click()
  await webhooks.call(0).click()
  const claims = regions.jwtClaims(webhooks.inspector)
  await expect(claims).toContainText('signature: The signature matches one of the given keys.')
  await expect(claims).toContainText('aud: It is for “https://elsewhere.example/hook”, not for this webhook.')
})
