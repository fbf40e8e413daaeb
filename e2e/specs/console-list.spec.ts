import { expect, test } from '../fixtures/agents.ts'
import { ConsolePage } from '../pages/console-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('the list is filtered in words, stands still, is cleared, and keeps what is pinned', async ({
  app,
  agents,
}) => {
  const kit = await agents.made({ dialect: '1.0' })
  const { window, page } = app
  const wire = new ConsolePage(page)
  await window.connect(kit.url)
  await wire.answered('direct one')
  await wire.answered('many 3', 'Stream')

  const filter = window.console.getByRole('combobox', { name: /filter/i })
  await filter.fill('kind:stream')
  await expect(window.exchanges.getByRole('row')).toHaveCount(2)
  await filter.fill('')
  await window.exchange('SendMessage').click()
  await wire.choose('Pin the exchange')
  await expect(window.exchange('SendMessage').getByLabel('Pinned')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the list (the record stays)' }).click()
  await expect(window.exchanges.getByRole('row')).toHaveCount(2)
  await expect(window.exchange('SendStreamingMessage')).toHaveCount(0)

  await page.getByRole('button', { name: 'Pause the list (recording goes on)' }).click()
  await window.say('direct two')
  await expect(window.conversation.getByRole('article').last()).toContainText('direct reply')
  await expect(window.exchanges.getByRole('row')).toHaveCount(2)
  await window.console.getByRole('button', { name: 'Go on', exact: true }).click()
  await expect(window.exchanges.getByRole('row')).toHaveCount(3)
})

test('a frame is opened by key and stays in view, with its close reason below', async ({ app, agents }) => {
  const kit = await agents.made({ dialect: '1.0' })
  const { page } = app
  const wire = new ConsolePage(page)
  await wire.open(kit.url, 'many 40', 'Stream')
  const { frames } = wire
  await expect(page.getByText(/^Closed by the agent after 4\d events/)).toBeVisible()
  await frames.focus()
  await page.keyboard.press('End')
  const last = frames.getByRole('row', { selected: true })
  await expect(last).toContainText('completed')
  await expect(page.getByRole('region', { name: /^Frame 4\d$/ })).toBeVisible()
  await expect(last).toBeInViewport()
})
