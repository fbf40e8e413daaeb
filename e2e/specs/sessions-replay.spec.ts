import { expect, test } from '../fixtures/agents.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a session is lived through again: stepped, scrubbed both ways, played by a key', async ({
  app,
  agents,
}) => {
  await app.window.startDemo()
  await app.window.say('Tell me about Lisbon', 'Stream')
  await app.window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await app.window.connect((await agents.named('append-to-unknown')).url)
  await expect(app.window.exchange('agent-card.json').last()).toContainText('200')
  await expect(app.window.agents.getByRole('listitem')).toHaveCount(2)
  await app.restart()
  const { page, window } = app
  await page
    .getByRole('list', { name: 'Sessions' })
    .getByRole('button', { name: /Travel concierge.*task/ })
    .click()
  await page.getByRole('button', { name: 'Replay' }).click()
  const bar = page.getByRole('region', { name: 'Replay' })
  await expect(window.exchanges.getByRole('row', { name: /SendStreamingMessage/ })).toHaveCount(0)
  await bar.getByRole('button', { name: 'One entry further' }).click()
  await expect(window.exchange('agent-card.json')).toBeVisible()

  const place = bar.getByRole('slider', { name: 'Place in the session' })
  await place.press('End')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await place.press('Home')
  await expect(window.conversation).toHaveCount(0)

  const findings = window.console.getByRole('tab', { name: /Findings/ })
  await expect(findings).not.toContainText(/\d/)
  await bar.getByRole('button', { name: 'Next finding' }).click()
  await expect(findings).toContainText(/[1-9]/)
  await place.press('Home')

  await bar.getByRole('combobox', { name: 'Speed' }).selectOption('20')
  await window.timeline.getByRole('heading', { name: 'Timeline' }).click()
  await page.keyboard.press('Space')
  await expect(bar.getByRole('button', { name: 'Play again' })).toBeVisible()
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await expect(window.exchange('SendStreamingMessage')).toContainText('200')

  await bar.getByRole('button', { name: 'End the replay' }).click()
  await expect(page.getByRole('region', { name: 'Recording shown' })).toContainText('a recording')
})
