import { expect, test } from '../fixtures/agents.ts'
import { regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('presenter mode shows the chat alone, says a prompt by its key, and Escape puts all back', async ({
  app,
}) => {
  const { page, window } = app
  await window.startDemo()
  await window.message.focus()
  await window.run('Presenter mode')
  const presenter = regions.presenter(page)
  await expect(window.status).toHaveCount(0)
  await expect(window.inspector).toHaveCount(0)
  await expect(window.card).toHaveCount(0)
  await expect(window.address).toHaveCount(0)
  await expect(window.message).not.toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  const commands = page.getByRole('listbox', { name: 'Commands' })
  await expect(commands.getByRole('option', { name: 'Presenter mode' })).toBeVisible()
  for (const name of ['Compose a request', 'Show checks'])
    await expect(commands.getByRole('option', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await presenter.getByRole('button', { name: 'Prepare…' }).click()
  await page.getByRole('textbox', { name: 'Prompts, a line each' }).fill('hello\nTell me about Lisbon')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await presenter.getByRole('button', { name: /hello/ }).focus()
  await page.keyboard.press('1')
  await expect(window.conversation).toContainText('I am a travel concierge')

  await page.keyboard.press('Escape')
  await expect(presenter).toHaveCount(0)
  await window.show('console')
  await expect(window.exchange('Message').first()).toBeVisible()
  await window.show('chat')
  await expect(window.agents).toContainText('Travel concierge')

  await window.run('New recording')
  const sessions = await window.showRecordings()
  await sessions.getByRole('button', { name: /Travel concierge.*request/ }).click()
  await window.chooseOfRecording('Present')
  await presenter.getByRole('button', { name: 'Replay it' }).click()
  await expect(presenter.getByRole('button', { name: /hello/ })).toBeVisible()
  await expect(window.chat).not.toContainText('I am a travel concierge')
  await page.keyboard.press('1')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await page.keyboard.press('Escape')
  await expect(presenter).toHaveCount(0)
  await window.show('console')
  await expect(window.exchange('Message').first()).toBeVisible()
})

test('with two agents, the presenter switches between them, and a replay shows whom each prompt went to', async ({
  app,
  agents,
}) => {
  const { page, window } = app
  const presenter = regions.presenter(page)
  await window.connect((await agents.named('v0.3')).url)
  const { url } = await agents.named('v1.0')
  await window.connect(url)
  await window.say('hi', 'Stream')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()

  await window.run('Presenter mode')
  await presenter.getByRole('combobox', { name: 'Agent on stage' }).selectOption({ label: 'v0.3' })
  await expect(window.chat).toContainText('with v0.3')
  await presenter.getByRole('button', { name: 'Prepare…' }).click()
  await page.getByRole('textbox', { name: 'Prompts, a line each' }).fill('direct')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('1')
  await expect(window.conversation).toContainText('direct reply')
  await page.keyboard.press('Escape')

  await window.run('New recording')
  const sessions = await window.showRecordings()
  await sessions
    .getByRole('button', { name: /v0\.3.*request/ })
    .last()
    .click()
  // It was called first, though another was connected first.
  await expect(window.chat).toContainText('with v1.0')
  await window.chooseOfRecording('Present')
  await presenter.getByRole('button', { name: 'Replay it' }).click()
  await presenter.getByRole('button', { name: /direct/ }).click()
  await expect(window.chat).toContainText('with v0.3')
  await expect(window.conversation).toContainText('direct reply')
  await presenter.getByRole('button', { name: /hi/ }).click()
  await expect(window.chat).toContainText('with v1.0')
  await expect(window.conversation).toContainText('chunk0')
})
