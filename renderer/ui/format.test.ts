import { expect, test } from 'vitest'
import { formatBytes, formatDuration, formatFine, formatOffset } from './format.ts'
import { shortId } from './visible-text.ts'

test('bytes', () => {
  expect([0, 999, 1000, 14_820, 12_400_000, 3_000_000_000].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '14.8 kB',
    '12.4 MB',
    '3.0 GB',
  ])
})

test('durations', () => {
  expect([0.2, 6.4, 3610, 61_000, 119_600].map(formatDuration)).toEqual([
    '<1 ms',
    '6 ms',
    '3.61 s',
    '1 min 1 s',
    '2 min 0 s',
  ])
})

test('durations of what takes less than a millisecond', () => {
  expect([0, 0.0251, 0.34, 1.204, 9.999, 61].map(formatFine)).toEqual([
    '0',
    '25 µs',
    '340 µs',
    '1.2 ms',
    '10 ms',
    '61 ms',
  ])
})

test('offsets never go below zero', () => {
  expect([-3, 44, 1204].map(formatOffset)).toEqual(['+0.000', '+0.044', '+1.204'])
})

test('short ids keep both ends', () => {
  expect([shortId('short'), shortId('4be1c0de-0000-4000-8000-00000000009d')]).toEqual(['short', '4be1…9d'])
})
