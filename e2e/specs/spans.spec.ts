import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { Agent } from '../agents/agent.ts'
import { tracedAgent } from '../agents/traced-agent.ts'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { exportedPage } from '../pages/exported-page.ts'
import { dialogs, grids, regions, tabs } from '../pages/places.ts'
import { SpansPage } from '../pages/spans-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

/** An agent that sends spans to Parley, with a traceparent in each call to it. */
async function openTraced(spans: SpansPage): Promise<Agent> {
  let endpoint: string | undefined
  const agent = await tracedAgent({ endpoint: () => endpoint })
  await spans.window.connect(agent.url)
  endpoint = await spans.receive()
  await spans.page.keyboard.press('Escape')
  await spans.sendTraceparent(true)
  return agent
}

test('what an agent did for a call is in its tab Spans and beneath its task, and each leads to the other', async ({
  app,
}) => {
  test.slow()
  const spans = new SpansPage(app.page)
  let endpoint: string | undefined
  const agent = await tracedAgent({ endpoint: () => endpoint })
  await app.window.connect(agent.url)
  endpoint = await spans.receive()
  await spans.receiver.getByRole('button', { name: 'Copy' }).click()
  expect(await app.page.evaluate(() => navigator.clipboard.readText())).toContain(
    'OTEL_EXPORTER_OTLP_PROTOCOL=',
  )
  expect(await violations(app.page)).toEqual([])
  await spans.receiver.getByRole('button', { name: 'Connection settings of the agent' }).click()
  await app.page.keyboard.press('Escape')
  await spans.sendTraceparent(true)

  await spans.spansOf('hotels')
  await expect(spans.row('execute_tool search_hotels')).toHaveAttribute('aria-level', '4')
  await expect(spans.waterfall.getByRole('row')).toHaveCount(10)
  await expect(app.window.inspector).toContainText('8 spans · concierge · 1 failed')
  await expect(spans.row('execute_tool book').getByLabel('Failed')).toBeVisible()

  await spans.row('chat gpt-5').first().click()
  await expect(spans.detail).toContainText('gpt-5 · 812 input tokens · 96 output tokens')
  await spans.detail.getByText('gen_ai.first_token').click()
  await expect(spans.detail.getByLabel('Attributes of gen_ai.first_token')).toContainText('index')
  expect(await violations(app.page)).toEqual([])

  await tabs.events(app.window.inspector).click()
  await expect(spans.lanes.getByRole('listitem')).toHaveCount(4)
  await spans.lanes.getByRole('button', { name: /^SELECT rooms/ }).click()
  await expect(spans.row('SELECT rooms')).toHaveAttribute('aria-selected', 'true')
  await expect(spans.detail).toContainText('SELECT * FROM rooms WHERE city = $1')
  await expect(app.window.timeline).toBeVisible()
  await tabs.events(app.window.inspector).click()
  await app.window.events.getByRole('row').last().click()
  await expect(app.window.inspector).toContainText('completed')
  await app.page.keyboard.press('Alt+ArrowLeft')
  await expect(spans.detail).toContainText('SELECT * FROM rooms WHERE city = $1')
  await app.page.reload()
  await expect(spans.detail).toContainText('SELECT * FROM rooms WHERE city = $1')
  await agent.close()
})

test('traces that no call names are counted, listed and can be looked into', async ({ app }) => {
  const spans = new SpansPage(app.page)
  await app.window.startDemo()
  await app.window.run('Show unknown traces')
  const unknown = dialogs.unknownTraces(app.page)
  await expect(unknown).toContainText('No unknown traces')
  expect(await violations(app.page)).toEqual([])
  await app.page.keyboard.press('Escape')
  let endpoint: string | undefined
  const agent = await tracedAgent({ endpoint: () => endpoint })
  await app.window.connect(agent.url)
  endpoint = await spans.receive()
  await app.page.keyboard.press('Escape')
  await app.window.say('hotels', 'Stream')
  await app.window.run('Receive spans')
  await expect(spans.receiver).toContainText('8 spans received')
  await spans.receiver.getByRole('button', { name: '1 unknown trace' }).click()
  const list = grids.unknownTraces(unknown)
  // One row, its head and room for another row.
  expect((await list.boundingBox())?.height).toBeLessThan(4 * 25)
  await list.getByRole('row', { name: /POST/ }).click()
  await expect(grids.spans(unknown).getByRole('row')).toHaveCount(9)
  await unknown.getByRole('row', { name: /SELECT rooms/ }).click()
  await expect(regions.span(unknown)).toContainText('db.query.text')
  expect(await violations(app.page)).toEqual([])
  await agent.close()
})

test('a port that is taken is said, and spans are shown again after a restart', async ({ app }) => {
  test.slow()
  const spans = new SpansPage(app.page)
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as AddressInfo
  await app.window.startDemo()
  await app.window.run('Receive spans')
  await spans.receiver.getByRole('textbox', { name: 'HTTP port' }).fill('seventy')
  await spans.receiver.getByRole('button', { name: 'Receive spans' }).click()
  await expect(spans.receiver.getByRole('alert')).toContainText('A port is a number up to 65535.')
  await spans.receiver.getByRole('textbox', { name: 'HTTP port' }).fill(String(port))
  await spans.receiver.getByRole('button', { name: 'Receive spans' }).click()
  await expect(regions.receiverStatus(spans.receiver)).toContainText(String(port))
  await expect(spans.receiver.getByRole('status')).toContainText('can’t listen')
  taken.close()
  await app.page.keyboard.press('Escape')

  const agent = await openTraced(spans)
  await spans.spansOf('hotels')
  await expect(spans.row('chat gpt-5')).toHaveCount(2)
  await app.restart()
  const after = new SpansPage(app.page)
  await app.window.show('chat')
  await app.window.agents.getByRole('button', { name: /^Traced agent/ }).click()
  await app.window.show('console')
  await app.window.exchange('SendStreamingMessage').last().click()
  await after.openSpans()
  await expect(after.row('chat gpt-5')).toHaveCount(2)
  await app.window.run('Receive spans')
  await expect(after.receiver.getByRole('status')).toContainText('listening on')
  await after.receiver.getByRole('button', { name: 'Stop receiving' }).click()
  await expect(after.receiver.getByRole('status')).toContainText('off')
  await agent.close()
})

test('a shared page shows the same spans, in their tab and beneath the task', async ({
  app,
  browser,
}, info) => {
  test.slow()
  const spans = new SpansPage(app.page)
  const agent = await openTraced(spans)
  await spans.spansOf('hotels')
  await expect(spans.row('chat gpt-5')).toHaveCount(2)
  // The call has ended.
  await expect(spans.row('SendStreamingMessage')).toContainText(/\d m?s\b/)
  const rows = await spans.waterfall.getByRole('row').allTextContents()
  await agent.close()
  const file = await exportedPage(app.page, info, () => app.window.run('Export the recording'))
  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } })
  const shared = new SpansPage(await context.newPage())
  await shared.page.goto(pathToFileURL(file).href)
  await shared.window.show('console')
  await shared.window.exchange('SendStreamingMessage').click()
  await shared.openSpans()
  await expect.poll(() => shared.waterfall.getByRole('row').allTextContents()).toEqual(rows)
  await shared.row('SELECT rooms').click()
  await expect(shared.detail).toContainText('postgresql')
  await tabs.events(shared.window.inspector).click()
  await expect(shared.lanes.getByRole('listitem')).toHaveCount(4)
  await context.close()
})
