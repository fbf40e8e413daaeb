import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { Panes } from '../../../panes.tsx'
import { showConsole, useConsole } from '../../../state/console.ts'
import { useScrolled } from '../../../state/scrolled.ts'
import { useMode } from '../../../state/selection.ts'
import { ConsolePane } from '../lazy.ts'

const exchanges = page.getByRole('grid', { name: 'Exchanges' })
const exchange = (call: string) => exchanges.getByRole('row').filter({ hasText: call })
const tabs = page.getByRole('tablist', { name: 'Inspector' })
const waiting = page.getByText(/^Select the request to compare/)
const comparison = page.getByRole('region', { name: 'Two requests compared' })

/** With the inspector beside it, as wide as in the window. */
function ConsoleMode() {
  useEffect(() => showConsole('wire'), [])
  return <Panes left={null} />
}

test('an event is opened by key and stays in view', async () => {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({ messages: [{ text: 'many 40', stream: true }] }),
  )
  await page.viewport(1440, 300)
  await exchange('SendStreamingMessage').click()
  const events = page.getByRole('grid', { name: 'Events' })
  ;((await events.findElement()) as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  const last = events.getByRole('row', { selected: true })
  await expect.element(last).toMatchTextContent('stream ended')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(last).toMatchTextContent('completed')
  await expect.element(page.getByRole('region', { name: /^Event 4\d$/ })).toBeVisible()
  await expect.element(last).toBeInViewport()
})

test('requests of one method are told apart by the first words of their messages', async () => {
  const long = `direct ${'a long way to Lisbon and back '.repeat(20)}`
  await mountPane(
    <ConsoleMode />,
    await commands.recordCalls({ messages: [{ text: 'direct Porto' }, { text: long }] }),
  )
  await page.viewport(1440, 900)
  const sent = exchanges.getByRole('row', { name: /SendMessage direct/ })
  await expect.element(sent.nth(0).getByText('direct Porto', { exact: true })).toBeVisible()
  await expect.element(sent.nth(1).getByText(/^direct a long way/)).toBeInTheDocument()
  expect((await sent.nth(1).findElement()).textContent.length).toBeLessThan(200)
  const cell = (
    await sent
      .nth(1)
      .getByText(/^direct a long/)
      .findElement()
  ).closest('[role=gridcell]')
  expect([cell && getComputedStyle(cell).textOverflow, cell && cell.scrollWidth > cell.clientWidth]).toEqual([
    'ellipsis',
    true,
  ])
  await expect.element(exchanges.getByRole('row', { name: /agent-card/ })).not.toMatchTextContent('direct')
  expect(await violations()).toEqual([])
})

test('a request whose task failed is told apart from one that was answered well', async () => {
  await mountPane(
    <ConsoleMode />,
    await commands.recordCalls({
      messages: [
        { text: 'many 3', stream: true },
        { text: 'fail', stream: true },
      ],
    }),
  )
  await page.viewport(1440, 900)
  const statusOf = (call: string) => exchange(call).getByRole('gridcell').filter({ hasText: /200 ·/ })
  await expect.element(statusOf('fail')).toMatchTextContent('200 · failed')
  const colourOf = async (call: string) => {
    const words = (await statusOf(call).findElement()).firstElementChild
    return words && getComputedStyle(words).color
  }
  expect(await colourOf('fail')).not.toBe(await colourOf('many 3'))
})

test('the name of a method is whole in any window, and an agent that is alone is not named in each row', async () => {
  await mountPane(
    <ConsoleMode />,
    await commands.recordCalls({ messages: [{ text: 'many 3', stream: true }] }),
  )
  const agent = exchanges.getByRole('columnheader', { name: 'Agent' })
  const name = exchange('SendStreamingMessage').getByText('SendStreamingMessage', { exact: true })
  const cutPx = async () => {
    const element = await name.findElement()
    const end = element.closest('[role=gridcell]')?.getBoundingClientRect().right ?? 0
    // An ellipsis for the rest would hide its last letters.
    return Math.max(0, element.getBoundingClientRect().right + 14 - end)
  }
  await expect.element(name).toBeVisible()
  for (const width of [2200, 1900, 1440, 1200, 1100, 1050, 1000, 950, 910]) {
    await page.viewport(width, 900)
    await expect.poll(() => exchanges.element().getBoundingClientRect().width).toBeLessThan(width)
    await expect.poll(async () => [width, await cutPx()]).toEqual([width, 0])
  }
  await expect.element(agent).not.toBeInTheDocument()

  await exchange('SendStreamingMessage').click()
  await page.viewport(910, 600)
  expect(await cutPx()).toBe(0)
})

test('the tabs of an exchange are whole in any window, and those without room are in a menu', async () => {
  await mountPane(
    <ConsoleMode />,
    await commands.recordCalls({ agent: 'append-to-unknown', messages: [{ text: 'hi', stream: true }] }),
  )
  const more = page.getByRole('button', { name: 'More of Inspector' })
  const cutTabs = () => {
    const { left, right } = page.getByRole('region', { name: 'Inspector' }).element().getBoundingClientRect()
    return tabs
      .getByRole('tab')
      .elements()
      .flatMap((tab) => {
        const box = tab.getBoundingClientRect()
        return box.left < left - 1 || box.right > right + 1 ? [tab.textContent] : []
      })
  }
  await exchange('SendStreamingMessage').click()
  await expect.element(tabs.getByRole('tab', { name: 'Artifacts' })).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
  await page.viewport(910, 600)
  await expect.element(more).toBeVisible()
  await expect.poll(cutTabs).toEqual([])
  await more.click()
  await page.getByRole('menuitem', { name: /^Problems/ }).click()
  await expect.element(tabs.getByRole('tab', { selected: true })).toMatchTextContent('Problems')
  await expect.poll(cutTabs).toEqual([])
  expect(await violations()).toEqual([])
  await page.viewport(1440, 900)
  await expect.element(more).not.toBeInTheDocument()
})

test('at 910 × 600 the filter beside an open exchange has room, and quick filters are whole or not there', async () => {
  await mountPane(
    <ConsoleMode />,
    await commands.recordCalls({ messages: [{ text: 'many 3', stream: true }] }),
  )
  await exchange('SendStreamingMessage').click()
  const filter = page.getByRole('combobox', { name: 'Filter requests' })
  const quick = page.getByRole('group', { name: 'Quick filters' })
  const cut = () => {
    const end = quick.element().getBoundingClientRect().right + 1
    return quick
      .getByRole('button')
      .elements()
      .filter((button) => button.getBoundingClientRect().right > end).length
  }
  for (const [width, shown] of [
    [910, 0],
    [1900, 6],
  ] as const) {
    await page.viewport(width, 600)
    await expect.poll(() => quick.getByRole('button').elements()).toHaveLength(shown)
    expect(filter.element().getBoundingClientRect().width).toBeGreaterThan(155)
    if (shown > 0) expect(cut()).toBe(0)
  }
})

test('a right click on a row opens all that can be done with its exchange, by key too', async () => {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({ messages: [{ text: 'hello' }, { text: 'many 3', stream: true }] }),
    { canExport: true },
  )
  await exchange('SendMessage').click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Exchange' })
  await expect.element(menu.getByRole('menuitem', { name: 'Copy as cURL (bash)' })).toBeVisible()
  await expect.element(exchanges.getByRole('row', { selected: true })).toMatchTextContent('SendMessage')
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()

  ;(exchanges.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect
    .element(exchanges.getByRole('row', { selected: true }))
    .toMatchTextContent('SendStreamingMessage')
  await userEvent.keyboard('{ContextMenu}')
  await menu.getByRole('menuitem', { name: 'Compare with another' }).click()
  await expect.element(waiting).toMatchTextContent(/compare SendStreamingMessage \(.+\) with/)
  await expect.element(menu).not.toBeInTheDocument()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(waiting).not.toBeInTheDocument()
})

test('two rows that are selected are compared by a button, by key and by a menu too', async () => {
  await mountPane(
    <ConsoleMode />,
    await commands.recordCalls({
      messages: [{ text: 'hello' }, { text: 'many 3', stream: true }, { text: 'many 4', stream: true }],
    }),
  )
  const selected = exchanges.getByRole('row', { selected: true })
  const button = page.getByRole('button', { name: 'Compare', exact: true })
  await exchange('SendMessage').click()
  await exchange('7 events').click({ modifiers: ['Control'] })
  await expect.poll(() => selected.elements()).toHaveLength(2)
  await expect.element(page.getByRole('region', { name: 'Inspector' })).toMatchTextContent('SendMessage')
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => selected.elements()).toHaveLength(1)
  await exchange('7 events').click({ modifiers: ['Control'] })
  await button.click()
  await expect.element(comparison).toMatchTextContent(/First.*SendMessage.*Second.*SendStreamingMessage/)
  await expect.element(button).not.toBeInTheDocument()
  expect(selected.elements()).toHaveLength(2)
  await page.getByRole('button', { name: 'Close the comparison' }).click()

  await exchange('SendMessage').click()
  ;(exchanges.element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.poll(() => selected.elements()).toHaveLength(2)
  await userEvent.keyboard('{ContextMenu}')
  await page.getByRole('menuitem', { name: 'Compare', exact: true }).click()
  await expect.element(comparison).toMatchTextContent(/First.*SendMessage.*Second.*7 events/)
  // A second click where Compare was presses nothing.
  const filters = page.getByRole('button', { name: 'Operations' })
  await expect.element(filters).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Close the comparison' }).click()
  await expect.element(filters).toBeVisible()

  await exchange('SendMessage').click()
  await exchange('7 events').click({ modifiers: ['Control'] })
  await exchange('6 events').click()
  await expect.element(button).not.toBeInTheDocument()
  expect(selected.elements()).toHaveLength(1)
})

test('the waterfall is one axis for all rows: what was called later begins further right', async () => {
  await mountPane(
    <ConsoleMode />,
    await commands.recordCalls({ messages: [{ text: 'hello' }, { text: 'many 3', stream: true }] }),
  )
  await expect.element(exchange('SendStreamingMessage')).toBeVisible()
  const bars = [...exchanges.element().querySelectorAll('.waterfall-bar')].map((bar) =>
    bar.getBoundingClientRect(),
  )
  expect(bars).toHaveLength(3)
  for (const [index, bar] of bars.slice(1).entries())
    expect(bar.left).toBeGreaterThanOrEqual((bars[index]?.left ?? 0) + 1)
  const column = exchanges.getByRole('columnheader', { name: 'Waterfall' }).element().getBoundingClientRect()
  expect(bars.at(-1)?.right).toBeLessThanOrEqual(column.right + 0.5)
})

test('a list that was scrolled stands there again after a mode, and is followed anew behind a filter', async () => {
  const messages = Array.from({ length: 30 }, (_, index) => ({ text: `hello ${index}` }))
  await mountPane(<ConsoleMode />, await commands.recordCalls({ messages }), {
    canFollow: true,
    recorded: undefined,
  } as never)
  await page.viewport(1440, 400)
  await expect.element(exchange('SendMessage').last()).toBeVisible()
  const box = () => exchanges.element()
  box().scrollTo(0, 100)
  await expect.poll(() => useScrolled.getState().lists).toHaveLength(1)
  useMode.getState().show('chat')
  await expect.element(exchanges).not.toBeInTheDocument()
  useMode.getState().show('console')
  await expect.poll(() => box().scrollTop).toBe(100)

  useConsole.getState().setFilter('method:SendMessage')
  await expect.poll(() => box().scrollHeight - box().clientHeight - box().scrollTop).toBeLessThan(2)
  useConsole.getState().setFilter('')
  await expect.poll(() => box().scrollTop).toBe(100)
})

test('a click on a head sorts by it, turns that round and goes back to the time, by key too', async () => {
  const messages = [{ text: 'many 40', stream: true }, { text: 'hello' }, { text: 'many 3', stream: true }]
  await mountPane(<ConsoleMode />, await commands.recordCalls({ messages }))
  const head = (name: string) => exchanges.getByRole('columnheader', { name })
  const calls = () =>
    exchanges
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => /\d+ events|SendMessage|card/.exec(row.textContent)?.[0])
  const byTime = ['card', '43 events', 'SendMessage', '6 events']
  await expect.poll(calls).toEqual(byTime)
  await expect.element(head('Time')).toHaveAttribute('aria-sort', 'ascending')
  await head('Size').click()
  await expect.element(head('Size')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(head('Time')).toHaveAttribute('aria-sort', 'none')
  await expect.poll(calls).toEqual(['card', 'SendMessage', '6 events', '43 events'])
  await userEvent.keyboard('{Enter}')
  await expect.element(head('Size')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => calls()[0]).toBe('43 events')
  await expect.element(head('Size')).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.poll(calls).toEqual(byTime)
  await expect.element(head('Size')).toHaveAttribute('aria-sort', 'none')
  await head('Time').click()
  await expect.poll(calls).toEqual(byTime.toReversed())
})

test('sorted by something else a long list begins at its top, and by time it ends where it did', async () => {
  const messages = Array.from({ length: 30 }, (_, index) => ({ text: `hello ${index}` }))
  await mountPane(<ConsoleMode />, await commands.recordCalls({ messages }))
  await page.viewport(1440, 400)
  const box = exchanges.element()
  const fromEndPx = () => box.scrollHeight - box.clientHeight - box.scrollTop
  await expect.poll(fromEndPx).toBeLessThan(2)
  await expect.poll(() => box.scrollTop).toBeGreaterThan(300)
  await exchanges.getByRole('columnheader', { name: 'Duration' }).click()
  await expect.poll(() => box.scrollTop).toBe(0)
  useConsole.setState({ order: undefined })
  await expect.poll(fromEndPx).toBeLessThan(2)
})
