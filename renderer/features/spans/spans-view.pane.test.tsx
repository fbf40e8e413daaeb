import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { useSpans } from '../../state/console.ts'
import { selectedNow, useSelection } from '../../state/selection.ts'
import { ConsolePane } from '../console/lazy.ts'

const waterfall = page.getByRole('treegrid', { name: 'Spans' })
const row = (name: string) => waterfall.getByRole('row').filter({ hasText: name })

async function openSpans(text: string): Promise<void> {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordSpans(text),
  )
  await page
    .getByRole('grid', { name: 'Exchanges' })
    .getByRole('row')
    .filter({ hasText: 'SendStreamingMessage' })
    .click()
  await page.getByRole('tab', { name: 'Spans' }).click()
}

test('the tree is used by keys: folded, unfolded, to what a span is in and on', async () => {
  await openSpans('hotels')
  const tool = row('execute_tool search_hotels')
  await tool.click()
  ;(waterfall.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tool).toHaveAttribute('aria-expanded', 'false')
  await expect.element(row('SELECT rooms')).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(row('SELECT rooms')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(row('GET')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tool).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Home}')
  await expect.element(row('SendStreamingMessage')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => waterfall.getByRole('row').elements()).toHaveLength(2)
  await expect.element(row('SendStreamingMessage').getByLabelText('A span in it failed')).toBeVisible()
})

test('spans that no SDK would send are shown for what they are', async () => {
  await openSpans('odd')
  await expect.element(row('[U+202E]evil[U+202C] <b>bold</b>')).toBeInTheDocument()
  await expect.element(row('in the future').getByLabelText('More than a day after the call')).toBeVisible()
  await expect.element(row('ends before it starts').getByLabelText('Ends before it starts')).toBeVisible()
  const grid = waterfall.element()
  grid.scrollTo(0, grid.scrollHeight)
  await expect
    .element(row('without its parent').getByLabelText('The parent span hasn’t arrived'))
    .toBeVisible()
  await expect.element(waterfall.getByLabelText('Its own ancestor')).toBeVisible()
  grid.scrollTo(0, 0)
  await row('evil').click()
  await expect
    .element(page.getByRole('region', { name: 'Span', exact: true }))
    .toMatchTextContent('<img src=x onerror=alert(1)>')
  expect(await violations()).toEqual([])
})

test('a span is part of the selection: another exchange takes its place, and Back shows it again', async () => {
  await openSpans('hotels')
  await row('SELECT rooms').click()
  const span = page.getByRole('region', { name: 'Span', exact: true })
  await expect.element(span).toMatchTextContent('SELECT rooms')
  const selected = selectedNow()
  await page.getByRole('grid', { name: 'Exchanges' }).getByRole('row').nth(1).click()
  await expect.element(span).not.toBeInTheDocument()
  useSpans.getState().fold({ key: selected.spanKey ?? '' }, true)
  useSelection.getState().replace(selected)
  await expect.element(row('SELECT rooms')).toHaveAttribute('aria-selected', 'true')
  await expect.element(span).toMatchTextContent('SELECT rooms')
})

test('a request that names no trace has no spans, and its timing leads to what would bring them', async () => {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({ messages: [{ text: 'hi', stream: true }] }),
    { canCall: true },
  )
  await page.getByRole('grid', { name: 'Exchanges' }).getByRole('row').last().click()
  await page.getByRole('tab', { name: 'Timing' }).click()
  await expect.element(page.getByRole('tab', { name: 'Spans' })).not.toBeInTheDocument()
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await expect.element(inspector).toMatchTextContent('This request has no traceparent header')
  await expect.element(inspector.getByRole('button', { name: 'Connection settings' })).toBeVisible()
})
