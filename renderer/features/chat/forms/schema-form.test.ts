import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formFields, SchemaForm } from './index.ts'

test.each([
  ['a text', { type: 'string' }],
  ['a number', { type: 'number' }],
  ['a choice', { enum: ['IC 523', 'AP 181'] }],
])('what an agent says of %s stands beneath it, and it is marked as required', (_name, member) => {
  const schema = {
    properties: { train: { ...member, description: 'Of those on time' } },
    required: ['train'],
  }
  const fields = formFields(schema) ?? []
  const nothing = () => undefined
  const drawn = renderToStaticMarkup(
    createElement(SchemaForm, { name: 'Trains', fields, onSubmit: nothing, onJson: nothing }),
  )
  const [, describedBy] = /<(?:input|select)[^>]* aria-describedby="([^"]+)"/.exec(drawn) ?? []
  expect(drawn).toContain(`<span id="${describedBy}" class="field-hint">Of those on time</span>`)
  expect(drawn).toMatch(/<(?:input|select)[^>]* required=""/)
})
