import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { ConsolePane } from '../console/index.ts'

const waterfall = page.getByRole('treegrid', { name: 'Spans' })
const row = (name: string) => waterfall.getByRole('row').filter({ hasText: name })

async function openTiming(text: string): Promise<void> {
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
  await page.getByRole('tab', { name: /^Timing/ }).click()
}

test('the tree is used by keys: folded, unfolded, to what a span is in and on', async () => {
  await openTiming('hotels')
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
  await openTiming('odd')
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
