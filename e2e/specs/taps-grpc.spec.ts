import { voices } from '../agents/voices.ts'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import { dialogs, tabs } from '../pages/places.ts'
import { SequencePage } from '../pages/sequence-page.ts'
import { TimelinePage } from '../pages/timeline-page.ts'

test.use({ viewport: { width: 1920, height: 1000 }, permissions: ['clipboard-read', 'clipboard-write'] })

test('a client over gRPC calls an agent through a tap: who called is said in list, chat, timeline and sequence', async ({
  app,
  agents,
}) => {
  const { page, window } = app
  const behind = await agents.named('v1.0-grpc')
  await window.connect(behind.url)
  await page.getByRole('button', { name: 'Tap this agent' }).click()
  const dialog = dialogs.taps(page)
  await dialog.getByRole('button', { name: 'Tap this agent' }).click()
  const address =
    (await page
      .getByRole('list', { name: 'Taps' })
      .getByText(/^http:/)
      .textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const voice = voices['1.0-grpc']({ ...behind, grpcAddress: new URL(address).host })
  const events: unknown[] = []
  for await (const event of voice.listen('stream', voice.send('hi from grpc'))) events.push(event)
  voice.close()

  const call = window.exchange('SendStreamingMessage')
  await window.show('console')
  await expect(call).toContainText(/grpc-node-js/)
  await expect(window.exchanges.getByRole('row', { name: /agent-card/ }).first()).not.toContainText('›')
  const filter = page.getByRole('combobox', { name: 'Filter requests' })
  await filter.fill('caller:')
  await page.getByRole('option', { name: /grpc-node-js/ }).click()
  await expect(window.exchanges.getByRole('rowgroup').getByRole('row')).toHaveCount(1)
  await filter.fill('caller:parley')
  await expect(call).toHaveCount(0)
  await filter.fill('')

  await call.click()
  await expect(tabs.events(page)).toHaveText(`Events${events.length}`)
  await tabs.headers(page).click()
  await expect(page.getByText(/Through the tap http:.* grpc-node-js/)).toBeVisible()
  await expect(page.getByText(/^Trailers/)).toBeVisible()

  await window.show('chat')
  await window.chat.getByRole('button', { name: /^1 new conversation from grpc-node-js/ }).click()
  await expect(window.conversation.getByRole('article', { name: 'Caller' })).toContainText('hi from grpc')
  const timeline = new TimelinePage(page)
  await expect(timeline.row('hi from grpc')).toContainText('caller')
  await expect(timeline.row('hi from grpc')).not.toContainText('you')
  await expect(timeline.pane.getByLabel(/^The caller wrote at/)).toHaveCount(1)
  expect(await violations(page)).toEqual([])

  const sequence = new SequencePage(page)
  await sequence.open()
  await expect(sequence.grid.getByRole('columnheader', { name: /grpc-node-js/ })).toBeVisible()
  await expect(sequence.row('SendStreamingMessage')).toHaveCount(1)
  await expect(sequence.row('completed')).toHaveCount(1)
})
