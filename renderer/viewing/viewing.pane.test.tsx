import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { useLooking } from '../state/viewing.ts'
import { LookingAt } from './viewing.tsx'

test('a recording that takes long to open says so, with the way back', async () => {
  const opened = Promise.withResolvers<never>()
  await mountPane(
    <LookingAt>
      <p>What is live</p>
    </LookingAt>,
    await commands.recordEntries([]),
    (looking) => {
      const { client } = looking
      return {
        ...looking,
        client: { ...client, sessions: { ...client.sessions, open: () => opened.promise } },
      }
    },
  )
  const live = page.getByText('What is live')
  const back = page.getByRole('button', { name: 'Back to live' })
  const { open } = useLooking.getState()
  await expect.element(live).toBeVisible()
  open('kept', 'Lisbon')
  await expect.element(page.getByRole('status')).toMatchTextContent('Opening the recording…')
  expect(await violations()).toEqual([])
  await back.click()
  await expect.element(live).toBeVisible()
  open('kept', 'Lisbon')
  opened.reject(new Error('It is damaged.'))
  await expect.element(page.getByText('It is damaged.')).toBeVisible()
  await back.click()
  await expect.element(live).toBeVisible()
})
