// Checks in the window: what will be sent, the prompts, a run as it goes on, what came of it, and two runs side by side.

import { readFile } from 'node:fs/promises'
import { brokenAgent } from '../agents/broken/broken-agent.ts'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import { ChecksPage } from '../pages/checks-page.ts'

// In a low window the sessions are folded to their head.
test.use({ viewport: { width: 1440, height: 900 } })

const fetched = 'CORE-GET-001'
const unknownTask = 'CORE-GET-002'
const streamed = 'CORE-STREAM-003'

/** Said by name, so that a trial finds what each brings about. */
const withExamples = {
  dialect: '1.0',
  card: {
    skills: [{ id: 'all', name: 'All', description: 'All', tags: ['all'], examples: ['hi', 'ask', 'fail'] }],
  },
} as const

test('before a run it is seen what will be sent, what it may change, and what is left out and why', async ({
  app,
  agents,
}) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  await checks.open()
  await expect(checks.pane).toContainText('No agent selected')
  const agent = await agents.named('v1.0')
  await checks.prepare(agent.url)
  await expect(checks.pane).toContainText('SendMessage ×')
  await expect(checks.pane).toContainText('starts tasks, as any message may')
  await checks.pane.getByRole('button', { name: 'Show reasons' }).click()
  const reasons = checks.pane.getByRole('list', { name: 'Reasons' })
  await expect(reasons).toContainText('no prompt for which the agent answers with a task that it completes')

  await checks.fill()
  await checks.planned.getByRole('row').filter({ hasText: fetched }).click()
  const planned = app.page.getByRole('region', { name: 'Planned check' })
  await expect(planned).toContainText('not applicable')
  await expect(planned).toContainText('SendMessage, GetTask')
  await expect(planned).toContainText('a prompt for “Complete a task”')
  const active = checks.pane.getByRole('checkbox', { name: /^Tests that change the agent/ })
  await expect(active).not.toBeChecked()
  expect(await violations(app.page)).toEqual([])

  for (const suite of checks.suites) {
    await checks.pane.getByRole('checkbox', { name: new RegExp(`^${suite}`) }).uncheck()
  }
  await expect(checks.pane).toContainText('Nothing is chosen')
  await expect(checks.pane.getByRole('button', { name: 'Run 0 checks' })).toBeDisabled()
  await checks.pane.getByRole('button', { name: 'Choose everything' }).click()
  await expect(checks.planned).toBeVisible()
})

test('a trial says what each example did, fills in what is empty, and leads to its exchange', async ({
  app,
  agents,
}) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  const agent = await agents.made(withExamples)
  await checks.prepare(agent.url)
  await checks.pane.getByRole('button', { name: /^Prompts…/ }).click()
  const { prompts } = checks
  const field = (name: string) => prompts.getByRole('combobox', { name, exact: true })
  await field('Fail').fill('my own')
  await prompts.getByRole('button', { name: 'Try the examples' }).click()
  const tried = prompts.getByRole('list', { name: 'Prompts tried' }).getByRole('listitem')
  await expect(tried).toHaveCount(4)
  await expect(tried.filter({ hasText: 'input-required' })).toContainText('Ask for input')
  await expect(field('Ask for input')).toHaveValue('ask')
  await expect(field('Fail')).toHaveValue('my own')
  await expect(field('Reject')).toHaveValue('')
  expect(await violations(app.page)).toEqual([])

  await prompts.getByRole('button', { name: 'Show “ask” on the wire' }).click()
  await expect(prompts).toHaveCount(0)
  await checks.showAllSessions()
  await expect(
    checks.window.exchanges.getByRole('row', { selected: true }).filter({ hasText: 'SendStreamingMessage' }),
  ).toBeVisible()
  await checks.open()
  await checks.pane.getByRole('button', { name: 'Prompts… unsaved' }).click()
  await expect(field('Ask for input')).toHaveValue('ask')
  await prompts.getByRole('button', { name: 'Save', exact: true }).click()
  await app.page.reload()
  await checks.open()
  await checks.pane.getByRole('button', { name: /^Prompts…/ }).click()
  await expect(field('Ask for input')).toHaveValue('ask')
})

test('the demo agent passes, by one command of the palette', async ({ app }) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  await checks.window.startDemo()
  await checks.open()
  await checks.chooseSome()
  await checks.window.run('Run checks of the agent')
  await checks.ended()
  await expect(checks.pane.getByRole('status')).toContainText(/^All \d+ MUST tests passed/)
  const must = checks.pane.getByRole('button', { name: /^MUST / })
  await expect(must).toHaveAccessibleName(/passed, \d+ not applicable$/)
  await (await checks.found(fetched)).click()
  await expect(checks.check).toContainText('not applicable')
  await expect(checks.check).toContainText('Parley has no prompt')
  await (await checks.found(unknownTask)).click()
  await expect(checks.check).toContainText('Everything was as expected.')
})

test('a failing test says what was expected and what came, and leads to its exchange and frame', async ({
  app,
  agents,
}) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  const agent = await agents.named('no-first-task')
  await checks.prepare(agent.url)
  await checks.window.say('hi')
  await expect(checks.window.events).toContainText('completed')
  await checks.map({ 'Stream a task': 'hi' })
  await checks.run()
  await expect(checks.pane.getByRole('status')).toContainText(/^Of \d+ MUST tests, \d+ failed/)
  await checks.pane
    .getByRole('group', { name: 'Outcome' })
    .getByRole('button', { name: /^failed/ })
    .click()
  await (await checks.found(streamed)).click()
  await expect(checks.check.getByRole('term').filter({ hasText: 'Expected' })).toBeVisible()
  await expect(checks.check).toContainText(
    'The first event of the stream is a status update, not a Task or Message.',
  )
  expect(await violations(app.page)).toEqual([])
  await checks.check.getByRole('button', { name: 'Show frame 1' }).click()
  const frame = app.page.getByRole('grid', { name: 'Frames' }).getByRole('row', { selected: true })
  await expect(frame).toContainText('1')
  // A run has a session of its own: what is shown stays the session that goes on, with its task.
  const shown = checks.pane.getByRole('combobox', { name: 'Sessions shown' })
  await expect(checks.pane).toContainText('The selected exchange isn’t part of this session.')
  await expect(shown).toHaveValue('this')
  await expect(checks.window.exchange('SendMessage')).toHaveCount(1)
  await expect(checks.window.events).toContainText('completed')
  await checks.showAllSessions()
  const exchange = checks.window.exchanges.getByRole('row', { selected: true })
  await expect(exchange).toContainText('SendStreamingMessage')
  await expect(frame).toContainText('1')

  await checks.open()
  await expect(checks.results.getByRole('row', { selected: true })).toContainText('failed')
  await checks.pane.getByRole('searchbox', { name: 'Find in results' }).fill('nothing like this')
  await expect(checks.pane).toContainText('Nothing matches')
  await checks.pane.getByRole('button', { name: 'Show all tests' }).click()
  await checks.results.focus()
  await app.page.keyboard.press('Home')
  await app.page.keyboard.press('ArrowLeft')
  await expect(checks.results.getByRole('button', { name: /^Open / })).toBeVisible()
  await app.page.keyboard.press('ArrowRight')
  await checks.found(unknownTask)
  await checks.results.focus()
  await app.page.keyboard.press('Home')
  await app.page.keyboard.press('ArrowDown')
  await expect(checks.check).toContainText('Requirement')
  await app.page.keyboard.press('Enter')
  await expect(checks.window.exchanges.getByRole('row', { selected: true })).toContainText('GetTask')
})

test('what an agent breaks below HTTP is inconclusive with its reason, and never passed', async ({
  app,
  agents,
}) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  const broken = await brokenAgent('resets-without-answer')
  const supportedInterfaces = [{ url: broken.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
  const agent = await agents.made({ dialect: '1.0', card: { supportedInterfaces } })
  await checks.prepare(agent.url)
  await checks.run()
  await expect(checks.pane.getByRole('status')).toContainText('No call was answered')
  await expect(checks.pane.getByRole('button', { name: /^MUST / })).not.toHaveAccessibleName(/passed/)
  await (await checks.found(unknownTask)).click()
  await expect(checks.check.getByText('inconclusive', { exact: true })).toBeVisible()
  await checks.check.getByRole('button', { name: 'Show on the wire' }).click()
  await checks.showAllSessions()
  await expect(checks.window.exchanges.getByRole('row', { selected: true })).toContainText('GetTask')
  await broken.close()
})

test('a run is found again after a reload, and is stopped with what was measured by then', async ({
  app,
  agents,
}) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  const agent = await agents.named('silent')
  await checks.prepare(agent.url)
  await checks.start()
  await expect(checks.pane.getByRole('progressbar', { name: 'Checks' })).toBeVisible()
  await checks.pane.getByRole('tab', { name: 'Wire' }).click()
  await app.page.reload()
  await checks.open()
  await expect(checks.pane.getByRole('progressbar', { name: 'Checks' })).toBeVisible()
  await expect(checks.pane).toContainText(/\d+ of \d+ tests/)
  expect(await violations(app.page)).toEqual([])
  await checks.pane.getByRole('button', { name: 'Stop' }).click()
  await checks.ended()
  await expect(checks.pane).toContainText(/The run ended early: \d+ of \d+ tests were made/)
  await expect(checks.pane).not.toContainText('MUST tests passed')
})

test('two runs are compared, a run is saved, and its session shows it', async ({ app, agents }) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  const agent = await agents.named('v1.0')
  await checks.prepare(agent.url)
  await checks.map({ 'Stream a task': 'hi' })
  await checks.run()
  await expect(await checks.found(streamed)).toContainText('passed')
  await checks.show('What to check')
  await checks.map({ 'Stream a task': 'direct', 'Complete a task': 'hi' })
  await checks.run()

  const saved = app.page.waitForEvent('download')
  await checks.pane.getByRole('button', { name: 'Save the report' }).click()
  await app.page.getByRole('menuitem', { name: /JSON/ }).click()
  const report = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
  expect(report.summary.failed).toBeGreaterThan(0)

  await checks.pane.getByRole('button', { name: 'Compare with another run' }).click()
  await app.page.getByRole('menuitem').first().click()
  await checks.fill()
  const changed = (id: string) => checks.changes.getByRole('row').filter({ hasText: id })
  await expect(changed(streamed)).toContainText(/passed.*failed/s)
  await expect(changed(fetched)).toContainText(/not applicable.*passed/s)
  await checks.pane
    .getByRole('group', { name: 'What changed' })
    .getByRole('button', { name: /^newly failing/ })
    .click()
  await expect(changed(fetched)).toHaveCount(0)
  await changed(streamed).click()
  const change = app.page.getByRole('region', { name: 'Change', exact: true })
  await expect(change.getByRole('region', { name: 'After' })).toContainText('failed')
  await expect(change.getByRole('region', { name: 'Before' })).toContainText('Everything was as expected.')
  expect(await violations(app.page)).toEqual([])
  await checks.pane.getByRole('button', { name: 'Clear comparison' }).click()
  await app.page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(app.page)).toEqual([])

  await checks.show('Runs')
  await expect(checks.runs.getByRole('row')).toHaveCount(3)
  expect(await violations(app.page)).toEqual([])
  await checks.runs
    .getByRole('row')
    .last()
    .getByRole('button', { name: /^Open run of/ })
    .click()
  await expect(await checks.found(streamed)).toContainText('passed')

  await checks.pane.getByRole('button', { name: 'Open the session of this run' }).click()
  await expect(app.page.getByRole('region', { name: 'Recording shown' })).toBeVisible()
  await expect(await checks.found(streamed)).toContainText('passed')
  await expect(checks.pane.getByRole('button', { name: 'Run again' })).toHaveCount(0)
  await (await checks.found(streamed)).click()
  await checks.check.getByRole('button', { name: 'Show on the wire' }).click()
  await expect(checks.window.exchanges.getByRole('row', { selected: true })).toContainText(
    'SendStreamingMessage',
  )
})

test('a kept session without a run says so', async ({ app, agents }) => {
  const checks = new ChecksPage(app.page)
  const agent = await agents.named('v1.0')
  await checks.window.connect(agent.url)
  await checks.window.say('hi')
  await expect(checks.window.exchange('SendMessage')).toContainText('200')
  await app.page.getByRole('button', { name: 'End this session and begin a new one' }).click()
  const sessions = app.page.getByRole('list', { name: 'Sessions' })
  await sessions
    .getByRole('button', { name: /exchange/ })
    .last()
    .click()
  await expect(app.page.getByRole('region', { name: 'Recording shown' })).toBeVisible()
  await checks.open()
  await expect(checks.pane).toContainText('No checks in this session')
})

test('a run that is not recorded is shown, without a session to open', async ({ app, agents }) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  const agent = await agents.named('v1.0')
  await checks.prepare(agent.url)
  await app.page.getByRole('button', { name: 'Pause recording' }).click()
  await checks.run()
  await expect(checks.pane.getByText('not recorded')).toBeVisible()
  await expect(checks.pane.getByRole('button', { name: 'Open the session of this run' })).toHaveCount(0)
  await (await checks.found(unknownTask)).click()
  await checks.check.getByRole('button', { name: 'Show on the wire' }).click()
  await checks.showAllSessions()
  await expect(checks.window.exchanges.getByRole('row', { selected: true })).toContainText('GetTask')
})
