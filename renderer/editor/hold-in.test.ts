import { expect, test } from 'vitest'
import { holdIn } from './hold-in.ts'

function jsonDefaults() {
  const defaults = {
    diagnosticsOptions: {},
    setDiagnosticsOptions(options: object) {
      defaults.diagnosticsOptions = options
    },
  }
  return defaults
}

const options = (...schemas: readonly object[]) => ({ validate: true, enableSchemaRequest: false, schemas })
const pending = (modelUri: string, schema: object) => ({
  uri: `parley:${modelUri}`,
  fileMatch: [modelUri],
  schema,
})

test('each model is held against its own schema alone, until its editor goes', () => {
  const defaults = jsonDefaults()
  const letCard = holdIn(defaults, 'inmemory://model/1', { type: 'object' })
  const letRequest = holdIn(defaults, 'inmemory://model/2', { type: 'array' })
  const request = pending('inmemory://model/2', { type: 'array' })
  expect(defaults.diagnosticsOptions).toEqual(
    options(pending('inmemory://model/1', { type: 'object' }), request),
  )
  letCard()
  expect(defaults.diagnosticsOptions).toEqual(options(request))
  letRequest()
  expect(defaults.diagnosticsOptions).toEqual(options())
})

test('a schema that changes takes the place of the one before', () => {
  const defaults = jsonDefaults()
  holdIn(defaults, 'inmemory://model/1', { type: 'object' })
  holdIn(defaults, 'inmemory://model/1', { type: 'array' })
  expect(defaults.diagnosticsOptions).toEqual(options(pending('inmemory://model/1', { type: 'array' })))
})
