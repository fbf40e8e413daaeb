import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { ChatPane } from '../index.ts'

test('a right click on a long message opens its menu, also where its head is out of sight', async () => {
  const text = Array.from({ length: 2_000 }, (_, index) => `direct, line ${index}`).join('\n')
  await mountPane(<ChatPane />, await commands.recordCalls({ messages: [{ text }] }))
  const log = page.getByRole('log', { name: 'Conversation' })
  const message = log.getByRole('article', { name: 'You' })
  await expect.element(message).toBeVisible()
  const box = log.element()
  box.scrollTo(0, box.scrollHeight / 2)
  await expect.element(log.getByRole('button', { name: 'Your message' })).not.toBeInTheDocument()
  await expect.element(message).toMatchTextContent(/line 1000/)
  await message.getByText(/line 1000/).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Your message' })
  await expect.element(menu.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
})
