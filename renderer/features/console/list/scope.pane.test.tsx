import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { Panes } from '../../../panes.tsx'
import { showConsole, useConsole } from '../../../state/console.ts'
import { useScope, useSelection } from '../../../state/selection.ts'

const exchanges = page.getByRole('grid', { name: 'Exchanges' })
const chip = page.getByRole('combobox', { name: 'Agents shown' })
const wider = page.getByRole('button', { name: /outside this scope$/ })
const rowCount = () => Number(exchanges.element().getAttribute('aria-rowcount')) - 1
const agentNames = () =>
  exchanges
    .getByRole('columnheader')
    .elements()
    .filter((each) => each.getAttribute('aria-label') === 'Agent').length

function ConsoleMode() {
  useEffect(() => showConsole('wire'), [])
  return <Panes left={null} />
}

test('the list is that of all agents or of one, counts what it leaves out, and shows it again', async () => {
  await mountPane(<ConsoleMode />, await commands.recordDelegation('plan a weekend in Lisbon'))
  await expect.element(exchanges).toBeVisible()
  await expect.element(chip).toHaveDisplayValue('All agents')
  await expect.poll(agentNames).toBe(1)
  await expect.element(wider).not.toBeInTheDocument()
  const tab = page.getByRole('tab', { name: 'Requests' })
  await expect.poll(() => tab.element().textContent).toBe(`Requests${rowCount()}`)
  const all = rowCount()

  const names = chip
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  await userEvent.selectOptions(chip, names[1] ?? '')
  await expect.poll(rowCount).toBeLessThan(all)
  await expect.element(wider).toMatchTextContent(`Show ${all - rowCount()} outside this scope`)
  await expect.poll(() => tab.element().textContent).toBe(`Requests${rowCount()}`)
  // A single agent need not be named in each row.
  await expect.poll(agentNames).toBe(0)
  expect(await violations()).toEqual([])

  useConsole.getState().setFilter('method:nobody')
  await expect.element(page.getByText('No request in this scope matches this filter.')).toBeVisible()
  await expect.element(wider).not.toBeInTheDocument()
  useConsole.getState().setFilter('')
  await wider.click()
  await expect.poll(rowCount).toBe(all)
  await expect.element(chip).toHaveDisplayValue('All agents')
  await expect.element(wider).not.toBeInTheDocument()
})

test('an exchange of another agent that is selected elsewhere does not change the scope: the list says so', async () => {
  await mountPane(<ConsoleMode />, await commands.recordDelegation('plan a weekend in Lisbon'))
  await expect.element(exchanges).toBeVisible()
  await exchanges.getByRole('row').last().click()
  const { exchangeId } = useSelection.getState()
  const names = chip
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  const row = exchanges.getByRole('row', { selected: true }).element().textContent
  await userEvent.selectOptions(chip, names.slice(1).find((name) => !row.includes(name)) ?? '')
  await expect.element(page.getByText(/^The selected request isn’t one of this agent’s/)).toBeVisible()
  await page.getByRole('button', { name: 'Show all agents' }).click()
  await expect.element(exchanges.getByRole('row', { selected: true })).toBeInViewport()
  expect(useSelection.getState().exchangeId).toBe(exchangeId)
})

test('a choice of the scope is as wide as what is chosen, and at 900 × 600 the tabs beside both are whole', async () => {
  useScope.setState({ sessionId: 'live' })
  const name = 'An agent with a name that is longer than any choice has room for'
  const recording = await commands.recordDelegation('plan a weekend in Lisbon', { name })
  await mountPane(<ConsoleMode />, recording, { canFollow: true })
  await expect.element(page.getByRole('combobox', { name: 'Recordings shown' })).toBeVisible()
  await expect.element(chip.getByRole('option', { name })).toBeInTheDocument()
  await expect.poll(() => chip.element().getBoundingClientRect().width).toBeLessThan(110)
  await page.viewport(900, 600)
  const tabs = page.getByRole('tablist', { name: 'Console' }).element()
  await expect.poll(() => tabs.scrollWidth - tabs.clientWidth).toBe(0)
})
