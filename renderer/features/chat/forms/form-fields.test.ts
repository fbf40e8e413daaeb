import { expect, test } from 'vitest'
import type { JsonObject } from '#shared/a2a/model.ts'
import { formData, formFields, requestedSchema } from './form-fields.ts'

const booking: JsonObject = {
  type: 'object',
  required: ['train', 'travellers'],
  properties: {
    train: { type: 'string', title: 'Train', enum: ['IC 523', 'AP 181'], default: 'IC 523' },
    travellers: { type: 'integer', minimum: 1, maximum: 6 },
    quiet: { type: 'boolean' },
    note: { type: 'string', maxLength: 1000, description: 'For the conductor' },
  },
}

test('an object of plain members is a form', () => {
  expect(formFields(booking)).toEqual([
    {
      name: 'train',
      label: 'Train',
      required: true,
      input: { kind: 'choice', choices: ['IC 523', 'AP 181'] },
      initial: 'IC 523',
    },
    {
      name: 'travellers',
      label: 'travellers',
      required: true,
      input: { kind: 'number', whole: true, least: 1, most: 6 },
      initial: '',
    },
    { name: 'quiet', label: 'quiet', required: false, input: { kind: 'yes-no' }, initial: '' },
    {
      name: 'note',
      label: 'note',
      hint: 'For the conductor',
      required: false,
      input: { kind: 'text', long: true },
      initial: '',
    },
  ])
})

test.each<[string, JsonObject]>([
  ['a member that is an object', { properties: { where: { type: 'object', properties: {} } } }],
  ['a member without a type', { properties: { where: {} } }],
  ['a choice between objects', { properties: { where: { enum: [{}] } } }],
  ['no members', { properties: {} }],
  ['members that are no object', { properties: [] }],
  ['more members than anyone fills in', { properties: members(41) }],
])('%s is written as JSON', (_name, schema) => {
  expect(formFields(schema)).toBeUndefined()
})

test.each([
  [{ travellers: '2' }, { train: 'IC 523', travellers: 2 }, {}],
  [
    { travellers: '2', quiet: 'true', note: 'hi' },
    { train: 'IC 523', travellers: 2, quiet: true, note: 'hi' },
    {},
  ],
  [{}, { train: 'IC 523' }, { travellers: 'Required.' }],
  [{ travellers: '2.5' }, { train: 'IC 523' }, { travellers: 'Enter a whole number.' }],
  [{ travellers: '9' }, { train: 'IC 523' }, { travellers: 'At most 6.' }],
  [{ travellers: '0' }, { train: 'IC 523' }, { travellers: 'At least 1.' }],
])('what is filled in becomes data: %j', (values, data, problems) => {
  expect(formData(formFields(booking) ?? [], values)).toEqual({ data, problems })
})

test.each([
  ['the schema itself', booking, booking],
  ['a schema in an envelope', { schema: booking }, booking],
  ['any other data', { properties: 'of the house' }, undefined],
])('%s is what the agent asks with, or not', (_name, data, request) => {
  const message = { messageId: 'm', role: 'agent' as const, parts: [{ kind: 'data' as const, data }] }
  expect(requestedSchema(message)).toEqual(request)
})

function members(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, { type: 'string' }]))
}
