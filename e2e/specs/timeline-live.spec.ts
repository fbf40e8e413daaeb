import { createChannel } from '../agents/channel.ts'
import { announce, become, produce, type Step } from '../agents/steps.ts'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import { cutStates } from '../fixtures/overflow.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { regions, tabs } from '../pages/places.ts'
import { TimelinePage } from '../pages/timeline-page.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test('a task is drawn as it lives: its states, its events, bursts that open, the same selected everywhere', async ({
  app,
}) => {
  test.slow()
  const { window } = app
  const timeline = new TimelinePage(app.page)
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await expect(timeline.state(/^working, from/)).toHaveAttribute('aria-current', 'step')
  await expect(timeline.row('completed')).toBeVisible()
  await expect(timeline.state(/^completed, from/)).toHaveAttribute('aria-current', 'step')

  await timeline.state(/^working, from/).hover()
  await expect(timeline.pane.getByRole('tooltip')).toContainText(/working \+\d.*Remembering Lisbon/)
  await timeline.state(/^completed, from/).focus()
  await app.page.keyboard.press('ArrowLeft')
  await expect(timeline.state(/^working, from/)).toBeFocused()
  await app.page.keyboard.press('Enter')
  await expect(timeline.events.getByRole('row', { selected: true })).toContainText('working')

  const burst = timeline.row(/Lisbon in a morning/)
  await expect(burst).toContainText(/\d+ chunks/)
  await burst.click()
  await expect(timeline.detail).toContainText(/\d+ chunks · .* per second/)
  await app.page.keyboard.press('ArrowRight')
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('ArrowDown')
  await expect(timeline.detail).toContainText('"artifactUpdate"')
  await timeline.detail.getByRole('button', { name: 'Show request' }).click()
  await expect(regions.requestBody(app.page)).toContainText('"text": "Tell me about Lisbon"')

  await timeline.tab('events')
  await timeline.row('working').click()
  await expect(timeline.events.getByRole('row', { selected: true })).toContainText('working')
  const task = window.conversation.getByRole('article', { name: 'Task completed' })
  await expect(task).toHaveAttribute('data-selected', 'true')
  expect(await violations(app.page)).toEqual([])
})

test('the events follow the tail until the reader scrolls up, and again once the new ones are asked for', async ({
  app,
  agents,
}) => {
  test.slow()
  const timeline = new TimelinePage(app.page)
  const steps = createChannel<Step>()
  const report = (from: number, to: number) => {
    for (let step = from; step <= to; step++) void steps.put(become('working', `Step ${step}.`))
  }
  const agent = await agents.made({ dialect: '1.0', script: () => steps })
  await app.window.connect(agent.url)
  void steps.put(announce())
  report(1, 60)
  await app.window.say('walk', 'Stream')
  await expect(timeline.row('Step 60.')).toBeInViewport()

  await timeline.events.hover()
  await app.page.mouse.wheel(0, -10_000)
  await expect(timeline.row('Step 1.')).toBeInViewport()
  report(61, 80)
  await timeline.pane.getByRole('button', { name: '20 new' }).click({ trial: true })
  await expect(timeline.row('Step 1.')).toBeInViewport()

  await timeline.pane.getByRole('button', { name: '20 new' }).click()
  await expect(timeline.row('Step 80.')).toBeInViewport()
  report(81, 100)
  await expect(timeline.row('Step 100.')).toBeInViewport()
  await expect(timeline.pane.getByRole('button', { name: /\d new/ })).toHaveCount(0)
  steps.end()
})

test('words of states are never cut, in a narrow window neither', async ({ app, agents }) => {
  test.slow()
  const { page, window } = app
  const webhooks = new WebhooksPage(page)
  const chat = new ChatPage(page)
  const { url } = await agents.named('push-good', {
    *script({ resumes }) {
      if (resumes === undefined) yield announce()
      yield become('working', 'Looking for what there is to be found about it')
      if (resumes === undefined) return yield become('input-required', 'Which of them do you mean, and when?')
      yield become('auth-required', 'Sign in with them first, then this goes on')
      yield become('completed', 'That is all there is.')
    },
  })
  await webhooks.waitingAt(url)
  await webhooks.answer()
  // The same state by stream, webhook call and polls: the longest text beside a row.
  for (let count = 0; count < 2; count++) await chat.choose(chat.task('completed'), 'Task', 'Get the task')
  await webhooks.list('Calls')
  const look = async () => {
    for (const width of [1440, 1100, 900]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => cutStates(page), `at ${width}`).toEqual([])
    }
  }
  await look()
  await tabs.wire(window.console).click()
  await window.exchange('SendStreamingMessage').click()
  await look()
})

test('a list that follows 100 events a second shows no row before it is there, however late rows come', async ({
  app,
  agents,
}) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({
    dialect: '1.0',
    async *script() {
      yield announce()
      for (let step = 1; step <= 250; step++) {
        yield become('working', `Step ${step}.`)
        yield { step: 'wait', ms: 10 }
      }
    },
  })
  // Delays each answer, as over a slow line.
  await app.page.routeWebSocket('**/rpc', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => void setTimeout(() => socket.send(message), 60))
  })
  await app.page.reload()
  await app.window.connect(agent.url)
  await app.window.say('walk', 'Stream')
  await expect(timeline.row(/Step \d\d+\./)).toBeInViewport()
  // Before the rows fill the view, its end is empty.
  await expect.poll(() => timeline.events.evaluate((grid) => grid.scrollTop)).toBeGreaterThan(0)
  expect(await timeline.events.evaluate(missingRows, 90)).toEqual([])
  await expect(timeline.row('Step 250.')).toBeInViewport()
})

/** Frames in which the end of the view has no row, with the number of missing pixels. */
async function missingRows(grid: Element, frames: number): Promise<readonly number[]> {
  const missing: number[] = []
  for (let frame = 0; frame < frames; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const rows = [...grid.querySelectorAll('.grid-rows [role=row]')]
    const end = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom))
    const gap = grid.getBoundingClientRect().bottom - end
    if (gap > 27) missing.push(Math.round(gap))
  }
  return missing
}

test('artifacts as strips that open, and figures with their chart', async ({ app, agents }) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({ dialect: '1.0', now: () => new Date(Date.now() + 90_000) })
  await app.window.connect(agent.url)
  await app.window.say('rate 12 20', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()

  await timeline.tab('artifacts')
  const artifact = timeline.pane.getByRole('list', { name: 'Artifacts' }).getByRole('listitem')
  await expect(artifact.getByRole('img', { name: '12 chunks, closed by a last one' })).toBeVisible()
  await expect(artifact).toContainText('74 characters')
  await artifact.getByRole('button', { name: 'Open Result' }).click()
  await expect(timeline.dialog).toContainText('chunk0chunk1')
  await app.page.keyboard.press('Escape')
  await expect(timeline.dialog).toHaveCount(0)

  await timeline.showFigures()
  await expect(timeline.figure('Time to the first text')).toContainText('ms')
  for (const name of ['Time to the first byte', 'Time to the first event', 'Longest gap'])
    await expect(timeline.figure(name)).toContainText('ms')
  await expect(timeline.figure('Events')).toContainText('15 in')
  await expect(timeline.figure('The agent’s clock')).toContainText(
    /(1 min 30 s|90\.\d+ s|1 min 29 s) ahead of ours/,
  )
  await expect(
    timeline.pane.getByRole('img', { name: 'Events and bytes per second over time' }),
  ).toBeVisible()
})

test('an artifact that is given anew is told to replace what was there, in its row, its strip and its text', async ({
  app,
  agents,
}) => {
  const timeline = new TimelinePage(app.page)
  const agent = await agents.made({
    dialect: '1.0',
    script: () => [
      announce(),
      become('working'),
      produce('a1', 'A first draft of it.', { name: 'Report' }),
      produce('a1', 'The report, as it stays.', { name: 'Report', lastChunk: true }),
      become('completed'),
    ],
  })
  await app.window.connect(agent.url)
  await app.window.say('write', 'Stream')
  await expect(timeline.row('completed')).toBeVisible()
  await expect(timeline.row('replaces all')).toContainText('The report, as it stays.')
  await expect(timeline.events.getByRole('row').filter({ hasText: 'A first draft' })).not.toContainText(
    'replaces',
  )

  await timeline.tab('artifacts')
  const artifact = timeline.pane.getByRole('list', { name: 'Artifacts' }).getByRole('listitem')
  await expect(
    artifact.getByRole('img', { name: '2 chunks, replaced once, closed by a last one' }),
  ).toBeVisible()
  await expect(artifact).toContainText('24 characters')
  await artifact.getByRole('button', { name: 'Open Report' }).click()
  await expect(timeline.dialog).toContainText('The report, as it stays.')
  await expect(timeline.dialog).not.toContainText('A first draft')
})
