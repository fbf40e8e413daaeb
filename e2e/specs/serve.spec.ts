// What the serve front alone does.

import { spawnSync } from 'node:child_process'
import { cp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { namedAgent } from '../agents/catalogue/catalogue.ts'
import { expect, test } from '../fixtures/app.ts'
import { openServed, root, runServe } from '../fixtures/serve-front.ts'
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

test('a second start hands what it was asked to open to the first, and lets another browser in', async ({
  app,
  dataDir,
  browser,
}) => {
  const agent = await namedAgent('v1.0').start()
  const second = runServe(dataDir, [agent.url])
  expect([second.status, second.stderr]).toEqual([0, 'Parley runs on this data already, and was told.\n'])
  await expect(app.window.card.getByRole('heading').first()).toBeVisible()
  await expect(app.window.agents.getByRole('listitem')).toHaveCount(1)

  const other = await browser.newContext()
  const page = await other.newPage()
  await page.goto(second.stdout.trim())
  await expect(new ParleyWindow(page).agents.getByRole('listitem')).toHaveCount(1)
  await other.close()
  await agent.close()
})

test('a link is asked about before anything is connected to, and told when it cannot be', async ({
  app,
  dataDir,
}) => {
  const agent = await namedAgent('v1.0').start()
  runServe(dataDir, [`parley://open?url=${encodeURIComponent(agent.url)}`])
  const question = app.page.getByRole('dialog', { name: 'Connect to this agent?' })
  await expect(question).toContainText(new URL(agent.url).host)
  expect(agent.requests).toEqual([])
  await question.getByRole('button', { name: 'Connect' }).click()
  await expect(app.window.agents.getByRole('listitem')).toHaveCount(1)
  await agent.close()

  runServe(dataDir, [`parley://open?url=${encodeURIComponent('http://ada:pw@127.0.0.1:9')}`])
  await question.getByRole('button', { name: 'Connect' }).click()
  const refused = app.page.getByRole('alert').filter({ hasText: 'set them under Access' })
  await expect(refused).toBeVisible()
  await app.window.address.fill('http://127.0.0.1:9')
  await expect(refused).toHaveCount(0)
})

test('a start where another keeps the record says that it keeps nothing, and works', async ({
  app,
  dataDir,
  context,
}) => {
  await expect(app.window.chat).toContainText('Talk to an agent')
  // As a desktop window holds its data: nobody to hand over to.
  await rm(join(dataDir, 'running.json'))
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
  const { status, stdout, stderr } = runServe(test.info().outputPath('data'), ['--port', port])
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `Port ${port} is taken. Choose another with --port, or leave it out for a free one.\n`,
  ])
})

test('a start that fails after its record was opened ends, and says why', async ({ dataDir }) => {
  // The bundles without the window they serve.
  const installed = test.info().outputPath('installed')
  await cp(join(root, 'out', 'main'), join(installed, 'out', 'main'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(installed, 'node_modules'), 'junction')
  const serve = join(installed, 'out', 'main', 'serve.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [serve, '--no-open', '--data-dir', dataDir],
    {
      encoding: 'utf8',
    },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Parley broke: Error: ENOENT')
})

test('a pane that breaks says so in its own place, and the others go on', async ({ app, context }) => {
  await app.window.startDemo()
  await context.route(/json-editor.*\.js$/, (route) => route.abort())
  await app.window.card.getByRole('button', { name: 'Show the card as JSON' }).click()
  await expect(app.window.card).toContainText('Agent card broke')
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
})

/** A start that ends by itself. */
test('a window that breaks says what happened and where the log is, gives a report without secrets, and loads again', async ({
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.page.evaluate(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error('no dialogs on https://agent.example/?token=abc123')
    }
  })
  await app.page.keyboard.press('ControlOrMeta+k')
  await expect(app.page.getByRole('heading', { name: 'The window broke' })).toBeVisible()
  await expect(app.page.getByText('parley.log')).toBeVisible()
  await app.page.getByRole('button', { name: 'Copy report' }).click()
  await expect(app.page.getByText('Copied')).toBeVisible()
  const report = await app.page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('The window broke: Error: no dialogs on https://agent.example/?token=[redacted]')
  expect(report).toMatch(/^Parley \d/)
  expect(report).not.toContain('abc123')
  await app.page.getByRole('button', { name: 'Load the window again' }).click()
  await expect(app.window.chat).toBeVisible()
})

test('what is known of newer versions is one command away', async ({ app }) => {
  await app.window.run('Updates of Parley')
  const dialog = app.page.getByRole('dialog', { name: 'Updates of Parley' })
  await expect(dialog).toContainText(/This is Parley \d+\.\d+\.\d+/)
  await expect(dialog).toContainText('updated the way it was installed')
  await expect(dialog.getByRole('switch')).toHaveCount(0)
})
