import { expect, test } from 'vitest'
import { jsonText } from './json-changes.ts'

const call = (id: string, timestamp: string, text: string) => ({
  result: { taskId: id, status: { timestamp, text } },
})

test('ids and times are folded, and nothing else', () => {
  const before = call('a', '2026-01-01T10:00:00Z', 'on time')
  const after = call('b', '2026-01-02T10:00:00.5+02:00', 'on time')
  expect(jsonText(before, true)).toBe(jsonText(after, true))
  expect(jsonText(before, true)).toContain('"text": "on time"')
  expect(jsonText(before, true)).not.toBe(jsonText(call('a', '2026-01-01T10:00:00Z', 'late'), true))
  expect(jsonText(before, false)).toContain('"taskId": "a"')
})
