import { expect, test } from 'vitest'
import type { ChatOptions } from '#shared/contract/chat.ts'
import { fieldsOf, optionsOf } from './option-fields.ts'

const everything: ChatOptions = {
  returnImmediately: false,
  historyLength: 0,
  acceptedOutputModes: ['text/plain', 'image/png'],
  extensions: ['https://a.example/declared', 'https://b.example/other'],
  messageMetadata: { a: [1] },
  metadata: { b: null },
}

test('what was applied stands in the form again, and is applied unchanged', () => {
  const fields = fieldsOf(everything, ['https://a.example/declared'])
  expect(fields).toMatchObject({
    answer: 'wait',
    historyLength: '0',
    otherExtensions: 'https://b.example/other',
  })
  expect(optionsOf(fields, ['https://a.example/declared'])).toEqual({ options: everything, problems: {} })
})

test('what is left alone is not among the options', () => {
  expect(optionsOf(fieldsOf({}, []), [])).toEqual({ options: {}, problems: {} })
})

test('an extension that is chosen and typed goes along once', () => {
  const fields = { ...fieldsOf({}, []), otherExtensions: ' https://a.example , ,https://b.example' }
  expect(optionsOf(fields, ['https://a.example']).options).toEqual({
    extensions: ['https://a.example', 'https://b.example'],
  })
})

test.each([
  ['historyLength', '-1', 'Enter a whole number.'],
  ['historyLength', '1e3', 'Enter a whole number.'],
  ['messageMetadata', '[1]', 'This isn’t a JSON object.'],
  ['metadata', '{', 'This isn’t a JSON object.'],
])('%s %s is a problem', (name, value, problem) => {
  const { problems } = optionsOf({ ...fieldsOf({}, []), [name]: value }, [])
  expect(problems).toEqual({ [name]: problem })
})
