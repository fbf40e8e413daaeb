// What the chat says when there is no answer to show.

import { expect, test } from '../fixtures/app.ts'

test.describe('while a task goes on', () => {
  // So slow that a busy machine is in time.
  test.use({ demoStepMs: 200 })

  test('a stream that the user stopped', async ({ app }) => {
    const { window } = app
    await window.startDemo()
    await window.say('Watch the fares to Lisbon', 'Stream')
    await window.chat.getByRole('button', { name: 'Disconnect' }).click()
    await expect(window.conversation.getByRole('status')).toContainText('Disconnected')
  })
})
