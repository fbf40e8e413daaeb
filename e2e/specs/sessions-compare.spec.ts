import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('two recordings are open, and compared prompt by prompt', async ({ app }) => {
  test.slow()
  await app.window.startDemo()
  await app.window.say('Tell me about Lisbon', 'Stream')
  await app.window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await app.window.run('New recording')
  const completed = app.window.conversation.getByRole('article', { name: 'Task completed' })
  await expect(completed).toHaveCount(0)
  await app.window.say('Tell me about Lisbon', 'Stream')
  await expect(completed).toHaveCount(1)
  await app.window.say('hello')
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  await app.window.run('New recording')

  const { page, window } = app
  const locator = (await window.showRecordings()).getByRole('button', { name: /Travel concierge.*1 task/ })
  await window.show('chat')
  await locator.last().click()
  await window.show('console')
  await expect(window.exchange('SendStreamingMessage')).toHaveCount(1)
  await expect(window.exchange('SendMessage')).toHaveCount(0)
  await window.show('chat')
  await locator.first().click()
  await window.show('console')
  await expect(window.exchange('SendMessage')).toContainText('200')
  await page.getByRole('button', { name: 'Opened recordings: Travel concierge' }).click()
  await page.getByRole('menuitemradio', { name: 'Travel concierge', checked: false }).click()
  await expect(window.exchange('SendMessage')).toHaveCount(0)
  await page.getByRole('button', { name: 'Opened recordings: Travel concierge' }).click()
  await page.getByRole('menuitemradio', { name: 'Travel concierge', checked: false }).click()
  await expect(window.exchange('SendMessage')).toContainText('200')

  await page.getByRole('button', { name: 'Compare' }).click()
  const comparison = regions.recordingsCompared(page)
  const runs = comparison.getByRole('list', { name: 'Runs' })
  const greeting = runs.getByRole('listitem').filter({ hasText: 'hello' })
  await expect(greeting.getByRole('group', { name: 'Second' })).toContainText('Not in this recording')
  const story = runs.getByRole('listitem').filter({ hasText: 'Tell me about Lisbon' }).first()
  await expect(story).toHaveCount(0)
  await expect(comparison.getByRole('status')).toContainText('2 prompts · 1 equal · 1 only in the first')
  await comparison.getByRole('checkbox', { name: 'Only differences' }).uncheck()
  for (const side of ['First', 'Second']) {
    await expect(story.getByRole('group', { name: side })).toContainText('completed')
  }
  await expect(story).toContainText('Lisbon wakes slowly')
  expect(await violations(page)).toEqual([])

  await window.exchanges.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Opened recordings/ }).click()
  // The menu opens a frame after the press, and handles Escape once it is focused.
  await expect(
    page.getByRole('menu', { name: /^Opened recordings/ }).locator(':scope:focus, :focus'),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(comparison).toBeVisible()
  await page.reload()
  await expect(story).toHaveCount(0)
  await expect(greeting).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(window.exchange('SendMessage')).toContainText('200')
  await page.goBack()
  await expect(greeting).toBeVisible()
  await comparison.getByRole('button', { name: 'Close comparison' }).click()
  await expect(window.exchange('SendMessage')).toContainText('200')
})
