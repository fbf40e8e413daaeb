import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { VirtualGrid } from './virtual-grid.tsx'
import './look.css'

const rowHeight = 27
const columns = [{ id: 'text', name: 'Text', width: '1fr' }]
let grow: (count: number) => void

function Growing() {
  const [count, setCount] = useState(20)
  grow = setCount
  return (
    <VirtualGrid
      name="Rows"
      columns={columns}
      rowHeight={rowHeight}
      count={count}
      followsTail={true}
      rowOf={(index) => ({ text: `row ${index}` })}
      cellsOf={({ text }) => [text]}
      isSelected={() => false}
      onSelect={() => undefined}
    />
  )
}

test('however many rows arrive at once, the frame that shows the new end has them', async () => {
  await page.viewport(600, 400)
  const place = document.createElement('div')
  place.className = 'column full-height'
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(<Growing />)
  const grid = page.getByRole('grid', { name: 'Rows' })
  await expect.element(grid.getByText('row 19', { exact: true })).toBeVisible()
  const box = grid.element()
  for (const count of [120, 1_000, 5_000]) {
    await nextFrame(() => flushSync(() => grow(count)))
    expect(missingPx(box)).toBeLessThan(rowHeight)
    await expect.element(grid.getByText(`row ${count - 1}`, { exact: true })).toBeVisible()
  }
})

/** Resolves before the frame is painted. */
function nextFrame(act: () => void): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      act()
      resolve()
    })
  })
}

/** The distance between the last drawn row and the end of the view. */
function missingPx(box: Element): number {
  const ends = [...box.querySelectorAll('.grid-rows [role=row]')].map(
    (row) => row.getBoundingClientRect().bottom,
  )
  return box.getBoundingClientRect().bottom - Math.max(...ends)
}
