import { expect, test } from '../fixtures/app.ts'

// In a low window the sessions are folded to their head.
test.use({ viewport: { width: 1440, height: 900 } })

test('an earlier session opens read-only in the same panes, and live is one click away', async ({ app }) => {
  const { window } = app
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await app.restart()
  const sessions = app.page.getByRole('list', { name: 'Sessions' })
  await sessions
    .getByRole('button', { name: /Travel concierge.*exchange/ })
    .last()
    .click()
  await expect(app.page.getByRole('region', { name: 'Recording shown' })).toBeVisible()
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  await expect(app.window.message).toHaveCount(0)

  const tabs = app.page.getByRole('tablist', { name: 'Opened sessions' })
  await tabs.getByRole('tab', { name: 'Live' }).click()
  await expect(app.page.getByRole('region', { name: 'Recording shown' })).toHaveCount(0)
  await expect(app.window.chat).toContainText('Talk to an agent')
})

test('what is said while recording is paused is seen, and is gone with the engine', async ({ app }) => {
  const recording = app.page.getByRole('region', { name: 'Recording' })
  await app.window.startDemo()
  await recording.getByRole('button', { name: 'Pause recording' }).click()
  await expect(recording.getByRole('status')).toHaveText('paused')
  await app.window.say('hello')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  await app.restart()
  await expect(app.window.exchange('/.well-known/agent-card.json')).toContainText('200')
  await expect(app.window.exchange('SendMessage')).toHaveCount(0)
})
