// Behavior of the serve front only.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { namedAgent } from '../agents/catalogue/catalogue.ts'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { openServed, root, runServe } from '../fixtures/serve-front.ts'
import { CardPage } from '../pages/card-page.ts'
import { PanesRead } from '../pages/panes-read.ts'
import { ParleyWindow } from '../pages/parley-window.ts'
import { dialogs, regions, tabs } from '../pages/places.ts'
import { TimelinePage } from '../pages/timeline-page.ts'

test('when the engine stops, the window says so, keeps what it shows, and goes on when Parley runs again', async ({
  app,
  dataDir,
}) => {
  await app.window.startDemo()
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  const { exchanges, console, inspector } = app.window
  await app.window.show('console')
  await tabs.wire(console).click()
  const sent = exchanges.getByRole('row').filter({ hasText: 'SendMessage' })
  await sent.click()
  await expect(inspector.locator('.monaco-editor').first()).toBeVisible()
  await app.stop()

  const stopped = app.page.getByRole('alert').filter({ hasText: 'engine has stopped' })
  await expect(stopped).toBeVisible()
  const recording = regions.recording(app.page)
  await expect(recording.getByRole('status')).toHaveText('not recording')
  await app.page.keyboard.press('ControlOrMeta+k')
  const commands = app.page.getByRole('listbox', { name: 'Commands' })
  await commands.waitFor()
  for (const name of ['Stop recording', 'Pause or resume recording'])
    await expect(commands.getByRole('option', { name })).toHaveCount(0)
  await app.page.keyboard.press('Escape')
  await expect(sent).toBeVisible()
  await app.window.show('chat')
  await app.window.message.fill('what I was about to say')
  for (const pane of [app.window.agents, app.window.conversation])
    await expect(pane).toContainText('concierge')
  await expect(app.page.locator('body')).not.toContainText(/AsyncIdQueue|was closed/)
  expect(await violations(app.page)).toEqual([])

  const again = await openServed(dataDir)
  expect(new URL(again.address).origin).toBe(new URL(app.page.url()).origin)
  await expect(stopped).toHaveCount(0)
  await expect(recording.getByRole('status')).toHaveText('recording')
  await app.window.show('chat')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  await app.window.show('console')
  await expect(sent).toHaveAttribute('aria-selected', 'true')
  await app.window.show('chat')
  await expect(app.window.message).toHaveValue('what I was about to say')
  await app.window.say('hello again')
  await app.window.show('console')
  await expect(sent).toHaveCount(2)
  await again.close()
})

test('an editor wanted while the engine is stopped waits beside its text, and is there once Parley runs again', async ({
  app,
  dataDir,
}) => {
  const { page, window } = app
  await window.startDemo()
  await app.stop()
  await expect(page.getByRole('alert').filter({ hasText: 'engine has stopped' })).toBeVisible()
  await window.run('Compose a request')
  const notice = window.inspector.getByRole('note', { name: 'Not loaded' })
  await expect(notice).toContainText('Couldn’t load the editor. It loads when')
  await expect(regions.bodyToSend(window.inspector)).toContainText('SendMessage')
  expect(await violations(page, '[data-testid=inspector]')).toEqual([])
  const again = await openServed(dataDir)
  await expect(notice).toHaveCount(0)
  await expect(window.inspector.locator('.monaco-editor').first()).toBeVisible()
  await again.close()
})

test('an editor that failed to load says so beside its text, and the page can be reloaded', async ({
  app,
}) => {
  const { page, window } = app
  await window.startDemo()
  // An idle window may have imported it already, but the next load may not.
  const editor = /json-editor-.*\.js$/
  await page.route(editor, (route) => route.abort())
  await page.reload()
  await expect(window.agents).toContainText('Travel concierge')
  await window.run('Compose a request')
  const notice = window.inspector.getByRole('note', { name: 'Not loaded' })
  await expect(notice).toContainText('Reload the page')
  await page.unroute(editor)
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(notice).toHaveCount(0)
  await window.show('chat')
  await expect(window.card).toContainText('Travel concierge')
  await window.show('console')
  await window.run('Compose a request')
  await expect(window.inspector.locator('.monaco-editor').first()).toBeVisible()
})

test('a window whose browser another Parley at its port does not know waits for its own', async ({
  app,
  dataDir,
}) => {
  await app.window.startDemo()
  // It is imported late, which fails once the server has stopped.
  await expect(app.window.card).toContainText('Travel concierge')
  const { port } = new URL(app.page.url())
  await app.stop()
  const stopped = app.page.getByRole('alert').filter({ hasText: 'engine has stopped' })
  await expect(stopped).toBeVisible()
  const refused = app.page.waitForResponse((response) => response.status() === 401)
  const other = await openServed(test.info().outputPath('other data'), { port })
  await refused
  await expect(stopped).toBeVisible()
  await expect(app.window.card).toContainText('Travel concierge')
  await other.close()
  const own = await openServed(dataDir)
  await expect(stopped).toHaveCount(0)
  await own.close()
})

test('a page that was left open over an update says so, stays readable, and reloads when it is told to', async ({
  app,
  dataDir,
}) => {
  const { page, window } = app
  await window.startDemo()
  await page.routeWebSocket('**/rpc', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) =>
      socket.send(String(message).replace(/("productVersion":")[^"]*/, '$1of tomorrow')),
    )
  })
  // The window's place is written soon after it is opened.
  const store = () => readFile(join(dataDir, 'preferences.json'), 'utf8').catch(() => '')
  await expect.poll(store).toContain('"agentId"')
  await app.stop()
  await window.message.fill('what I was about to say')
  const again = await openServed(dataDir)
  const updated = page.getByRole('alert').filter({ hasText: 'Parley was updated' })
  await expect(updated).toBeVisible()
  await expect(window.card).toContainText('Travel concierge')
  await expect(window.message).toHaveValue('what I was about to say')
  expect(await violations(page)).toEqual([])
  await updated.getByRole('button', { name: 'Reload' }).click()
  await expect(updated).toHaveCount(0)
  await expect(window.card).toContainText('Travel concierge')
  await again.close()
})

test('a second window of the same browser sees the same record, says what it is, and has a place of its own', async ({
  app,
  context,
}) => {
  const first = app.window
  await first.startDemo()
  await first.say('hello')
  await app.window.show('console')
  await first.exchange('SendMessage').click()
  const page = await context.newPage()
  await page.goto(new URL('/', app.page.url()).href)
  const second = new ParleyWindow(page)
  await expect(second.exchange('SendMessage')).toContainText('200')
  await expect(page.getByText('Window 2', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Parley (2)')
  await expect(first.page.getByText('Window 2', { exact: true })).toHaveCount(0)

  const card = second.exchange('agent-card.json')
  await card.click()
  await expect(card).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(card).toHaveAttribute('aria-selected', 'true')
  await first.page.reload()
  await expect(first.exchange('SendMessage')).toHaveAttribute('aria-selected', 'true')
  await first.page.goto('about:blank')
  await expect(page).toHaveTitle('Parley')
  await page.reload()
  await expect(card).toBeVisible()
  await expect(page).toHaveTitle('Parley')
})

test('what another window does in the same conversation moves nothing that is selected here', async ({
  app,
  context,
}) => {
  const agent = await namedAgent('v1.0').start()
  await app.window.connect(agent.url)
  await app.window.say('hello')
  const timeline = new TimelinePage(app.page)
  const tasks = app.window.conversation.getByTitle(/^Show task .* in the timeline$/)
  await expect(tasks).toHaveCount(1)
  const [mine] = await new PanesRead(app.page).taskIds()
  await expect(timeline.pane.getByTitle(mine ?? '', { exact: true })).toHaveCount(1)
  const page = await context.newPage()
  await page.goto(new URL('/', app.page.url()).href)
  const second = new ParleyWindow(page)
  await second.agents.getByRole('listitem').getByRole('button').first().click()
  await second.conversation.getByText('hello').first().waitFor()
  await second.say('and again')
  await expect(tasks).toHaveCount(2)
  await expect(timeline.pane.getByTitle(mine ?? '', { exact: true })).toHaveCount(1)
  // It was one step: Back leads to before the selection.
  const selected = app.window.conversation.locator('[data-selected]')
  await expect(selected).toHaveCount(1)
  await app.page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(selected).toHaveCount(0)
  await agent.close()
})

test('Back, Forward and the browser’s own history go through what was selected, also after a reload', async ({
  app: { page, window },
}) => {
  await window.startDemo()
  await window.show('console')
  await window.exchange('agent-card.json').click()
  await tabs.findings(window.console).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  const card = window.exchange('agent-card.json')
  await expect(card).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(card).toHaveAttribute('aria-selected', 'false')
  await page.reload()
  await card.waitFor()
  await page.goForward()
  await expect(card).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Forward', exact: true }).click()
  await expect(tabs.findings(window.console)).toHaveAttribute('aria-selected', 'true')
})

test('a task that another window listens to is said to be, with what can be done here', async ({
  app,
  context,
}) => {
  const agent = await namedAgent('v1.0').start()
  await app.window.connect(agent.url)
  await app.window.say('long', 'Stream')
  await expect(app.window.chat.getByRole('button', { name: 'Cancel task' })).toBeVisible()
  const page = await context.newPage()
  await page.goto(new URL('/', app.page.url()).href)
  const second = new ParleyWindow(page)
  await second.agents.getByRole('listitem').getByRole('button').first().click()
  await expect(second.conversation.getByText('Another window is listening to it')).toBeVisible()
  await expect(second.conversation.getByRole('button', { name: 'Get and subscribe' })).toBeVisible()
  await agent.close()
})

test('the page runs under a policy that lets nothing in, and breaks none of it', async ({ app }) => {
  const violations: string[] = []
  app.page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  await app.page.reload()
  await app.window.startDemo()
  await new CardPage(app.page).showJson()
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
  expect([second.status, second.stderr]).toEqual([
    0,
    'Parley is already running with this data directory; the request was passed to it.\n',
  ])
  await expect(app.window.card.getByRole('heading').first()).toBeVisible()
  await expect(app.window.agentRows).toHaveCount(1)

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
  const question = dialogs.connectToAgent(app.page)
  await expect(question).toContainText(new URL(agent.url).host)
  expect(agent.requests).toEqual([])
  await question.getByRole('button', { name: 'Connect' }).click()
  await expect(app.window.agentRows).toHaveCount(1)
  await agent.close()

  runServe(dataDir, [`parley://open?url=${encodeURIComponent('http://ada:pw@127.0.0.1:9')}`])
  await question.getByRole('button', { name: 'Connect' }).click()
  const refused = app.page.getByRole('alert').filter({ hasText: 'set them under Access' })
  await expect(refused).toBeVisible()
  await app.window.address.fill('http://127.0.0.1:9')
  await expect(refused).toHaveCount(0)
})

test('a start where another owns the data and cannot be asked ends, and changes nothing', async ({
  app,
  dataDir,
}) => {
  await app.window.startDemo()
  // A desktop window locks its data without a server to hand over to.
  await rm(join(dataDir, 'running.json'))
  const agents = await readFile(join(dataDir, 'agents.json'), 'utf8')
  const { status, stdout, stderr } = runServe(dataDir, ['http://127.0.0.1:9'])
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `Another Parley is using the data directory ${dataDir}. Close it, or choose another directory with --data-dir.\n`,
  ])
  expect(await readFile(join(dataDir, 'agents.json'), 'utf8')).toBe(agents)
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
})

test('after a kill the next start is a first one, whatever answers at the old port', async ({ dataDir }) => {
  const killed = await openServed(dataDir)
  const { port } = new URL(killed.address)
  process.kill(killed.pid ?? 0, 'SIGKILL')
  await killed.close()
  expect(JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')).authority).toBe(
    `127.0.0.1:${port}`,
  )
  const received: string[] = []
  const stranger = createServer((request, response) => {
    received.push(request.url ?? '')
    response.end(JSON.stringify({ address: 'http://evil.example/', isOpen: false }))
  })
  await new Promise<void>((resolve) => stranger.listen(Number(port), '127.0.0.1', resolve))
  const next = await openServed(dataDir)
  expect(new URL(next.address).port).not.toBe(port)
  expect(received).toEqual([])
  await next.close()
  stranger.close()
})

test('of two starts at once one serves and the other hands over', async ({ dataDir }) => {
  const [first, second] = await Promise.all([openServed(dataDir), openServed(dataDir)])
  expect(new URL(second.address).origin).toBe(new URL(first.address).origin)
  await Promise.all([first.close(), second.close()])
})

test('browsers that were let in can be signed out while Parley runs', async ({ app, dataDir, context }) => {
  const { status, stdout } = runServe(dataDir, ['--forget-browsers'])
  expect(status).toBe(0)
  await expect(app.page.getByRole('alert')).toContainText('This browser was signed out of Parley.')
  await app.page.reload()
  await expect(
    app.page.getByRole('heading', { name: 'This browser isn’t connected to Parley' }),
  ).toBeVisible()
  const page = await context.newPage()
  await page.goto(stdout.trim())
  await expect(new ParleyWindow(page).chat).toBeVisible()
})

test('what lies where the agents should is kept and told of, and Parley starts', async ({
  dataDir,
  context,
}) => {
  await mkdir(join(dataDir, 'agents.json', 'within'), { recursive: true })
  const served = await openServed(dataDir)
  const page = await context.newPage()
  await page.goto(served.address)
  await expect(page.getByRole('alert')).toContainText(
    'agents.json: it’s a folder. It was kept as agents.json.',
  )
  const window = new ParleyWindow(page)
  await window.startDemo()
  await expect(window.agents.getByRole('listitem')).toHaveCount(1)
  await served.close()
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

test('npm start that is ended by what started it leaves nothing behind', async ({ dataDir }) => {
  test.skip(process.platform === 'win32', 'There a process does not learn that its parent has ended.')
  const npm = spawn(
    'npm',
    ['start', '--silent', '--', '--serve', '--no-open', '--no-keyring', '--data-dir', dataDir],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const [address] = await once(createInterface({ input: npm.stdout }), 'line')
  const answers = () =>
    fetch(address).then(
      ({ status }) => status,
      () => 'nobody answers',
    )
  expect(await answers()).toBe(200)
  npm.kill('SIGTERM')
  await expect.poll(answers).toBe('nobody answers')
})

test('a start that fails after its record was opened ends, and says why', async ({ dataDir }) => {
  // The bundles without the window.
  const installed = test.info().outputPath('installed')
  await cp(join(root, 'out', 'main'), join(installed, 'out', 'main'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(installed, 'node_modules'), 'junction')
  const serve = join(installed, 'out', 'main', 'serve.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [serve, '--no-open', '--no-keyring', '--data-dir', dataDir],
    {
      encoding: 'utf8',
    },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Parley broke: Error: ENOENT')
})

test('a pane that breaks says so in its own place, and the others go on', async ({ app }) => {
  await app.window.startDemo()
  await app.window.showRecordings()
  await app.page.evaluate(() => {
    Date.prototype.toLocaleTimeString = () => {
      throw new Error('no clock')
    }
  })
  await app.window.say('hello')
  await expect(regions.sessions(app.page)).toContainText('Recordings crashed')
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
  await expect(app.page.getByRole('heading', { name: 'The window crashed' })).toBeVisible()
  await expect(app.page.getByText('parley.log')).toBeVisible()
  await app.page.getByRole('button', { name: 'Copy report' }).click()
  await expect(app.page.getByText('Copied')).toBeVisible()
  const report = await app.page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('The window crashed: Error: no dialogs on https://agent.example/?token=[redacted]')
  expect(report).toMatch(/^Parley \d/)
  expect(report).not.toContain('abc123')
  await app.page.getByRole('button', { name: 'Reload the window' }).click()
  await expect(app.window.chat).toBeVisible()
})

test('what is known of newer versions is one command away', async ({ app }) => {
  await app.window.run('Parley updates')
  const dialog = dialogs.updates(app.page)
  await expect(dialog).toContainText(/This is Parley \d+\.\d+\.\d+/)
  await expect(dialog).toContainText('updated the way it was installed')
  await expect(dialog.getByRole('switch')).toHaveCount(0)
})
