import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, Part, TaskStatus } from '../a2a/model.ts'
import { defined } from '../defined.ts'
import { StatusTable } from './event-table.ts'

const some = fc.constantFrom('a', 'b', undefined)
const part = fc.constantFrom<Part>(
  { kind: 'text', text: 'said' },
  { kind: 'text', text: '' },
  { kind: 'text', text: 'said', mediaType: 'text/csv' },
  { kind: 'data', data: 1 },
)
const message = fc
  .record({
    id: fc.constantFrom('', 'm'),
    parts: fc.array(part, { maxLength: 2 }),
    taskId: some,
    contextId: some,
  })
  .map(
    ({ id, parts, taskId, contextId }): Message => ({
      messageId: id,
      role: 'agent',
      parts,
      ...defined({ taskId, contextId }),
    }),
  )
const status = fc
  .record({
    state: fc.constantFrom('working' as const, 'failed' as const),
    timestamp: some,
    message: fc.option(message, { nil: undefined }),
  })
  .map(
    ({ state, timestamp, message: output }): TaskStatus => ({
      state,
      ...defined({ timestamp, message: output }),
    }),
  )

test('gives back every status as it was', () => {
  fc.assert(
    fc.property(fc.array(status, { maxLength: 20 }), (statuses) => {
      const table = new StatusTable()
      const positions = statuses.map((one) => table.push(one))
      expect(positions.map((position) => table.at(position))).toEqual(statuses)
      expect(table.at(statuses.length)).toBeUndefined()
    }),
  )
})
