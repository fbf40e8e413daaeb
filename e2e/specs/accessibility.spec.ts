import { violationsInBoth } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'

test('axe finds nothing, empty and in use, light and dark', async ({ app }) => {
  test.slow()
  const { page, window } = app
  expect(await violationsInBoth(page)).toEqual([])
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
  expect(await violationsInBoth(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+k')
  expect(await violationsInBoth(page)).toEqual([])
})
