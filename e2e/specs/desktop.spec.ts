// What the desktop front alone does, seen through the stand-in: the main bundle's answers to Electron's questions.

import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namedAgent } from '../agents/catalogue/catalogue.ts'
import { expect, test } from '../fixtures/app.ts'
import { root } from '../fixtures/serve-front.ts'

test('the window is opened without Node, isolated and sandboxed', async ({ app }) => {
  const [load] = app.standIn().said('load')
  expect(load?.preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    preload: expect.stringMatching(/preload\.cjs$/),
  })
})

test('a page can neither leave, nor open a window, nor embed, nor be granted anything but to copy', async ({
  app,
}) => {
  const standIn = app.standIn()
  expect([
    await standIn.tries('navigate'),
    await standIn.tries('redirect'),
    await standIn.tries('webview'),
    await standIn.tries('open-window'),
    await standIn.tries('permission'),
    await standIn.tries('copy'),
  ]).toEqual(['prevented', 'prevented', 'prevented', 'deny', false, true])
})

test('only the main frame of our own page is handed a port', async ({ app }) => {
  const standIn = app.standIn()
  expect(standIn.said('port')).toHaveLength(1)
  standIn.tell({ kind: 'send', channel: 'parley:connect', from: 'frame' })
  standIn.tell({ kind: 'send', channel: 'parley:connect', from: 'stranger' })
  // Questions are answered in order: when this one is, the two before it have been.
  await standIn.tries('navigate')
  expect(standIn.said('port')).toHaveLength(1)
})

test('a reload gets a new port, and the one before is closed', async ({ app }) => {
  const standIn = app.standIn()
  await app.page.reload()
  await expect(app.window.chat).toContainText('Talk to an agent')
  expect(standIn.said('port').map(({ portId }) => portId)).toEqual([1, 2])
  expect(standIn.said('port-closed').map(({ portId }) => portId)).toEqual([1])
})

test('the native menu lists the commands, and choosing one runs it', async ({ app }) => {
  const [menu] = app.standIn().said('menu')
  expect(menu?.items).toContainEqual({
    id: 'palette.open',
    label: 'Show all commands',
    accelerator: 'CommandOrControl+K',
  })
  await expect(app.window.console).toBeVisible()
  app.standIn().tell({ kind: 'choose-menu-item', id: 'pane.console' })
  await expect(app.window.console).toBeHidden()
})

test('the page comes from our own scheme with a policy, and knows no other file', async ({ app }) => {
  const page = await app.page.request.get(app.page.url())
  expect(page.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
  expect((await app.page.request.get(new URL('/package.json', app.page.url()).href)).status()).toBe(404)
})

test('where the window was is kept for the next start', async ({ app, dataDir }) => {
  await app.restart()
  expect(JSON.parse(await readFile(join(dataDir, 'window.json'), 'utf8'))).toEqual({
    x: 40,
    y: 50,
    width: 1200,
    height: 800,
  })
  expect(app.standIn().said('load')[0]?.bounds).toEqual({ x: 40, y: 50, width: 1200, height: 800 })
})

test('a second start brings the window to the front and hands over what it was asked to open', async ({
  app,
}) => {
  const agent = await namedAgent('v1.0').start()
  const focused = app.standIn().next('focused')
  app.standIn().tell({ kind: 'second-start', argv: ['parley', '--no-sandbox', agent.url] })
  await focused
  await expect(app.window.agents.getByRole('listitem')).toHaveCount(1)
  await agent.close()
})

test('a link that the system hands over is asked about', async ({ app }) => {
  app.standIn().tell({ kind: 'clicked-link', url: 'parley://open?url=https://agent.example' })
  const question = app.page.getByRole('dialog', { name: 'Connect to this agent?' })
  await expect(question).toContainText('agent.example')
  await question.getByRole('button', { name: 'Leave it' }).click()
  await expect(app.window.agents.getByRole('listitem')).toHaveCount(0)
})

test('a link in an agent’s text is opened outside after a yes, and only then', async ({ app }) => {
  await app.window.startDemo()
  const link = app.window.card.getByRole('button', { name: 'Parley demo' })
  const asked = app.standIn().next('asked')
  await link.click()
  const { message, detail } = await asked
  expect(message).toBe(`Open ${new URL(detail).host} in your browser?`)
  expect(app.standIn().said('opened-external')).toEqual([])
  app.standIn().tell({ kind: 'answer-dialogs', button: 0 })
  const opened = app.standIn().next('opened-external')
  await link.click()
  expect(await opened).toEqual({ kind: 'opened-external', url: detail })
})

test('a page whose process ended is asked about: the report can be copied, and the page loads again', async ({
  app,
}) => {
  const standIn = app.standIn()
  const asked = standIn.next('asked')
  standIn.tell({ kind: 'answer-dialogs', button: 2 })
  const reloaded = standIn.next('reloaded')
  standIn.tell({ kind: 'page-process-gone' })
  const { message, detail } = await asked
  expect([message, detail]).toEqual(['The window broke', expect.stringContaining('parley.log')])
  await reloaded
})

test('a file that the system hands over is opened as a session', async ({ app, dataDir }) => {
  app.standIn().tell({ kind: 'clicked-file', path: join(dataDir, 'gone.parley') })
  await expect(app.page.getByText('gone.parley').first()).toBeVisible()
})

test('a start that fails ends with its reason and code 1; what needs no window gets none', async ({
  dataDir,
}) => {
  const start = (...args: readonly string[]) => {
    const standIn = ['--import', join(root, 'e2e', 'stand-in', 'register.ts')]
    const main = join(root, 'out', 'main', 'main.js')
    return spawnSync(process.execPath, [...standIn, main, ...args], { encoding: 'utf8', timeout: 20_000 })
  }
  const inTheWay = join(dataDir, 'a file')
  await writeFile(inTheWay, '')
  const failed = start('--data-dir', inTheWay)
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('Parley could not start: ')])
  const asked = start('--help')
  expect([asked.status, asked.stdout]).toEqual([0, expect.stringContaining('parley [options]')])
})
