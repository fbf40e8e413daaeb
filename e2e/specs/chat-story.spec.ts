// The chat of a task whose agent does not stream its answer as an artifact.

import { expect, test } from '../fixtures/agents.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { dialogs } from '../pages/places.ts'

const answer = 'A city on a hill, a hill of tiles.'

test('an answer in the states of a task is read as one, however it came, unless the user says these are notes', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('v1.0')
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('states', 'Stream')
  await expect(chat.task('completed')).toContainText(answer)
  await chat.choose(chat.task('completed'), 'Task', 'Working text: notes')
  await expect(chat.task('completed')).not.toContainText(answer)
  await app.restart()
  await app.window.agents.getByRole('listitem').getByRole('button').first().click()
  const later = new ChatPage(app.page)
  await expect(later.task('completed')).toContainText('12 earlier states')
  await expect(later.task('completed')).not.toContainText(answer)
  await later.choose(later.task('completed'), 'Task', 'Working text: as it reads')
  await expect(later.task('completed')).toContainText(answer)

  await app.window.say('states', 'Send')
  await expect(later.task('completed')).toHaveCount(2)
  await expect(later.task('completed').last()).toContainText(answer)
})

test('a task that another client began is offered, and reading tasks moves nothing', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('v1.0')
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('hi', 'Stream')
  await expect(chat.task('completed')).toContainText('chunk1')

  const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0' }
  const sendAs = (text: string, context: string) => {
    const message = {
      messageId: `other-${context}`,
      contextId: context,
      role: 'ROLE_USER',
      parts: [{ text }],
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } })
    return fetch(url, { method: 'POST', headers, body })
  }
  await sendAs('echo of another', 'elsewhere')
  await app.window.chat.getByRole('button', { name: 'More about the conversation' }).click()
  await app.page.getByRole('menuitem', { name: 'Tasks of the agent…' }).click()
  const list = dialogs.tasksOfAgent(app.page)
  const rows = list.getByRole('row')
  await expect(rows).toHaveCount(3)
  const here = await rows
    .nth(1)
    .or(rows.nth(2))
    .filter({ hasNotText: 'elsewhere' })
    .locator('td')
    .nth(2)
    .getAttribute('title')
  await sendAs('ask of another here', here ?? '')
  await list.getByRole('button', { name: 'Refresh' }).click()
  await expect(rows).toHaveCount(4)
  await list.getByRole('button', { name: 'Close' }).click()

  await expect(chat.task('completed')).toHaveCount(1)
  await expect(app.window.conversation).not.toContainText('of another')
  // It waits for an answer of another client.
  await expect(chat.composer).not.toContainText('Replying to')
  await expect(app.window.events.getByRole('row').filter({ hasText: 'completed' })).toBeVisible()
  await app.window.conversation
    .getByRole('button', { name: '1 task of this conversation was started by another client' })
    .click()
  const theirs = chat.task('input-required')
  await expect(app.window.conversation).toContainText('ask of another here')
  await theirs.click()
  const locator = app.window.events.getByRole('row').filter({ hasText: 'input-required' })
  await expect(locator).toContainText('poll')
  await chat.choose(theirs, 'Task', 'Get the task')
  await expect(locator).toBeVisible()
  const contexts = await chat.conversations()
  await expect(contexts).toHaveCount(1)
  await app.page.getByRole('button', { name: 'Show 1 conversation of others' }).click()
  await expect(contexts).toHaveCount(2)
})
