import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { ConsolePane } from '../lazy.ts'

const console = page.getByRole('region', { name: 'Console' })
const problem = page.getByRole('region', { name: 'Problem', exact: true })
const exchange = page
  .getByRole('grid', { name: 'Exchanges' })
  .getByRole('row')
  .filter({ hasText: 'SendStreamingMessage' })

test('a problem is the subject of the inspector, with its bytes, and leads to the request it is in', async () => {
  const recording = await commands.recordCalls({
    agent: 'append-to-unknown',
    messages: [
      { text: 'hi', stream: true },
      { text: 'hi again', stream: true },
    ],
  })
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    recording,
  )
  await expect.element(exchange.first()).toMatchTextContent('▲')
  await console.getByRole('tab', { name: 'Problems' }).click()
  const row = page
    .getByRole('grid', { name: 'Problems' })
    .getByRole('row')
    .filter({ hasText: 'PARLEY-SEQ-005' })
    .first()
  await expect.element(row).toMatchTextContent('warning')
  await row.click()
  await expect.element(row).toHaveAttribute('aria-selected', 'true')
  await expect.element(problem).toMatchTextContent('ExpectedWhat is appended to existsReceivedtrue')
  await expect.element(problem).toMatchTextContent(/Section.*A2A 1\.0 §/)
  await expect.element(problem).toMatchTextContent('append-to-unknown · 1.0 JSON-RPC')
  const occurrences = problem.getByRole('grid', { name: 'Occurrences' })
  await expect.poll(() => occurrences.getByRole('row').elements()).toHaveLength(3)
  await expect
    .element(problem.getByRole('region', { name: 'Event 3' }))
    .toMatchTextContent('"artifactUpdate"')
  expect(await violations()).toEqual([])

  ;(occurrences.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.element(occurrences.getByRole('row').last()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Home}')
  await expect.element(occurrences.getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{End}')
  const menu = page.getByRole('menu', { name: 'Problem' })
  for (const place of [row, occurrences.getByRole('row').last(), problem.getByRole('heading').nth(1)]) {
    await place.click({ button: 'right' })
    await expect.element(menu.getByRole('menuitem', { name: 'Open request' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
  }
  ;(occurrences.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}{ContextMenu}')
  await menu.getByRole('menuitem', { name: 'Open request' }).click()
  await expect.element(page.getByRole('region', { name: 'Event 3' })).toMatchTextContent('"artifactUpdate"')
  await expect.element(problem).not.toBeInTheDocument()
  await console.getByRole('tab', { name: 'Requests' }).click()
  await expect.element(exchange.last()).toHaveAttribute('aria-selected', 'true')
})

test('a problem that the filters of the list leave out shows why, and how to get it back', async () => {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({ agent: 'append-to-unknown', messages: [{ text: 'hi', stream: true }] }),
  )
  await console.getByRole('tab', { name: 'Problems' }).click()
  await page.getByRole('grid', { name: 'Problems' }).getByRole('row').filter({ hasText: 'SEQ-005' }).click()
  await console.getByRole('button', { name: 'Errors', exact: true }).click()
  await expect.element(problem).toMatchTextContent('No occurrence matches the filters of the list.')
  await problem.getByRole('button', { name: 'Clear the filter' }).click()
  await expect.element(problem).toMatchTextContent('What is appended to exists')
})

test('the findings of an exchange cost no more than a screenful, and it says how many are left out', async () => {
  const steps = Array.from({ length: 300 }, (_, index) => ({ step: 'json', json: { index } }) as const)
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({ steps, messages: [{ text: 'hi', stream: true }] }),
  )
  await exchange.click()
  await page.getByRole('tablist', { name: 'Inspector' }).getByRole('tab', { name: 'Problems' }).click()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await expect.element(inspector).toMatchTextContent('Problems of the first 200 of 300 places.')
  const list = inspector.getByRole('list', { name: 'Problems of this request' })
  await expect.element(list).toMatchTextContent('event 1')
  expect(list.getByRole('listitem').elements().length).toBeLessThan(40)
  await list.getByRole('button', { name: 'All occurrences' }).first().click()
  await expect.element(problem.getByRole('region', { name: 'Event 1', exact: true })).toBeVisible()
})

test('a problem of how a stream ended shows its last event', async () => {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({ agent: 'closed-early', messages: [{ text: 'hi', stream: true }] }),
  )
  await console.getByRole('tab', { name: 'Problems' }).click()
  const rows = page.getByRole('grid', { name: 'Problems' }).getByRole('row')
  await rows.filter({ hasText: 'PARLEY-SEQ-003' }).click()
  await expect.element(problem).toMatchTextContent('The stream ended after this event:')
  await expect.element(problem.getByRole('region', { name: /^Event/ })).toMatchTextContent('"result"')
})
