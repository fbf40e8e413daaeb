import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { useLooking } from '../../state/viewing.ts'
import { RecordingBanner } from './index.ts'

const banner = page.getByRole('region', { name: 'Recording shown' })
const button = (name: string | RegExp) => banner.getByRole('button', { name })

test('one row has the recording, the others that are open, and the way back', async () => {
  await mountPane(
    <RecordingBanner />,
    await commands.recordCalls({ card: { name: `Kit agent${' of many words'.repeat(12)}` } }),
  )
  await expect.element(banner).toMatchTextContent(/Saved recording.*Kit agent.*1 request/)
  await expect.element(button(/^Opened recordings/)).not.toBeInTheDocument()
  expect(banner.element().getBoundingClientRect().height).toBe(36)

  useLooking.getState().open('one', 'Monday')
  useLooking.getState().open('two', 'Tuesday')
  await page.viewport(900, 600)
  await button(/^Opened recordings: Kit agent/).click()
  const { bottom, right } = banner.element().getBoundingClientRect()
  expect([bottom, right]).toEqual([36, 900])
  expect(banner.element().scrollWidth).toBe(900)
  expect(await violations()).toEqual([])
  await expect.element(page.getByRole('menuitemradio', { checked: true })).toMatchTextContent(/Tuesday/)
  await page.getByRole('menuitemradio', { name: 'Monday' }).click()
  expect(useLooking.getState().current).toBe('one')
  await button('Back to live').click()
  expect(useLooking.getState().current).toBe(undefined)
  expect(useLooking.getState().tabs).toHaveLength(2)
})
