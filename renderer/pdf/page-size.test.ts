import { expect, test } from 'vitest'
import { maxPdfPixels, maxPdfSide, pageSize } from './page-size.ts'

test.each([
  ['A4 in a column', [595, 842], 476, 1, 1, { scale: 0.8, width: 476, height: 674, density: 1 }],
  ['… on a fine screen', [595, 842], 476, 1, 2, { scale: 0.8, width: 476, height: 674, density: 2 }],
  ['… twice as large', [595, 842], 476, 2, 1, { scale: 1.6, width: 952, height: 1347, density: 1 }],
  ['a stamp is not blown up', [50, 20], 500, 1, 1, { scale: 2, width: 100, height: 40, density: 1 }],
  ['no room yet', [595, 842], 0, 1, 1, { scale: 1 / 595, width: 1, height: 1, density: 1 }],
] as const)('%s', (_name, [width, height], room, zoom, density, expected) => {
  expect(pageSize({ width, height }, room, zoom, density)).toEqual(expected)
})

test.each([
  ['a wall', 1e7, 1e7],
  ['a ribbon', 1e9, 1],
  ['a thread', 1, 1e9],
  ['a point', 1e-9, 1e-9],
  ['nothing', 0, 0],
])('%s stays within bounds, however much it is enlarged', (_name, width, height) => {
  const size = pageSize({ width, height }, 1_000, 4, 3)
  expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(maxPdfSide)
  expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
  expect(size.width * size.height * size.density ** 2).toBeLessThanOrEqual(maxPdfPixels * 1.01)
})
