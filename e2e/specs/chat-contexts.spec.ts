import { expect, test } from '../fixtures/app.ts'
import { ChatPage } from '../pages/chat-page.ts'

test('contexts are begun, switched between, named and forgotten, and stay so', async ({ app }) => {
  test.slow()
  const { window } = app
  const chat = new ChatPage(app.page)
  await window.startDemo()
  await window.say('hello')
  await expect(chat.theirs()).toHaveCount(1)
  await window.chat.getByRole('button', { name: 'New context' }).click()
  await window.say('hello again')
  await expect(window.conversation).toContainText('hello again')

  let listed = await chat.contexts()
  await expect(listed).toHaveText([/hello again/, /^hello\d/])
  await listed.last().getByRole('button').first().click()
  await expect(window.conversation).not.toContainText('hello again')

  listed = await chat.contexts()
  await listed
    .last()
    .getByRole('button', { name: /^Rename/ })
    .click()
  const dialog = app.page.getByRole('dialog', { name: 'Name the context' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The first one')
  await dialog.getByRole('button', { name: 'Name it' }).click()
  await expect(dialog).toHaveCount(0)
  listed = await chat.contexts()
  await expect(listed).toHaveText([/hello again/, /The first one/])
  await listed
    .first()
    .getByRole('button', { name: /^Forget/ })
    .click()
  await expect(listed).toHaveText([/The first one/])

  await app.restart()
  await app.window.agents.getByRole('button', { name: /^Travel concierge/ }).click()
  await expect(app.window.conversation).toContainText('hello')
  await expect(await new ChatPage(app.page).contexts()).toHaveText([/The first one/])
})
