import { describe, expect, test } from 'vitest'
import { fullOperations } from '../../e2e/fixtures/operations.ts'
import type { DialectId } from './dialect.ts'
import { dialectOf, dialects } from './dialects.ts'

test('every dialect is found by its id', () => {
  expect(dialects.map(({ id }) => dialectOf(id).id)).toEqual(dialects.map(({ id }) => id))
})

describe('a tenant', () => {
  const get = fullOperations.get
  const tenant = { tenant: 'a/b' }

  test('leads the path over REST, and is not repeated', () => {
    expect(dialectOf('1.0').encode(fullOperations.cancel, 'HTTP+JSON', tenant)).toEqual({
      binding: 'HTTP+JSON',
      verb: 'POST',
      path: '/a%2Fb/tasks/t%2F1:cancel',
      query: [],
      body: { metadata: { why: 'enough' } },
      headers: [['A2A-Version', '1.0']],
      streaming: false,
    })
  })

  test('is a member over JSON-RPC and gRPC', () => {
    const calls = (['JSONRPC', 'GRPC'] as const).map((binding) =>
      dialectOf('1.0').encode(get, binding, tenant),
    )
    expect(calls).toMatchObject([
      { params: { tenant: 'a/b', id: 't/1', historyLength: 3 } },
      { message: { tenant: 'a/b', id: 't/1', historyLength: 3 } },
    ])
  })

  test('gives the extended card its only parameter', () => {
    expect(dialectOf('1.0').encode({ kind: 'extended-card' }, 'JSONRPC', tenant)).toMatchObject({
      params: { tenant: 'a/b' },
    })
  })

  test.each<DialectId>(['0.1', '0.2', '0.3', '0.3-schema'])('is unknown to %s', (id) => {
    const [binding = 'JSONRPC'] = dialectOf(id).bindings
    expect(dialectOf(id).encode(get, binding, tenant)).toEqual(dialectOf(id).encode(get, binding))
  })
})

describe('encoding is strict', () => {
  const foreign = ['kind', 'type', 'blocking', 'content', 'schemes', 'pushNotificationConfig', 'final']

  test('nothing of 0.x goes to a 1.0 server', () => {
    const { bindings, encode } = dialectOf('1.0')
    const calls = Object.values(fullOperations).flatMap((operation) =>
      bindings.map((binding) => encode(operation, binding)),
    )
    const names = new Set<string>()
    for (const call of calls) collectNames(call, names)
    expect(foreign.filter((name) => names.has(name))).toEqual([])
  })

  test.each<DialectId>(['0.2', '0.3', '0.3-schema', '0.3-proto'])(
    '%s always says modes, and on a send whether it blocks',
    (id) => {
      const [binding = 'JSONRPC'] = dialectOf(id).bindings
      const { kind: _, ...go } = fullOperations.stream
      const call = dialectOf(id).encode({ kind: 'send', ...go }, binding)
      const body =
        call?.binding === 'JSONRPC' ? call.params : call?.binding === 'HTTP+JSON' ? call.body : undefined
      expect(body).toMatchObject({
        message: { messageId: 'm2' },
        configuration: { acceptedOutputModes: [], blocking: true },
      })
    },
  )

  test('an id with half a surrogate pair still makes a path', () => {
    const call = dialectOf('1.0').encode({ kind: 'get', taskId: 'a\ud800' }, 'HTTP+JSON')
    expect(call).toMatchObject({ path: '/tasks/a%EF%BF%BD' })
  })
})

function collectNames(value: unknown, into: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) into.add(name)
    collectNames(inner, into)
  }
}
