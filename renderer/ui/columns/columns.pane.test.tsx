import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { resetStores } from '#testing/panes/all-stores.ts'
import { violations } from '#testing/panes/violations.ts'
import { useColumns } from '../../state/columns.ts'
import { ColumnGrid } from '../column-grid.tsx'
import '../look.css'

const grid = page.getByRole('grid', { name: 'Fruit' })
const head = (name: string) => grid.getByRole('columnheader', { name, exact: true })
const edge = (name: string) => grid.getByRole('separator', { name: `Width of ${name}` })
const menu = page.getByRole('menu', { name: 'Columns' })
const widthOf = (name: string) => head(name).element().getBoundingClientRect().width
const names = () =>
  grid
    .getByRole('columnheader')
    .elements()
    .map((each) => each.getAttribute('aria-label'))

const columns = [
  { name: 'Time', width: '60px', cell: () => 'now' },
  { name: 'Fruit', width: 'minmax(100px, 1fr)', isMain: true, cell: (row: number) => `fruit ${row}` },
  { name: 'Size', width: '80px', fits: true, isSortable: true, cell: () => 'large' },
  { name: 'Colour', width: 'minmax(70px, 0.5fr)', cell: () => 'green' },
  { name: 'Weight', width: '60px', fromPx: 640, cell: () => 'heavy' },
]

async function mount(): Promise<void> {
  await page.viewport(600, 400)
  const place = document.createElement('main')
  place.className = 'column full-height'
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    resetStores()
  })
  root.render(
    <ColumnGrid
      name="Fruit"
      isAdjustable
      columns={columns}
      sort={{ column: 'Size', descending: true }}
      onSort={() => undefined}
      rowHeight={25}
      count={3}
      rowOf={(index) => index}
      isSelected={() => false}
      onSelect={() => undefined}
    />,
  )
  await expect.element(grid.getByText('fruit 2')).toBeVisible()
}

test('columns are hidden and shown by a menu, but for the main one, and all of them put back', async () => {
  await mount()
  expect(names()).toEqual(['Time', 'Fruit', 'Size', 'Colour'])
  await page.getByRole('button', { name: 'Columns' }).click()
  const item = (name: string) => menu.getByRole('menuitemcheckbox', { name })
  await expect.element(item('Fruit')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(item('Weight no room')).toBeVisible()
  expect(await violations()).toEqual([])
  await item('Colour').click()
  // The hidden column left its room to another.
  await expect.poll(names).toEqual(['Time', 'Fruit', 'Size', 'Weight'])

  await head('Time').click({ button: 'right' })
  await expect.element(item('Colour')).toHaveAttribute('aria-checked', 'false')
  await item('Size').click()
  await expect.poll(names).toEqual(['Time', 'Fruit', 'Weight'])
  ;(head('Time').element() as HTMLElement).focus()
  await userEvent.keyboard('{ContextMenu}')
  await menu.getByRole('menuitem', { name: 'Reset columns' }).click()
  await expect.poll(names).toEqual(['Time', 'Fruit', 'Size', 'Colour'])
  expect(useColumns.getState().choices).toEqual([])
})

test('an edge is dragged and stays under the pointer, and a double click puts the column back', async () => {
  await mount()
  const middleOf = (name: string) => {
    const { left, width } = edge(name).element().getBoundingClientRect()
    return left + width / 2
  }
  const before = middleOf('Size')
  drag('Size', before, before - 60)
  await expect.poll(() => widthOf('Size')).toBe(140)
  expect(Math.abs(middleOf('Size') - (before - 60))).toBeLessThan(1)
  await expect.element(edge('Size')).toHaveAttribute('aria-valuenow', '140')
  // A column narrower than its text cuts it, and the main column keeps its least width.
  drag('Size', middleOf('Size'), middleOf('Size') + 400)
  await expect.poll(() => widthOf('Size')).toBe(40)
  drag('Size', middleOf('Size'), 0)
  await expect.poll(() => widthOf('Fruit')).toBe(120)
  expect(grid.element().scrollWidth).toBe(grid.element().clientWidth)
  await edge('Size').dblClick()
  await expect.poll(() => widthOf('Size')).toBe(80)
})

test('the head is one stop of Tab, its edge the next: arrows go from column to column, and move an edge', async () => {
  await mount()
  ;(grid.element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(head('Time')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Tab}')
  await expect.element(edge('Size')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(() => widthOf('Size')).toBe(100)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => widthOf('Size')).toBe(90)
  await userEvent.keyboard('{Home}')
  await expect.element(edge('Size')).toHaveAttribute('aria-valuenow', '40')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => widthOf('Size')).toBe(80)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Columns' })).toHaveFocus()
})

function drag(name: string, from: number, to: number): void {
  const element = edge(name).element()
  const { top, height } = element.getBoundingClientRect()
  const at = (type: string, clientX: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { clientX, clientY: top + height / 2, pointerId: 1, bubbles: true }),
    )
  at('pointerdown', from)
  at('pointermove', to)
  at('pointerup', to)
}
