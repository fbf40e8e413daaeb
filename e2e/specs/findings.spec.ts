import { namedAgent } from '../agents/catalogue/catalogue.ts'
import { expect, test } from '../fixtures/app.ts'

test('what an agent does wrong is listed, and leads to the exchange it stands in', async ({ app }) => {
  const agent = await namedAgent('append-to-unknown').start()
  try {
    const { window, page } = app
    await window.connect(agent.url)
    await expect(window.card.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await window.say('hi', 'Stream')
    await expect(window.exchange('SendStreamingMessage')).toContainText('▲')

    await window.console.getByRole('tab', { name: 'Findings' }).click()
    const finding = page
      .getByRole('grid', { name: 'Findings' })
      .getByRole('row')
      .filter({ hasText: 'PARLEY-SEQ-005' })
    await expect(finding.first()).toContainText('warning')
    await finding.first().click()
    await window.console.getByRole('tab', { name: 'Wire' }).click()
    await expect(window.exchange('SendStreamingMessage')).toHaveAttribute('aria-selected', 'true')
  } finally {
    await agent.close()
  }
})
