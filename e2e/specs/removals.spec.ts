import { expect, test } from '../fixtures/agents.ts'
import { holdableAnswers } from '../fixtures/held-answers.ts'
import { CardPage } from '../pages/card-page.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { dialogs, regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('an agent that is removed makes room for the next, and is as it was after an undo', async ({
  app,
  agents,
}) => {
  test.slow()
  const { page, window } = app
  const names = ['First', 'Second', 'Third']
  for (const name of names) {
    const { url } = await agents.named('v1.0', { card: (card) => ({ ...card, name }) })
    await window.connect(url)
    await expect(window.card.getByRole('heading', { name })).toBeVisible()
  }
  const listed = window.agentRows
  const isListed = (expected: readonly string[]) =>
    expect(listed).toHaveText(expected.map((name) => new RegExp(`^${name}`)))
  const selected = window.agents.locator('[aria-current=true]')
  const remove = () => window.chooseOf('Second', 'Remove from the list')
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo removing Second' })

  await new CardPage(page).agent('Second').click()
  await window.say('hello')
  await expect(window.conversation).toContainText('hello')
  await remove()
  await isListed(['First', 'Third'])
  await expect(selected).toContainText('Third')
  await expect(window.card.getByRole('heading', { name: 'Third' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Removed Second.' })).toBeVisible()
  await undo.click()
  await expect(undo).toHaveCount(0)
  await isListed(names)
  await expect(selected).toContainText('Second')
  await expect(window.conversation).toContainText('hello')

  await remove()
  await isListed(['First', 'Third'])
  await page.reload()
  await isListed(['First', 'Third'])
  await undo.focus()
  await page.keyboard.press('Enter')
  await isListed(names)

  // Closes the window before the time to undo has passed.
  await remove()
  await isListed(['First', 'Third'])
  await app.restart()
  await expect(app.window.agentRows).toHaveText([/^First/, /^Third/])
  await expect(app.page.getByRole('button', { name: 'Undo removing Second' })).toHaveCount(0)
})

test('the chat leaves a removed context even if its list was closed before the answer', async ({ app }) => {
  const { page, window } = app
  const chat = new ChatPage(page)
  const answers = await holdableAnswers(page)
  const begin = window.chat.getByRole('button', { name: 'New conversation' })
  const undo = page.getByRole('button', { name: 'Undo removing hello again' })
  const forget = async (meanwhile?: () => Promise<void>) => {
    const listed = await chat.conversations()
    await listed.first().getByRole('button', { name: 'More about hello again' }).click()
    const entry = page.getByRole('menuitem', { name: 'Remove from the list' })
    await expect(entry).toBeVisible()
    answers.hold()
    await entry.click()
    await page.keyboard.press('ControlOrMeta+b')
    await expect(listed).toHaveCount(0)
    await meanwhile?.()
    answers.release()
    await expect(undo).toBeVisible()
    await page.keyboard.press('ControlOrMeta+b')
  }
  await window.startDemo()
  await window.say('hello')
  await expect(chat.theirs()).toHaveCount(1)
  await begin.click()
  await window.say('hello again')
  await expect(chat.mine()).toContainText('hello again')
  // Its answer has the context that is then forgotten.
  await expect(chat.theirs()).toHaveCount(1)
  await forget()
  await expect(chat.mine()).toHaveText(/hello$/)
  await undo.click()
  await expect(chat.mine()).toContainText('hello again')

  // A conversation that was selected meanwhile stays selected.
  await forget(() => begin.click())
  await expect(window.chat.getByText('Start a conversation with Travel concierge')).toBeVisible()
})

test('a context and a session that are removed come back to where they were', async ({ app }) => {
  const { page, window } = app
  const chat = new ChatPage(page)
  await window.startDemo()
  await window.say('hello')
  await expect(chat.theirs()).toHaveCount(1)
  await window.chat.getByRole('button', { name: 'New conversation' }).click()
  await window.say('hello again')
  await expect(window.conversation).toContainText('hello again')
  // Its answer names the context, without which nothing can be removed.
  await expect(chat.theirs()).toHaveCount(1)
  let listed = await chat.conversations()
  await window.chooseOf('hello again', 'Remove from the list')
  await expect(listed).toHaveText([/^hello\d/])
  await expect(window.conversation).not.toContainText('hello again')
  await page.getByRole('button', { name: 'Undo removing hello again' }).click()
  await expect(window.conversation).toContainText('hello again')
  listed = await chat.conversations()
  await expect(listed).toHaveText([/hello again/, /^hello\d/])

  await window.run('New recording')
  const sessions = await window.showRecordings()
  const locator = sessions.getByRole('button', { name: /^Travel concierge.*request/ })
  await locator.click()
  const banner = regions.recordingShown(page)
  await expect(banner).toBeVisible()
  await sessions.getByRole('button', { name: 'More about Travel concierge' }).last().click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = dialogs.deleteSession(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toHaveCount(0)
  await expect(locator).toHaveCount(0)
  await expect(banner).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo removing Travel concierge' }).click()
  await expect(locator).toBeVisible()
  await expect(banner).toBeVisible()
  await window.show('console')
  await expect(window.exchange('SendMessage')).toHaveCount(2)
})
