import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import type { Recording } from '#testing/panes/recordings.ts'
import { violations } from '#testing/panes/violations.ts'
import { ConsolePane } from '../lazy.ts'

const pane = page.getByRole('region', { name: 'Console' })
const grid = page.getByRole('grid', { name: 'Sequence' })
const rows = grid.getByRole('rowgroup').getByRole('row')
const row = (words: string) => rows.filter({ hasText: words })
const edges = page.getByRole('list', { name: 'Calls between agents' }).getByRole('listitem')
const count = (listed: typeof rows) => expect.poll(() => listed.elements().length)

async function openSequence(recording: Recording): Promise<void> {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    recording,
  )
  await pane.getByRole('tab', { name: 'Sequence' }).click()
}

async function view(name: 'Sequence' | 'Map'): Promise<void> {
  await pane.getByRole('group', { name: 'View' }).getByRole('button', { name }).click()
}

test('who delegated what to whom, equal calls as one, by mouse and by keys', async () => {
  await openSequence(await commands.recordDelegation('hi'))
  for (const name of ['Parley', 'Planner', 'Weather', 'Hotels', 'Trains'])
    await expect.element(grid.getByRole('columnheader', { name })).toBeVisible()
  const folded = row('4 × SendStreamingMessage')
  await expect.element(folded).toMatchTextContent('4 completed')
  const before = rows.elements().length
  await folded.click()
  await userEvent.keyboard('{Enter}')
  await count(rows).not.toBe(before)
  await userEvent.keyboard('{ArrowLeft}')
  await count(rows).toBe(before)

  const call = row('SendStreamingMessage').nth(1)
  await expect.element(call.getByTitle(/refers to the task, while the task was open/)).toBeInTheDocument()
  await call.click()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('region', { name: 'Inspector' }).getByRole('heading').first())
    .toMatchTextContent('SendStreamingMessage')
})

test('the map says how often, how slow and why, and leads to the calls between two', async () => {
  await openSequence(await commands.recordDelegation('fail'))
  await view('Map')
  await count(edges).toBe(4)
  const edge = edges.filter({ hasText: 'Planner → Trains' })
  await expect.element(edge).toMatchTextContent('4 calls · 4 failed · median')
  await expect.element(edge).toMatchTextContent('refers to the task × 4')
  await edge.getByRole('button').click()
  await count(rows).toBe(1)
  await pane.getByRole('button', { name: /Planner → Trains/ }).click()
  await count(row('SendStreamingMessage')).not.toBe(1)
})

test('a caller that only the time suggests is a guess: dashed, and in words', async () => {
  await openSequence(await commands.recordDelegation('hi', { evidence: 'nothing' }))
  await count(row('guess: SendStreamingMessage')).toBe(2)
  await count(row('guess: 4 × SendStreamingMessage')).toBe(1)
  await expect.element(grid.getByTitle(/A guess: while the task was open/).first()).toBeVisible()
  await expect.element(pane.getByText('Dashed: a guess')).toBeVisible()
  await view('Map')
  await expect.element(edges.getByRole('button', { name: /Planner → Hotels guess: 1 call/ })).toBeVisible()
  await expect.element(edges.getByRole('button', { name: /Parley → Planner 1 call/ })).toBeVisible()
  expect(await violations()).toEqual([])
})
