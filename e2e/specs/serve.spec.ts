// What the serve front alone does.

import { expect, test } from '../fixtures/app.ts'

test('when the engine stops, the window says so and keeps what it shows', async ({ app }) => {
  await app.window.startDemo()
  await app.stop()
  await expect(app.page.getByRole('alert')).toContainText('engine has stopped')
  await expect(app.window.card).toContainText('Travel concierge')
})

test('a second window of the same browser sees the same record', async ({ app, context }) => {
  await app.window.startDemo()
  await app.window.say('hello')
  const second = await context.newPage()
  await second.goto(new URL('/', app.page.url()).href)
  await expect(
    second.getByRole('grid', { name: 'Exchanges' }).getByRole('row').filter({ hasText: 'SendMessage' }),
  ).toContainText('200')
})

test('the page runs under a policy that lets nothing in, and breaks none of it', async ({ app }) => {
  const violations: string[] = []
  app.page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  await app.page.reload()
  await app.window.startDemo()
  await app.window.card.getByRole('button', { name: 'Show the card as JSON' }).click()
  await expect(app.window.card.locator('.monaco-editor')).toBeVisible()
  expect(violations).toEqual([])
})
