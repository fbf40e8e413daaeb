// Behavior of the desktop front only, with the stand-in: the main bundle's answers to Electron.

import { spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namedAgent } from '../agents/catalogue/catalogue.ts'
import { expect, test } from '../fixtures/app.ts'
import { openServed, root } from '../fixtures/serve-front.ts'
import { startedStandIn } from '../fixtures/stand-in-front.ts'
import { dialogs } from '../pages/places.ts'

test('a reload gets a new port, and the one before is closed', async ({ app }) => {
  const standIn = app.standIn()
  await app.page.reload()
  await expect(app.window.chat).toContainText('Talk to an agent')
  expect(standIn.said('port').map(({ portId }) => portId)).toEqual([1, 2])
  expect(standIn.said('port-closed').map(({ portId }) => portId)).toEqual([1])
})

test('the native menu lists the commands, and choosing one runs it', async ({ app }) => {
  const item = (id: string) =>
    app
      .standIn()
      .said('menu')
      .at(-1)
      ?.items.find((each) => each.id === id)
  await expect
    .poll(() => item('palette.open'))
    .toEqual({
      id: 'palette.open',
      label: 'Show all commands',
      accelerator: 'CommandOrControl+K',
      enabled: true,
    })
  await app.window.show('console')
  await expect(app.window.console).toBeVisible()
  app.standIn().tell({ kind: 'choose-menu-item', id: 'mode.checks' })
  await expect(app.window.checks).toBeVisible()
  await expect(app.window.console).toHaveCount(0)
})

test('the native menu offers what can run now, with the user’s keys', async ({ app }) => {
  const item = (id: string) =>
    app
      .standIn()
      .said('menu')
      .at(-1)
      ?.items.find((each) => each.id === id)
  await expect.poll(() => item('palette.open')?.enabled).toBe(true)
  expect(item('card.reload')?.enabled).toBe(false)
  await app.window.startDemo()
  await expect.poll(() => item('card.reload')?.enabled).toBe(true)
  await app.page.keyboard.press('?')
  await app.page.getByRole('button', { name: 'Key of “Show all commands”:' }).click()
  await app.page.keyboard.press('ControlOrMeta+j')
  await expect.poll(() => item('palette.open')?.accelerator).toBe('CommandOrControl+J')
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
  const question = dialogs.connectToAgent(app.page)
  await expect(question).toContainText('agent.example')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(app.window.agents.getByRole('listitem')).toHaveCount(0)
})

test('a link in an agent’s text is opened outside after a yes, and only then', async ({ app }) => {
  await app.window.startDemo()
  const link = app.window.card.getByRole('button', { name: 'Parley demo' })
  const request = app.standIn().next('asked')
  await link.click()
  const { message, detail } = await request
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
  const request = standIn.next('asked')
  standIn.tell({ kind: 'answer-dialogs', button: 2 })
  const reloaded = standIn.next('reloaded')
  standIn.tell({ kind: 'page-process-gone' })
  const { message, detail } = await request
  expect([message, detail]).toEqual(['The window crashed', expect.stringContaining('parley.log')])
  await reloaded
})

test('where Parley is served on the same data already, the desktop hands over to it', async ({ dataDir }) => {
  const served = await openServed(dataDir)
  const agent = await namedAgent('v1.0').start()
  const { status, said } = await startedStandIn(dataDir, [agent.url])
  expect(status).toBe(0)
  const [opened] = said.filter(({ kind }) => kind === 'opened-external')
  expect(opened).toMatchObject({ url: expect.stringContaining(new URL(served.address).origin) })
  await served.close()
  await agent.close()
})

test('where another owns the data and cannot be asked, the desktop says so and ends with code 1', async ({
  app,
  dataDir,
}) => {
  await expect(app.window.chat).toBeVisible()
  const { status, said } = await startedStandIn(dataDir, [])
  expect(status).toBe(1)
  expect(said).toEqual([
    {
      kind: 'asked',
      message: 'Parley can’t start',
      detail: `Another Parley is using the data directory ${dataDir}. Close it, or choose another directory with --data-dir.`,
    },
  ])
})

test('what the desktop writes is its user’s alone', async ({ app, dataDir }) => {
  test.skip(process.platform === 'win32', 'Windows has no modes.')
  await chmod(dataDir, 0o755)
  await app.window.startDemo()
  await app.restart()
  const paths = [dataDir, ...(await readdir(dataDir, { recursive: true })).map((name) => join(dataDir, name))]
  const modes = await Promise.all(
    paths.map(async (path) => `${path} ${((await stat(path)).mode & 0o777).toString(8)}`),
  )
  expect(modes.length).toBeGreaterThan(5)
  expect(modes.filter((line) => !/ (600|700)$/.test(line))).toEqual([])
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
  const result = start('--help')
  expect([result.status, result.stdout]).toEqual([0, expect.stringContaining('parley [options]')])
  expect(start('help').stdout).toBe(result.stdout)
  const mistyped = start('chck', '--data-dir', dataDir)
  expect([mistyped.status, mistyped.stderr]).toEqual([
    2,
    expect.stringContaining('Did you mean parley check?'),
  ])
})
