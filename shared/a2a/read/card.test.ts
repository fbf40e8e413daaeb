// Cards as PROTOCOL 2 and 9.4 describe them, in all their shapes.

import { describe, expect, test } from 'vitest'
import { decodeCard } from '../card.ts'
import type { AgentCard, JsonObject, JsonValue } from '../model.ts'

const empty: AgentCard = {
  name: 'A',
  interfaces: [],
  capabilities: { extensions: [] },
  securitySchemes: {},
  security: [],
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
  signatures: [],
}

function decode(members: JsonObject): unknown {
  return decodeCard({ name: 'A', skills: [], ...members })
}

describe('a card', () => {
  test.each<[string, JsonObject, Partial<AgentCard>]>([
    [
      '1.0, everything set',
      {
        description: 'd',
        version: '1',
        supportedInterfaces: [
          { url: 'https://e.x', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: 't' },
        ],
        provider: { organization: 'o', url: 'https://o.x' },
        iconUrl: 'https://e.x/i',
        documentationUrl: 'https://e.x/d',
        capabilities: {
          streaming: true,
          pushNotifications: false,
          extendedAgentCard: true,
          extensions: [{ uri: 'urn:e', required: true, params: { a: 1 } }],
        },
        securityRequirements: [{ schemes: { b: { list: ['s'] } } }],
        defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'],
        skills: [
          {
            id: 's',
            name: 'S',
            description: 'd',
            tags: ['t'],
            securityRequirements: [{ schemes: { b: {} } }],
          },
        ],
        signatures: [{ protected: 'p', signature: 's', header: { kid: 'k' } }],
      },
      {
        description: 'd',
        version: '1',
        interfaces: [{ url: 'https://e.x', binding: 'JSONRPC', protocolVersion: '1.0', tenant: 't' }],
        provider: { organization: 'o', url: 'https://o.x' },
        iconUrl: 'https://e.x/i',
        documentationUrl: 'https://e.x/d',
        capabilities: {
          streaming: true,
          pushNotifications: false,
          extendedAgentCard: true,
          extensions: [{ uri: 'urn:e', required: true, params: { a: 1 } }],
        },
        security: [{ b: ['s'] }],
        defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'],
        skills: [{ id: 's', name: 'S', description: 'd', tags: ['t'], examples: [], security: [{ b: [] }] }],
        signatures: [{ protected: 'p', signature: 's', header: { kid: 'k' } }],
      },
    ],
    [
      '0.3: url and transports become interfaces, the repeated one once',
      {
        url: 'https://e.x',
        protocolVersion: '0.3.0',
        preferredTransport: 'HTTP+JSON',
        additionalInterfaces: [
          { url: 'https://e.x', transport: 'HTTP+JSON' },
          { url: 'https://e.x/rpc', transport: 'JSONRPC' },
        ],
        supportsAuthenticatedExtendedCard: true,
        security: [{ b: ['s'] }],
      },
      {
        interfaces: [
          { url: 'https://e.x', binding: 'HTTP+JSON', protocolVersion: '0.3.0' },
          { url: 'https://e.x/rpc', binding: 'JSONRPC', protocolVersion: '0.3.0' },
        ],
        capabilities: { extensions: [], extendedAgentCard: true },
        security: [{ b: ['s'] }],
      },
    ],
    [
      '0.2 without version or transport',
      { url: 'https://e.x', additionalInterfaces: null },
      { interfaces: [{ url: 'https://e.x', binding: 'JSONRPC' }] },
    ],
    [
      'hybrid: 1.0 first, then the 0.3 view without doubles',
      {
        url: 'https://e.x/old',
        protocolVersion: '0.3.0',
        preferredTransport: 'JSONRPC',
        additionalInterfaces: [{ url: 'https://e.x/rest', transport: 'HTTP+JSON' }],
        supportedInterfaces: [
          { url: 'https://e.x', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          { url: 'https://e.x/old', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
        ],
        security: [{ b: [] }],
        securityRequirements: [{ schemes: { b: {} } }],
      },
      {
        interfaces: [
          { url: 'https://e.x', binding: 'JSONRPC', protocolVersion: '1.0' },
          { url: 'https://e.x/old', binding: 'JSONRPC', protocolVersion: '0.3' },
          { url: 'https://e.x/rest', binding: 'HTTP+JSON', protocolVersion: '0.3.0' },
        ],
        security: [{ b: [] }],
      },
    ],
    [
      'hybrid whose 0.x view has no version: one entry is enough',
      {
        url: 'https://e.x',
        supportedInterfaces: [
          { url: 'https://e.x', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          { url: 'https://e.x', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
        ],
      },
      {
        interfaces: [
          { url: 'https://e.x', binding: 'JSONRPC', protocolVersion: '1.0' },
          { url: 'https://e.x', binding: 'JSONRPC', protocolVersion: '0.3' },
        ],
      },
    ],
    [
      'hybrid that says two things: the first counts, the other stays',
      {
        supportedInterfaces: [],
        capabilities: { extendedAgentCard: false },
        supportsAuthenticatedExtendedCard: true,
        securityRequirements: [{ schemes: { b: {} } }],
        security: [{ c: [] }],
      },
      {
        capabilities: { extendedAgentCard: false, extensions: [] },
        security: [{ b: [] }],
        extra: { supportsAuthenticatedExtendedCard: true, security: [{ c: [] }] },
      },
    ],
    [
      'nulls for all that is absent (Java)',
      {
        url: null,
        provider: null,
        iconUrl: null,
        capabilities: null,
        securitySchemes: null,
        security: null,
        signatures: null,
        supportedInterfaces: [
          { url: 'https://e.x', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: null },
        ],
      },
      { interfaces: [{ url: 'https://e.x', binding: 'JSONRPC', protocolVersion: '1.0' }] },
    ],
    [
      'printed defaults are absent (JS 1.3)',
      {
        documentationUrl: '',
        supportedInterfaces: [
          { url: 'https://e.x', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
        ],
      },
      { interfaces: [{ url: 'https://e.x', binding: 'JSONRPC', protocolVersion: '1.0' }] },
    ],
    [
      'snake_case (vellum)',
      {
        supported_interfaces: [{ url: 'https://e.x', protocol_binding: 'JSONRPC', protocol_version: '1.0' }],
        default_input_modes: ['text'],
        capabilities: { push_notifications: true },
      },
      {
        interfaces: [{ url: 'https://e.x', binding: 'JSONRPC', protocolVersion: '1.0' }],
        defaultInputModes: ['text'],
        capabilities: { pushNotifications: true, extensions: [] },
      },
    ],
    [
      'a misspelled organisation and an unknown member (Baidu)',
      { url: 'u', provider: { origanization: 'o' }, appId: 7 },
      {
        interfaces: [{ url: 'u', binding: 'JSONRPC' }],
        provider: { organization: 'o' },
        extra: { appId: 7 },
      },
    ],
    [
      '0.1: authentication has no place in later cards and stays',
      { url: 'u', authentication: { schemes: ['bearer'] } },
      { interfaces: [{ url: 'u', binding: 'JSONRPC' }], extra: { authentication: { schemes: ['bearer'] } } },
    ],
    [
      'wrong types stay as they came',
      { url: 'u', description: 5, defaultInputModes: [1], skills: ['talk'] },
      {
        interfaces: [{ url: 'u', binding: 'JSONRPC' }],
        extra: { description: 5, defaultInputModes: [1], skills: ['talk'] },
      },
    ],
    [
      'a security array in a 1.0 card',
      { supportedInterfaces: [], security: [{ b: ['s'] }] },
      { security: [{ b: ['s'] }] },
    ],
    [
      'a bare requirement under the 1.0 name',
      { supportedInterfaces: [], securityRequirements: [{ b: ['s'] }] },
      { security: [{ b: ['s'] }] },
    ],
    [
      'a requirement nobody can read',
      { url: 'u', security: ['b', { c: 5 }] },
      { interfaces: [{ url: 'u', binding: 'JSONRPC' }], extra: { security: ['b', { c: 5 }] } },
    ],
  ])('%s', (_, members, card) => {
    expect(decode(members)).toEqual({ kind: 'result', result: { ...empty, ...card } })
  })

  test.each<[string, JsonValue, string]>([
    ['a page of text', 'Not Found', 'an agent card is a JSON object'],
    ['another object', { hello: 'world' }, 'none of the members that make an agent card'],
  ])('%s is none', (_, raw, reason) => {
    expect(decodeCard(raw)).toEqual({ kind: 'unreadable', reason })
  })

  test('an error in its place is an error (Baidu)', () => {
    expect(decodeCard({ code: 'NotFound', message: 'no such app', request_id: 'r' })).toEqual({
      kind: 'error',
      error: { message: 'no such app', data: { code: 'NotFound', message: 'no such app', request_id: 'r' } },
    })
  })
})
