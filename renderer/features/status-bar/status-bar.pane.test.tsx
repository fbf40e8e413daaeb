import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { Panes } from '../../panes.tsx'
import { StatusBar } from './index.ts'

const status = page.getByRole('contentinfo', { name: 'Status' })

test('the last request and what there is of each lead to the console', async () => {
  await mountPane(
    <div className="column full-height">
      <Panes left={null} />
      <StatusBar />
    </div>,
    await commands.recordCalls({ messages: [{ text: 'hello' }, { text: 'many 3', stream: true }] }),
  )
  const last = status.getByTitle('Show in the console')
  await expect.element(last).toMatchTextContent('SendStreamingMessage')
  await expect.element(last).toMatchTextContent('200')
  await expect.element(status).toMatchTextContent('3 requests')
  // A recording has no receiver, and no called webhook.
  await expect.element(status).not.toMatchTextContent(/Receiver|webhook/)
  expect(await violations()).toEqual([])

  await last.click()
  const rows = page.getByRole('grid', { name: 'Exchanges' }).getByRole('row')
  await expect.element(rows.last()).toHaveAttribute('aria-selected', 'true')
  await expect.element(rows.last()).toMatchTextContent('SendStreamingMessage')
})

test('nothing is named where nothing was recorded', async () => {
  await mountPane(<StatusBar />, await commands.recordEntries([]))
  await expect.element(status).toBeVisible()
  await expect.element(status.getByRole('button')).not.toBeInTheDocument()
})
