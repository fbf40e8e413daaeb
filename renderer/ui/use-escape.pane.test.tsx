import { useState } from 'react'
import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { useEscape } from './use-escape.ts'

function Opened({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false)
  useEscape(() => setOpen(false), isOpen)
  return (
    <button type="button" onClick={() => setOpen(true)}>
      {name} {isOpen ? 'open' : 'closed'}
    </button>
  )
}

test('Esc closes what was opened last, and only that', async () => {
  await mountPane(
    <>
      <Opened name="first" />
      <Opened name="second" />
    </>,
    await commands.recordEntries([]),
  )
  const states = () =>
    page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent)
  await page.getByRole('button', { name: /^second/ }).click()
  await page.getByRole('button', { name: /^first/ }).click()
  expect(states()).toEqual(['first open', 'second open'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(states).toEqual(['first closed', 'second open'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(states).toEqual(['first closed', 'second closed'])
})
