// Requests to the agent from the timeline: whether it stores what it streamed, and what a cut stream loses.

import type { Locator } from '@playwright/test'
import { announce, become, produce } from '../agents/steps.ts'
import { expect, test } from '../fixtures/agents.ts'
import { dialogs } from '../pages/places.ts'
import { TimelinePage } from '../pages/timeline-page.ts'

test('reconcile: what the agent stores is compared with what it streamed', async ({ app, agents }) => {
  const timeline = new TimelinePage(app.page)
  const liar = await agents.named('get-disagrees')
  await app.window.connect(liar.url)
  await app.window.say('hi', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()
  await timeline.choose('Reconcile')
  await expect(timeline.dialog.getByRole('status')).toContainText('differs from what it streamed')
  const differences = timeline.dialog.getByRole('list', { name: 'Differences' })
  await expect(differences.getByRole('deletion').first()).toContainText('completed')
  const warning = await colour(timeline.dialog.getByRole('status'))
  await app.page.keyboard.press('Escape')
  await expect(timeline.dialog).toHaveCount(0)

  const honest = await agents.made({ dialect: '1.0' })
  await app.window.connect(honest.url)
  await app.window.say('many 40', 'Stream')
  await expect(timeline.row('40 chunks')).toBeVisible()
  await timeline.choose('Reconcile')
  await expect(timeline.dialog.getByRole('status')).toContainText('Stored task matches the stream.')
  const good = await colour(timeline.dialog.getByRole('status'))
  expect(good).not.toBe(warning)
  await app.page.keyboard.press('Escape')
  await timeline.tab('artifacts')
  expect(await colour(timeline.pane.getByText('Stored task matches the stream.'))).toBe(good)
})

test('an agent that stores less than it streamed is warned of', async ({ app, agents }) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({
    dialect: '1.0',
    *script() {
      yield announce()
      yield become('working')
      yield produce('short', 'what is kept', { name: 'Short' })
      yield produce('short', ' and what is not', {
        name: 'Short',
        append: true,
        unstored: true,
        lastChunk: true,
      })
      yield become('completed')
    },
  })
  await app.window.connect(agent.url)
  await app.window.say('hi', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()
  await timeline.choose('Reconcile')
  await expect(timeline.dialog.getByRole('status')).toBeVisible()
  const warning = await colour(timeline.dialog.getByRole('status'))
  await app.page.keyboard.press('Escape')
  await timeline.tab('artifacts')
  expect(await colour(timeline.pane.getByText('The agent stores less than it streamed.'))).toBe(warning)
})

test('reconcile of a long task: all that was streamed of it is compared, by a window that came later', async ({
  app,
  agents,
}) => {
  test.slow()
  const timeline = new TimelinePage(app.page)
  // More than are read at a time (windowEntries of conversation-folds.ts).
  const pieces = 4_500
  const agent = await agents.made({
    dialect: '1.0',
    *script() {
      yield announce()
      yield become('working')
      yield produce('kept', 'kept as it was sent', { name: 'Kept', lastChunk: true })
      for (let piece = 0; piece < pieces; piece++)
        yield produce('lost', `piece ${piece} `, { name: 'Lost', append: piece > 0, unstored: piece === 7 })
      yield become('completed')
    },
  })
  await app.window.connect(agent.url)
  await app.window.say('much', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()
  await app.page.reload()
  await expect(timeline.row('completed')).toBeVisible()
  await timeline.choose('Reconcile')
  await expect(timeline.dialog.getByRole('status')).toContainText(
    'differs from what it streamed in one place',
  )
  await expect(timeline.dialog).toContainText('piece 7 ')
})

test('a stream is cut on purpose and taken up again: what was lost and what came twice is told', async ({
  app,
  agents,
}) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({ dialect: '1.0' })
  await app.window.connect(agent.url)
  await app.window.say('long', 'Stream')
  await expect(timeline.row(/\d+ chunks/)).toBeVisible()
  await timeline.choose('Reconnect')
  const dialog = dialogs.reconnect(app.page)
  await dialog.getByRole('spinbutton', { name: /wait/ }).fill('1')
  await dialog.getByRole('button', { name: 'Disconnect and resubscribe' }).click()
  const cut = dialog.getByRole('list', { name: 'Interrupted streams' }).getByRole('listitem')
  await expect(cut).toContainText(/Cut by you at \+.* back after/)
  await expect(cut).toContainText(/characters/)
  await dialog.getByRole('button', { name: 'Cut', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Interrupted streams' }).getByRole('listitem')).toHaveCount(2)
})

function colour(what: Locator): Promise<string> {
  return what.evaluate((element) => getComputedStyle(element).color)
}
