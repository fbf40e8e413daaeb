import { expect, test } from '../fixtures/app.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { tabPanels, tabs } from '../pages/places.ts'

test('from the first start to an answer, with every byte on the wire', async ({ app }) => {
  const { window } = app
  await window.startDemo()
  await expect(window.agents.getByRole('listitem')).toHaveText(/Travel concierge/)

  await window.say('hello')
  await expect(window.conversation).toContainText('hello')
  await expect(window.conversation.getByRole('article', { name: 'Agent' })).toContainText(
    'I am a travel concierge',
  )

  await window.show('console')
  await expect(window.exchange('/.well-known/agent-card.json')).toContainText('200')
  await expect(window.exchange('SendMessage')).toContainText('200')
})

test('a streamed task grows in the chat and on its timeline, and its events can be read', async ({ app }) => {
  const { window } = app
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toContainText('Lisbon')
  await expect(window.events.getByRole('row').filter({ hasText: 'completed' })).toBeVisible()

  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
  await window.events.getByRole('row').filter({ hasText: 'completed' }).click()
  await expect(window.inspector).toContainText('TASK_STATE_COMPLETED')
})

test('what was recorded is still there after a restart', async ({ app }) => {
  await app.window.startDemo()
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')

  await app.restart()
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
  await app.window.show('chat')
  await app.window.agents.getByRole('button', { name: /^Travel concierge/ }).click()
  await expect(app.window.conversation).toContainText('I am a travel concierge')
})

test('an answer continues the task that asked', async ({ app }) => {
  const { window } = app
  await window.startDemo()
  await window.say('Book a train to Porto', 'Stream')
  await expect(window.conversation.getByRole('article', { name: 'Task input-required' })).toBeVisible()
  await expect(window.chat).toContainText(/Replying to task \S+…\S+/)
  await window.say('second class, window seat', 'Stream')
  await window.show('console')
  await expect(window.exchange('SendStreamingMessage')).toHaveCount(2)
  await window.exchange('SendStreamingMessage').last().click()
  await tabs.request(window.inspector).click()
  await expect(tabPanels.request(window.inspector)).toContainText('"taskId":')
})

test.describe('while a task goes on', () => {
  // Slow enough for a busy machine.
  test.use({ demoStepMs: 200 })

  test('a running stream is stopped by the user, and the record says so', async ({ app }) => {
    const { window } = app
    await window.startDemo()
    await window.say('Watch the fares to Lisbon', 'Stream')
    const chat = new ChatPage(app.page)
    await chat.choose(chat.task('working'), 'Task', 'Disconnect')
    await window.show('console')
    await expect(window.exchange('SendStreamingMessage')).toContainText('aborted')
    await window.show('chat')
    await expect(window.conversation.getByRole('status')).toContainText('Disconnected')
  })
})
