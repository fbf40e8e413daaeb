import { expect, test } from 'vitest'
import { faultShown, jsonFaultIn } from './json-fault.ts'

test.each([
  ["{'a':1}", 'unexpected "\'" at line 1, column 2'],
  ['{"a":1,\n}', 'unexpected "}" at line 2, column 1'],
  ['{"a":"x\ny"}', 'unexpected "\\n" at line 1, column 8'],
  ['{"a":', 'it ends at line 1, column 6, before it is complete'],
  ['', 'it is empty'],
  ['{"a":1}\n{"b":2}', 'after its end, there is more at line 2, column 1: "{\\"b\\":2}"'],
  ['{"a":1}\n\n{"a":1}\n', 'after its end, the same is there again at line 3, column 1'],
])('%j: %s', (text, expected) => {
  const fault = jsonFaultIn(text)
  expect(fault && faultShown(fault)).toBe(expected)
})

test('JSON has no fault', () => {
  expect(jsonFaultIn(' {"a":[1,"\\n"]} ')).toBeUndefined()
})
