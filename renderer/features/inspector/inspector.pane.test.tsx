import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { Inspector } from './index.ts'

const events = page.getByRole('grid', { name: 'Events' })
const lanes = page.getByRole('list', { name: 'States over time' })
const row = (words: string) => events.getByRole('row').filter({ hasText: words }).last()

test('tasks of one context stand on one clock, and one is chosen there', async () => {
  await mountPane(
    <Inspector />,
    await commands.recordCalls({
      messages: [
        { text: 'hi', stream: true },
        { text: 'fail', stream: true },
      ],
    }),
  )
  await expect.element(row('failed')).toBeVisible()
  expect(lanes.getByRole('listitem').elements()).toHaveLength(2)
  await lanes.getByRole('listitem').first().getByRole('button', { pressed: false }).first().click()
  await expect.element(row('Result')).toBeVisible()
  await expect.element(row('failed')).not.toBeInTheDocument()
})

test('a task that works on after its end: the change is marked, and the finding stands on its row', async () => {
  await mountPane(
    <Inspector />,
    await commands.recordCalls({ agent: 'terminal-then-more', messages: [{ text: 'hi', stream: true }] }),
  )
  const pane = page.getByRole('region', { name: 'Task timeline' })
  await expect
    .element(lanes.getByRole('button', { name: /not possible after the state before/ }))
    .toBeVisible()
  await expect.element(pane).toMatchTextContent('1 impossible')
  const impossible = row('impossible here')
  await expect.element(impossible).toMatchTextContent(/error[A-Z]+-/)
  await impossible.click()
  await expect
    .element(pane.getByRole('region', { name: 'Event', exact: true }))
    .toMatchTextContent('A task can’t reach this state from the one before.')

  await pane.getByRole('searchbox', { name: 'Find in events' }).fill('chunk1')
  await expect.poll(() => events.getByRole('row').filter({ hasText: 'Result' }).elements()).toHaveLength(1)
  await expect.element(impossible).not.toBeInTheDocument()

  await pane.getByRole('button', { name: 'Show all events' }).click()
  await pane.getByRole('button', { name: /^Filter by source and kind/ }).click()
  await pane.getByRole('button', { name: 'States', exact: true }).click()
  await expect.element(impossible).toBeVisible()
  await expect.element(row('you')).not.toBeInTheDocument()
})
