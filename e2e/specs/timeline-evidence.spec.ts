// Wrong, late and repeated events of an agent, on the rows they belong to.

import { become, hold } from '../agents/steps.ts'
import { expect, test } from '../fixtures/agents.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { TimelinePage } from '../pages/timeline-page.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test('a late push is a sighting of the row the stream made, with its delay', async ({ app, agents }) => {
  const timeline = new TimelinePage(app.page)
  const webhooks = new WebhooksPage(app.page)
  const agent = await agents.named('push-late')
  await webhooks.waitingAt(agent.url)
  await webhooks.answer()
  const completed = timeline.row('completed')
  await expect(completed).toContainText(/push\+\d/)
  await completed.click()
  await expect(timeline.detail.getByRole('list', { name: 'Seen again' })).toContainText(
    /push [\d.]+ m?s after stream/,
  )

  await timeline.filterBy('push')
  await expect(timeline.pane.getByRole('status').filter({ hasText: /of \d+/ })).toBeVisible()
  await expect(timeline.row('stream ended')).toHaveCount(0)
  await expect(completed).toBeVisible()
})

test('webhook calls that come twice, or last first, are sightings too: no row more, no state out of order', async ({
  app,
  agents,
}) => {
  test.slow()
  const timeline = new TimelinePage(app.page)
  const webhooks = new WebhooksPage(app.page)
  const twice = await agents.named('push-duplicate')
  await webhooks.waitingAt(twice.url)
  await webhooks.answer()
  await expect(timeline.row('completed')).toContainText(/push×2 \+[<\d]/)
  await expect(timeline.events.getByRole('row').filter({ hasText: 'completed' })).toHaveCount(1)

  const reversed = await agents.named('push-reversed')
  await app.window.connect(reversed.url)
  await app.window.card.getByRole('heading', { name: 'push-reversed' }).waitFor()
  await webhooks.waitingTask()
  await webhooks.answer()
  await expect(timeline.row('working')).toContainText(/push\+[<\d]/)
  await expect(timeline.row('completed')).toContainText(/push\+[<\d]/)
  const states = timeline.lanes().getByRole('button')
  await expect(states.last()).toHaveAccessibleName(/^completed, from/)
  await expect(timeline.pane).not.toContainText('impossible')
})

test('in a narrow pane a state ends before what was seen again begins', async ({ app, agents }) => {
  const timeline = new TimelinePage(app.page)
  const chat = new ChatPage(app.page)
  const agent = await agents.made({ dialect: '1.0' })
  await app.window.connect(agent.url)
  await app.page.setViewportSize({ width: 960, height: 720 })
  await app.window.say('ask', 'Stream')
  const task = app.window.conversation.getByRole('article', { name: 'Task input-required' })
  const row = timeline.row('input-required')
  for (const pattern of [/poll\+[<\d]/, /poll×2/]) {
    await chat.choose(task, 'Task', 'Get the task')
    await expect(row).toContainText(pattern)
  }
  const state = row.getByRole('gridcell').filter({ hasText: 'input-required' })
  expect(await state.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
})

test('while a filter is being answered, nothing is counted', async ({ app, agents }) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.named('v1.0')
  await app.window.connect(agent.url)
  await app.window.say('many 500', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()
  await timeline.pane.evaluate((pane) => {
    const visited = new Set<string>()
    new MutationObserver(() => {
      const text = pane.querySelector('search [role=status]')?.textContent
      if (text) visited.add(text)
      pane.dataset['seen'] = [...visited].join('|')
    }).observe(pane, { childList: true, characterData: true, subtree: true })
  })
  await timeline.pane.getByRole('searchbox', { name: 'Find in events' }).fill('chunk499')
  await expect(timeline.pane).toHaveAttribute('data-seen', /^Searching…\|1 of \d+$/)
})

test('an agent that falls silent is said to be silent, and its stream that breaks off to have broken off', async ({
  app,
  agents,
}) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({ dialect: '1.0', script: () => [become('working', 'thinking'), hold] })
  await app.page.clock.install()
  await app.window.connect(agent.url)
  await app.window.say('wait', 'Stream')
  await expect(timeline.pane).toContainText(/silent for \d/)
  await expect(timeline.pane.getByTitle(/^A wait of .*, shortened$/)).toBeVisible()
  await app.page.clock.fastForward('12:34')
  await expect(timeline.pane.getByTitle(/^A wait of 12 min .*, shortened$/)).toBeVisible()
  await timeline.expectNothingWider()
  await agent.close()
  await expect(timeline.pane).toContainText('stream interrupted')
})
