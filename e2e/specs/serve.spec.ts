// What the serve front alone does.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '../fixtures/app.ts'
import { openServed, root } from '../fixtures/serve-front.ts'
import { ParleyWindow } from '../pages/parley-window.ts'

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

test('a second Parley on the same data says that it keeps nothing, and works', async ({
  app,
  dataDir,
  context,
}) => {
  await expect(app.window.chat).toContainText('Talk to an agent')
  const second = await openServed(dataDir)
  const page = await context.newPage()
  await page.goto(second.address)
  await expect(page.getByRole('alert')).toContainText('Close the other Parley')
  const window = new ParleyWindow(page)
  await window.startDemo()
  await window.say('hello')
  await expect(window.exchange('SendMessage')).toContainText('200')
  await second.close()
})

test('a port that is taken is said in one sentence', async ({ app }) => {
  const { port } = new URL(app.page.url())
  const args = [
    join(root, 'out', 'main', 'serve.js'),
    '--serve',
    '--no-open',
    '--port',
    port,
    '--data-dir',
    test.info().outputPath('data'),
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `Port ${port} is taken. Choose another with --port, or leave it out for a free one.\n`,
  ])
})

test('a pane that breaks says so in its own place, and the others go on', async ({ app, context }) => {
  await app.window.startDemo()
  await context.route(/json-editor.*\.js$/, (route) => route.abort())
  await app.window.card.getByRole('button', { name: 'Show the card as JSON' }).click()
  await expect(app.window.card).toContainText('Agent card broke')
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
})
