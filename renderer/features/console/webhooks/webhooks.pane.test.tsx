import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { ConsolePane } from '../lazy.ts'

const { send, status, statusUpdate, user } = wire10
const pane = page.getByRole('region', { name: 'Console' })
const calls = page.getByRole('grid', { name: 'Webhook calls' })
const call = (index: number) => calls.getByRole('row').nth(index + 1)
const inspector = page.getByRole('region', { name: 'Inspector' })
const group = (name: string) => inspector.getByRole('region', { name })

const statusAt = (state: string, second: number) =>
  statusUpdate('t', status(state, { timestamp: `2026-11-21T10:00:0${second}.000Z` }))
const completed = statusAt('COMPLETED', 5)
const proven = { token: 'right', authorization: 'right' } as const
const forged = { token: 'missing', authorization: 'missing' } as const
const jwt = {
  outcome: 'right',
  checks: [{ member: 'aud', state: 'missing', sentence: 'It names no audience.' }],
} as const

beforeEach(async () => {
  const record = createScriptedRecord()
  record.call({ id: 'stream', operation: 'stream', body: send(user('m', 'go')) })
  record.webhook('missing', statusAt('WORKING', 1), { path: '/missing', verdict: forged })
  record.webhook('jwt', statusAt('WORKING', 2), {
    path: '/jwt',
    verdict: { ...proven, jwt },
  })
  for (const [index, answered] of [503, 503, 200].entries()) {
    record.wait(100 * 2 ** index)
    record.webhook(`try-${index}`, completed, { answered, verdict: proven })
  }
  record.webhook('repeated', completed, { verdict: proven })
  record.webhook('overtaken', statusAt('WORKING', 4), { verdict: proven })
  record.webhook('after', statusAt('WORKING', 6), { path: '/another', verdict: proven })
  record.frame('stream', wire10.result(completed))
  record.end('stream')
  record.webhook('late', statusAt('WORKING', 3), { path: '/late', verdict: proven })
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordEntries(record.entries),
  )
  await pane.getByRole('tab', { name: 'Webhooks' }).click()
})

test('a call has its update, its proof, its order and its answer in the list', async () => {
  await expect.poll(() => calls.getByRole('row').elements()).toHaveLength(10)
  for (const [index, words] of [
    ['working', 'missing', '200'],
    ['working', 'verified', '200'],
    ['completed', 'verified', '503'],
    ['completed', 'attempt 2', '503'],
    ['completed', 'attempt 3', '200'],
    ['completed', 'repeated', '200'],
    ['working', 'out of order', '200'],
    ['working', 'after the end', '200'],
    ['working', 'late', '200'],
  ].entries()) {
    for (const word of words) await expect.element(call(index)).toMatchTextContent(word)
  }
  await pane.getByRole('button', { name: 'Refused' }).click()
  await expect.poll(() => calls.getByRole('row').elements()).toHaveLength(3)
})

test('the selected one is judged in sentences, by its agent’s update, its proof and its order', async () => {
  await call(0).click()
  ;(calls.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(call(1)).toHaveAttribute('aria-selected', 'true')
  await expect.element(group('Update')).toMatchTextContent('It reported that the task is working.')
  await expect.element(group('Sender')).toMatchTextContent('Its JWT matches the one registered.')
  await expect.element(group('JWT claims')).toMatchTextContent('aud: It names no audience.')
  await expect.element(group('Response')).toMatchTextContent('Parley answered 200.')
  await call(7).click()
  await expect.element(group('Timing')).toMatchTextContent('It reports work after the task ended.')
})

test('the tries of a call are drawn with the waits between them, and each leads to its call', async () => {
  await call(4).click()
  const tries = group('Attempts of this call')
  await expect.element(tries).toMatchTextContent('4 tries')
  await expect.element(tries.getByRole('button', { name: 'Try 3: 200 accepted' })).toBeVisible()
  expect(await violations()).toEqual([])
  await tries.getByRole('button', { name: 'Try 1: 503 refused' }).click()
  await expect.element(call(2)).toHaveAttribute('aria-selected', 'true')
})

test('of what was recorded there are calls alone: nothing listens, and no configuration can be shown', async () => {
  await call(2).click()
  await expect.element(group('Sender')).toMatchTextContent('Its token matches the one registered.')
  for (const name of ['Turn on', 'Turn off', 'New configuration', 'Receiver settings', 'its configuration'])
    await expect.element(pane.getByRole('button', { name })).not.toBeInTheDocument()
  await pane.getByRole('button', { name: 'With problems' }).click()
  await pane.getByRole('button', { name: 'Show all calls' }).click()
  await expect.poll(() => calls.getByRole('row').elements()).toHaveLength(10)
})

test('a right click on a call shows it and opens its menu', async () => {
  await call(2).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Exchange' })
  await expect.element(menu.getByRole('menuitem', { name: 'Compare with another' })).toBeVisible()
  await expect.element(call(2)).toHaveAttribute('aria-selected', 'true')
})
