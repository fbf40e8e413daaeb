// A redirect that would carry a request to another origin: the window has the user confirm it.

import { redirect } from '../agents/quirks/addresses.ts'
import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { dialogs, regions } from '../pages/places.ts'

test('a message that an agent redirects to another origin is sent there only when the user says so', async ({
  app,
  agents,
}) => {
  const { page, window } = app
  const other = await agents.made({ dialect: '1.0' })
  const moving = await agents.made({ dialect: '1.0', quirks: [redirect(307, '/', `${other.url}/`)] })
  await window.connect(moving.url)
  const question = dialogs.redirectQuestion(page)

  await window.say('Hello')
  await expect(question).toContainText(`${new URL(moving.url).host} redirects this request to`)
  await expect(question).toContainText(`${other.url}/`)
  await expect(question).toContainText('on this machine or in its network')
  await expect(question).toContainText(/SendMessage · POST with a body of \d+ B/)
  await question.getByRole('button', { name: 'Don’t send' }).click()
  await expect(window.chat).toContainText('You chose not to send it there. Nothing was sent to it.')
  expect(other.requests).toEqual([])

  await window.say('Hello again')
  await question
    .getByRole('checkbox', { name: `Always allow redirects from ${moving.url} to ${other.url}` })
    .check()
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => other.requests.length).toBe(1)
  await window.say('And again')
  await expect.poll(() => other.requests.length).toBe(2)

  const card = new CardPage(page)
  await page.getByRole('banner').getByRole('button', { name: 'No credentials' }).click()
  const locator = regions.allowedRedirects(card.dialog)
  await expect(locator).toContainText(other.url)
  await locator.getByRole('button', { name: `Ask again before redirects to ${other.url}` }).click()
  await expect(locator).toBeHidden()
  await card.closeDialog()
  await window.say('Once more')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect(other.requests).toHaveLength(2)
})
