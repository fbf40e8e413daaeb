import { useEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { Panes } from '../../../panes.tsx'
import { showConsole, useConsole } from '../../../state/console.ts'
import { useSelection } from '../../../state/selection.ts'

const exchanges = page.getByRole('grid', { name: 'Exchanges' })
const toggle = exchanges.getByRole('button', { name: '300 webhook calls' })
const selected = exchanges.getByRole('row', { selected: true })
const rowCount = () => Number(exchanges.element().getAttribute('aria-rowcount')) - 1

function ConsoleMode() {
  useEffect(() => showConsole('wire'), [])
  return <Panes left={null} />
}

beforeEach(async () => {
  const { send, status, statusUpdate, user } = wire10
  const record = createScriptedRecord()
  const tasks: Record<string, string> = { request: 't', stranger: 'other' }
  record.call({ id: 'request', operation: 'send', body: send(user('m', 'go')) })
  for (let index = 0; index < 300; index++) {
    tasks[`call-${index}`] = 't'
    record.webhook(`call-${index}`, statusUpdate('t', status('WORKING')))
  }
  record.end('request')
  record.webhook('stranger', statusUpdate('other', status('WORKING')), { path: '/stranger' })
  await mountPane(<ConsoleMode />, await commands.recordEntries(record.entries, tasks))
  await expect.element(toggle).toBeVisible()
})

test('webhook calls lie within their request until it is opened, by mouse or by key; those of no request are rows', async () => {
  expect(rowCount()).toBe(2)
  await expect.element(exchanges.getByRole('row').nth(2)).toMatchTextContent('/stranger')
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect.poll(rowCount).toBe(302)
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
  const call = exchanges.getByRole('row').nth(2)
  await expect.element(call.getByText('POST')).toBeVisible()
  const indentPx = (each: Locator) =>
    each
      .getByText(/^(POST|send)$/)
      .element()
      .getBoundingClientRect().left - exchanges.element().getBoundingClientRect().left
  expect(indentPx(call)).toBeGreaterThan(indentPx(exchanges.getByRole('row').nth(1)) + 10)
  expect(await violations()).toEqual([])

  await exchanges.getByRole('row').nth(1).click()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(rowCount).toBe(2)
  await userEvent.keyboard('{Enter}')
  await expect.poll(rowCount).toBe(302)
})

test('a filter finds them wherever they lie, and one that is selected elsewhere opens its request', async () => {
  useConsole.getState().setFilter('kind:webhook')
  await expect.poll(rowCount).toBe(301)
  useConsole.getState().setFilter('')
  await expect.poll(rowCount).toBe(2)
  useSelection.getState().selectExchange('call-250')
  await expect.poll(rowCount).toBe(302)
  await expect.element(selected).toHaveAttribute('aria-rowindex', '253')
  await expect.element(selected).toBeInViewport()
  // It does not open again while the same one is selected.
  useConsole.getState().turnRequest('request', false)
  await expect.poll(rowCount).toBe(2)
})
