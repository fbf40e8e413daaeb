import { agent } from '../agents/agent.ts'
import { reply } from '../agents/http-server.ts'
import { noContext } from '../agents/quirks/shapes.ts'
import { expect, test } from '../fixtures/app.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { dialogs, tabs } from '../pages/places.ts'

test('contexts are begun, switched between, named and forgotten, and stay so', async ({ app }) => {
  test.slow()
  const { window } = app
  const chat = new ChatPage(app.page)
  await window.startDemo()
  await window.say('hello')
  await expect(chat.theirs()).toHaveCount(1)
  await window.chat.getByRole('button', { name: 'New conversation' }).click()
  await window.say('hello again')
  await expect(window.conversation).toContainText('hello again')

  let listed = await chat.conversations()
  await expect(listed).toHaveText([/hello again/, /^hello\d/])
  await listed.last().getByRole('button').first().click()
  await expect(window.conversation).not.toContainText('hello again')

  listed = await chat.conversations()
  await app.window.chooseOf('hello', 'Rename…')
  const dialog = dialogs.nameConversation(app.page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The first one')
  await dialog.getByRole('button', { name: 'Save name' }).click()
  await expect(dialog).toHaveCount(0)
  listed = await chat.conversations()
  await expect(listed).toHaveText([/hello again/, /The first one/])
  await app.window.chooseOf('hello again', 'Remove from the list')
  await expect(listed).toHaveText([/The first one/])

  await app.restart()
  await app.window.agents.getByRole('button', { name: /^Travel concierge/ }).click()
  await expect(app.window.conversation).toContainText('hello')
  await expect(await new ChatPage(app.page).conversations()).toHaveText([/The first one/])
})

test('a chat stays one conversation where the agent names no context, also after a failed message', async ({
  app,
}) => {
  const { window } = app
  const chat = new ChatPage(app.page)
  let isDown = true
  const hello = await agent({
    dialect: '1.0',
    quirks: [
      noContext,
      {
        intercept: ({ request }) =>
          isDown && request.method === 'POST' ? reply(503, 'text/plain', 'starting') : undefined,
      },
    ],
  })
  try {
    await window.connect(hello.url)
    await window.say('direct 1')
    await expect(window.conversation.getByText('503').first()).toBeVisible()
    isDown = false
    await window.say('direct 2')
    await expect(chat.theirs()).toHaveCount(1)
    await window.say('direct 3')
    await expect(chat.theirs()).toHaveCount(2)
    await expect(tabs.response(window.inspector)).toHaveAttribute('aria-selected', 'true')
    await expect(window.inspector).toContainText('"role": "ROLE_AGENT"')
    await tabs.timing(window.inspector).click()
    await expect(window.inspector.getByRole('term').filter({ hasText: 'Total' })).toBeVisible()
    await expect(chat.mine()).toHaveText([/direct 1/, /direct 2/, /direct 3/])
    await expect(window.conversation.getByText('503').first()).toBeVisible()
    await expect(window.chat.getByText('The agent returned no contextId')).toBeVisible()

    await app.restart()
    await expect(new ChatPage(app.page).mine()).toHaveText([/direct 1/, /direct 2/, /direct 3/])
    await app.window.chat.getByRole('button', { name: 'New conversation' }).click()
    await app.window.say('direct 4')
    await expect(new ChatPage(app.page).mine()).toHaveText([/direct 4/])
    await expect(await new ChatPage(app.page).conversations()).toHaveText([/direct 4/, /direct 1/])
  } finally {
    await hello.close()
  }
})
