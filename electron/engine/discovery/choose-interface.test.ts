import { expect, test } from 'vitest'
import { decodeCard } from '#shared/a2a/card.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import { chosenInterface } from './choose-interface.ts'

const common = { name: 'a', description: 'd', version: '1', capabilities: {}, url: 'http://127.0.0.1:4000/' }
const skills = [{ id: 's', name: 'S', description: 's', tags: ['t'] }]

test.each<[string, JsonObject, string, string]>([
  [
    '0.1, by its authentication',
    { ...common, authentication: { schemes: ['Bearer'] }, skills },
    '0.1',
    common.url,
  ],
  [
    '0.x, which says no version',
    { ...common, skills, defaultInputModes: [], defaultOutputModes: [] },
    '0.2',
    common.url,
  ],
  [
    '0.3, which says so',
    { ...common, skills, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' },
    '0.3',
    common.url,
  ],
  [
    '1.0 over gRPC, an address without a scheme',
    {
      ...common,
      skills,
      supportedInterfaces: [{ url: '127.0.0.1:5000', protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    },
    '1.0',
    '127.0.0.1:5000',
  ],
])('%s', (_name, raw, dialect, url) => {
  const decoded = decodeCard(raw)
  if (decoded.kind !== 'result') throw new Error('the card of the test does not decode')
  const connection = chosenInterface(
    decoded.result,
    raw,
    { substitutes: [], extensions: [] },
    'http://127.0.0.1:4000/.well-known/agent-card.json',
  )
  expect({ dialect: connection?.dialect, url: connection?.interface.url }).toEqual({ dialect, url })
})
