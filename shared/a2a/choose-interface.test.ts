import { describe, expect, test } from 'vitest'
import { defined } from '../defined.ts'
import { decodeCard } from './card.ts'
import type { InterfaceChoice } from './choose-interface.ts'
import { chooseInterface } from './choose-interface.ts'
import type { DialectId } from './dialect.ts'
import type { Binding, JsonObject } from './model.ts'

function choose(members: JsonObject, speaks?: DialectId, preferred?: Binding): InterfaceChoice {
  const decoded = decodeCard({ name: 'A', skills: [], ...members })
  if (decoded.kind !== 'result') throw new Error('the case is no card')
  return chooseInterface(decoded.result, speaks, preferred)
}

const interfaceOf = (protocolBinding: string, protocolVersion?: string): JsonObject => ({
  url: `https://e.x/${protocolBinding}`,
  protocolBinding,
  ...defined({ protocolVersion }),
})

describe('the interface to call', () => {
  test.each<[string, JsonObject, DialectId | undefined, string | undefined, readonly string[]]>([
    [
      'is the first of several',
      { supportedInterfaces: [interfaceOf('GRPC', '1.0'), interfaceOf('JSONRPC', '1.0')] },
      undefined,
      'GRPC 1.0',
      ['GRPC at version "1.0", which Parley supports', 'Supported; listed after the interface in use'],
    ],
    [
      'is not one of an unknown binding or version',
      {
        supportedInterfaces: [
          interfaceOf('urn:carrier-pigeon', '1.0'),
          interfaceOf('JSONRPC', '2.0'),
          interfaceOf('http+json', '1.0'),
        ],
      },
      undefined,
      'HTTP+JSON 1.0',
      [
        'Parley does not know the binding "urn:carrier-pigeon"',
        'Parley does not know version "2.0" over JSONRPC',
        'HTTP+JSON at version "1.0", which Parley supports',
      ],
    ],
    [
      'is ProtoJSON over REST in 0.3',
      { url: 'https://e.x/v', protocolVersion: '0.3.0', preferredTransport: 'HTTP+JSON' },
      undefined,
      'HTTP+JSON 0.3-proto',
      ['HTTP+JSON at version "0.3.0", which Parley supports'],
    ],
    [
      'takes the detected dialect where the card is silent',
      { supportedInterfaces: [interfaceOf('JSONRPC')] },
      '1.0',
      'JSONRPC 1.0',
      ['JSONRPC; it declares no version: 1.0 was detected'],
    ],
    [
      'is taken for 0.x where nothing was detected',
      { url: 'https://e.x' },
      undefined,
      'JSONRPC 0.2',
      ['JSONRPC; it declares no version: taken for 0.x'],
    ],
    ['is none without a URL', { url: '' }, undefined, undefined, ['it has no URL']],
    ['is none where the card declares none', {}, undefined, undefined, []],
  ])('%s', (_, members, speaks, chosen, reasons) => {
    const choice = choose(members, speaks)
    const taken =
      choice.chosen === undefined ? undefined : `${choice.chosen.binding} ${choice.chosen.dialect}`
    expect([taken, choice.verdicts.map((verdict) => verdict.why)]).toEqual([chosen, reasons])
  })

  const supportedInterfaces = [
    interfaceOf('JSONRPC', '1.0'),
    interfaceOf('GRPC', '1.0'),
    interfaceOf('GRPC', '0.3'),
    interfaceOf('x', '1.0'),
  ]

  test.each<[string, Binding | undefined, number]>([
    ['is the first of the binding that the user prefers', 'GRPC', 1],
    ['is the first of all where the card has none of that binding', 'HTTP+JSON', 0],
    ['is the first of all where none is preferred', undefined, 0],
  ])('%s', (_, preferred, place) => {
    const { chosen, verdicts } = choose({ supportedInterfaces }, undefined, preferred)
    expect(verdicts.map((verdict) => verdict.chosen)).toEqual(verdicts.map((_verdict, at) => at === place))
    expect(chosen?.interface).toEqual(verdicts[place]?.interface)
  })

  test('says of an earlier one that another binding is preferred', () => {
    const [first, , third] = choose({ supportedInterfaces }, undefined, 'GRPC').verdicts
    expect([first?.why, third?.why]).toEqual([
      'Supported; GRPC is preferred in the settings',
      'Supported; listed after the interface in use',
    ])
  })
})
