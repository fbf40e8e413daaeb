import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { ConsolePane } from '../lazy.ts'
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
  const response = pane.getByRole('region', { name: 'Response, decoded' })
  await expect.element(response.getByRole('deletion')).toMatchTextContent('by train')
  await expect.element(response).toMatchTextContent('"the end"')
  await pane.getByRole('checkbox', { name: 'Only differences' }).click()
  await expect.element(response).not.toMatchTextContent('"the end"')
  await expect.element(response).toMatchTextContent(/\d+ equal lines/)
  await pane.getByRole('button', { name: /^Show ids and times/ }).click()
  await expect.element(response).toMatchTextContent('"taskId": "t-second"')
  await pane.getByRole('button', { name: 'Headers' }).click()
  await expect.element(pane).toMatchTextContent('Equal: Request headers, Response headers')
  await expect.element(pane.getByRole('status')).toMatchTextContent('No differences')
  expect(await violations()).toEqual([])
})

test('the figures of the inspector are side by side with their difference, and equal ones are hidden', async () => {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({
      messages: [
        { text: 'rate 3 30', stream: true },
        { text: 'rate 4 30', stream: true },
      ],
    }),
  )
  const exchange = (events: string) => page.getByRole('row').filter({ hasText: events }).first()
  await exchange('6 events').click()
  const timeline = page.getByRole('region', { name: 'Task timeline' })
  await expect.element(timeline).toMatchTextContent(/longest gap/)
  const words = timeline.element().textContent
  await exchange('7 events').click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await pane.getByRole('button', { name: 'Timing' }).click()
  const row = (name: string) => pane.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect.element(row('Events')).toMatchTextContent(/6\s*7\s*\+1/)
  await expect.element(pane.getByRole('status')).toMatchTextContent(/^\d figures differ/)
  await pane.getByRole('checkbox', { name: 'Only differences' }).click()
  for (const name of ['First byte', 'First text', 'Longest gap']) {
    const figure = new RegExp(`${name} ([\\d.]+ m?s)`, 'i').exec(words)?.[1]
    expect(figure).toBeDefined()
    await expect.element(row(name)).toMatchTextContent(`${name}${figure}`)
  }
  expect(await violations()).toEqual([])
})

test('figures that are equal are hidden, and named', async () => {
  await compare(['one'], ['one', 'two'])
  await pane.getByRole('button', { name: 'Timing' }).click()
  await expect.element(pane).toMatchTextContent(/equal figures?: .*First text/)
  await expect.element(pane.getByRole('row', { name: /^First text/ })).not.toBeInTheDocument()
  await pane.getByRole('checkbox', { name: 'Only differences' }).click()
  await expect.element(pane.getByRole('row', { name: /^First text/ })).toMatchTextContent('equal')
})

test('answers of the same words have no differences, whatever their ids', async () => {
  await compare(['by train'], ['by train'])
  await expect.element(pane.getByRole('status')).toMatchTextContent('No differences')
  expect(pane.getByRole('deletion').elements()).toEqual([])
})
