import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { ComparePane } from './compare-pane.tsx'

const { chunk, result, send, status, statusUpdate, task, user } = wire10
const pane = page.getByRole('region', { name: 'Two requests compared' })

async function compare(first: readonly string[], second: readonly string[]): Promise<void> {
  const record = createScriptedRecord()
  for (const [id, chunks] of Object.entries({ first, second })) {
    record.call({ id, operation: 'stream', body: send(user(`m-${id}`, `The ${id} of two`)) })
    record.frame(id, result({ task: task(`t-${id}`, status('WORKING')) }))
    for (const text of chunks) record.frame(id, result(chunk(`t-${id}`, 'plan', text)))
    record.frame(id, result(statusUpdate(`t-${id}`, status('COMPLETED'))))
    record.end(id)
  }
  await mountPane(
    <ComparePane leftId="first" rightId="second" />,
    await commands.recordEntries(record.entries),
  )
}

test('two answers are compared by their texts, only what differs, and by their JSON and headers', async () => {
  await compare(
    ['# Lisbon\n', 'by train\n', 'one\ntwo\nthree\n', 'the end'],
    ['# Lisbon\n', 'by bus\n', 'one\ntwo\nthree\n', 'the end'],
  )
  await expect.element(pane.getByRole('status')).toMatchTextContent('2 lines differ')
  const plan = pane.getByRole('region', { name: 'plan' })
  await expect.element(plan.getByRole('deletion')).toMatchTextContent('- by train')
  await expect.element(plan.getByRole('insertion')).toMatchTextContent('+ by bus')
  await expect.element(plan).toMatchTextContent('4 equal lines')
  await expect.element(plan).not.toMatchTextContent('three')
  await expect.element(pane).toMatchTextContent('Equal: States')
  await expect.element(pane).toMatchTextContent('The first of two')
  expect(await violations()).toEqual([])

  await pane.getByRole('checkbox', { name: 'Only differences' }).click()
  await expect.element(plan).toMatchTextContent('three')
  await pane.getByRole('button', { name: 'JSON' }).click()
  await expect
    .element(pane.getByRole('list', { name: 'Differences of the meaning' }))
    .toMatchTextContent('by bus')
  await pane.getByRole('button', { name: 'Headers' }).click()
  await expect
    .element(pane.getByRole('region', { name: 'Response headers' }))
    .toMatchTextContent('No differences')
})

test('answers of the same words have no differences, whatever their ids', async () => {
  await compare(['by train'], ['by train'])
  await expect.element(pane.getByRole('status')).toMatchTextContent('No differences')
  expect(pane.getByRole('deletion').elements()).toEqual([])
})
