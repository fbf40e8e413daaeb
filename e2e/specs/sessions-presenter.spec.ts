import { expect, test } from '../fixtures/app.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('presenter mode shows chat and timeline alone, says a prompt by its key, and Escape puts all back', async ({
  app,
}) => {
  const { page, window } = app
  await window.startDemo()
  await window.message.focus()
  await window.run('Presenter mode')
  const presenter = page.getByRole('region', { name: 'Presenter' })
  await expect(window.console).toHaveCount(0)
  await expect(window.card).toHaveCount(0)
  await expect(window.address).toHaveCount(0)
  await expect(window.message).not.toBeFocused()

  await presenter.getByRole('button', { name: 'Prepare…' }).click()
  await page.getByRole('textbox', { name: 'Prompts, a line each' }).fill('hello\nTell me about Lisbon')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await presenter.getByRole('button', { name: /hello/ }).focus()
  await page.keyboard.press('1')
  await expect(window.conversation).toContainText('I am a travel concierge')

  await page.keyboard.press('Escape')
  await expect(presenter).toHaveCount(0)
  await expect(window.exchange('Message').first()).toBeVisible()
  await expect(window.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()

  const sessions = page.getByRole('region', { name: 'Sessions' })
  await sessions.getByRole('button', { name: 'End this session and begin a new one' }).click()
  await sessions.getByRole('button', { name: /Travel concierge.*exchange/ }).click()
  await page.getByRole('button', { name: 'Present', exact: true }).click()
  await presenter.getByRole('button', { name: 'Replay it' }).click()
  await expect(presenter.getByRole('button', { name: /hello/ })).toBeVisible()
  await expect(window.conversation).not.toContainText('I am a travel concierge')
  await page.keyboard.press('1')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await page.keyboard.press('Escape')
  await expect(presenter).toHaveCount(0)
  await expect(window.exchange('Message').first()).toBeVisible()
})
