import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing, empty and in use, ${colorScheme}`, async ({ app }) => {
    test.slow()
    const { page, window } = app
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
    await window.startDemo()
    await window.say('Tell me about Lisbon', 'Stream')
    await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
    await window.exchange('SendStreamingMessage').click()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ControlOrMeta+k')
    expect(await violations(page)).toEqual([])
  })
}
