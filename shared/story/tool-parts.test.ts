import { expect, test } from 'vitest'
import type { JsonObject, Part } from '../a2a/model.ts'
import { isToolPart, toolKeyOf } from './tool-parts.ts'

const partOf = (data: JsonObject): Part => ({ kind: 'data', data })
const call = (id?: string) => partOf({ type: 'tool_use', name: 'weather', input: {}, ...(id && { id }) })
const result = (id: string, content: string) => partOf({ type: 'tool_result', tool_use_id: id, content })

test('a call is known again by its id and what it says; without an id it is another one', () => {
  expect(toolKeyOf(call('c1'))).toBe(toolKeyOf(call('c1')))
  expect(toolKeyOf(call('c1'))).not.toBe(toolKeyOf(call('c2')))
  expect(isToolPart(call())).toBe(true)
  expect(toolKeyOf(call())).toBe(undefined)
  expect(isToolPart({ kind: 'text', text: 'weather' })).toBe(false)
  expect(isToolPart(partOf({ city: 'Lisbon' }))).toBe(false)
})

test('a long result is known by a short key, as what it says', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((end) =>
    toolKeyOf(result('c1', `${'x'.repeat(50_000)}${end}`)),
  )
  expect(one?.length).toBeLessThan(40)
  expect(same).toBe(one)
  expect(other).not.toBe(one)
})

test('a part is read once, however often it is asked about', () => {
  let reads = 0
  const part = partOf({
    type: 'tool_result',
    tool_use_id: 'c1',
    get content() {
      reads += 1
      return '{"weather":"sunny"}'
    },
  })
  expect(isToolPart(part)).toBe(true)
  const once = reads
  expect(toolKeyOf(part)).toBe(toolKeyOf(part))
  expect(reads).toBe(once)
})
