// Runs of checks in the window: from the selection to the bytes, through a reload, compared and saved. For the tab alone see
// `renderer/features/checks/checks-tab.pane.test.tsx`.

import { readFile } from 'node:fs/promises'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import { ChecksPage } from '../pages/checks-page.ts'
import { regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const streamed = 'CORE-STREAM-003'

test('a failing test leads to its exchange and frame, while the session that goes on stays shown', async ({
  app,
  agents,
}) => {
  test.slow()
  const checks = new ChecksPage(app.page)
  const agent = await agents.named('no-first-task')
  await checks.prepare(agent.url)
  await checks.window.say('hi')
  await expect(checks.window.events).toContainText('completed')
  await checks.open()
  await checks.map({ 'Stream a task': 'hi' })
  await checks.run()
  await expect(checks.pane.getByRole('status')).toContainText(/^Of \d+ MUST tests, \d+ failed/)
  await checks.pane
    .getByRole('group', { name: 'Outcome' })
    .getByRole('button', { name: /^failed/ })
    .click()
  await (await checks.found(streamed)).click()
  await expect(checks.check).toContainText(
    'The first event of the stream is a status update, not a Task or Message.',
  )
  const event = regions.bytesOfEvent(app.page, 1)
  await expect(event).toBeVisible()
  // The test is part of the selection.
  await app.page.reload()
  await expect(checks.check).toContainText('The first event of the stream is a status update')
  await expect(event).toBeVisible()
  // A run has a session of its own: the window still shows the running session, with its task.
  await checks.window.show('console')
  const { console } = checks.window
  await expect(console).toContainText('The selected request isn’t part of this recording.')
  await expect(console.getByRole('combobox', { name: 'Recordings shown' })).toHaveValue('this')
  await expect(checks.window.exchange('SendMessage')).toHaveCount(1)
  await checks.window.show('chat')
  await expect(checks.window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await checks.window.show('console')
  await checks.showAllSessions()
  const exchange = checks.window.exchanges.getByRole('row', { selected: true })
  await expect(exchange).toContainText('SendStreamingMessage')
  await expect(event).toBeVisible()
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
  await app.window.show('chat')
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
  await checks.show('Select tests')
  await checks.map({ 'Stream a task': 'direct' })
  await checks.window.run('Run checks of the agent')
  await checks.ended()
  const verdict = checks.pane.getByRole('status')
  await expect(verdict).toHaveText(/^Of \d+ MUST tests, 1 failed/)

  const saved = app.page.waitForEvent('download')
  await checks.pane.getByRole('button', { name: 'Save the report' }).click()
  await app.page.getByRole('menuitem', { name: /JSON/ }).click()
  const report = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
  expect(report.summary.failed).toBeGreaterThan(0)

  await checks.pane.getByRole('button', { name: 'Compare with another run' }).click()
  await app.page.getByRole('menuitem').first().click()
  await expect(checks.changes.getByRole('row').filter({ hasText: /passed.*failed/s })).toHaveCount(1)
  await checks.pane.getByRole('button', { name: 'Clear comparison' }).click()
  await app.page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(app.page)).toEqual([])

  await checks.pane.getByRole('button', { name: 'Open recording' }).click()
  await expect(regions.recordingShown(app.page)).toBeVisible()
  await expect(verdict).toHaveText(/^Of \d+ MUST tests, 1 failed/)
})
