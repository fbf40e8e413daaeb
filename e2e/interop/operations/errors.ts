// Refusals: the code must show a client what was wrong, whatever the shape of the error.

import type { Decoded, Result } from '#shared/a2a/dialect.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import { message, sentence } from '../caller.ts'
import { Mismatch, NotInVersion } from '../verdict.ts'
import type { Case } from './case.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

export const errors: readonly Case[] = [
  {
    name: 'unknown task',
    async run(caller) {
      const error = await caller.refused({ kind: 'get', taskId: unknownId })
      if (error.code !== -32001) throw new Mismatch(`the error is ${sentence(error)}, not -32001`)
    },
  },
  {
    name: 'unknown method',
    async run(caller) {
      const { binding } = caller.way
      if (binding === 'GRPC') throw new NotInVersion()
      const decoded =
        binding === 'JSONRPC'
          ? await caller.raw({ method: 'POST', body: envelope('no/such', {}), operation: 'get' })
          : await caller.raw({ method: 'GET', path: '/no/such/path', operation: 'get' })
      expectRefusal(decoded, [-32601, 404])
    },
  },
  {
    name: 'bad params',
    async run(caller) {
      const { binding, dialect } = caller.way
      const body = { message: 7 }
      switch (binding) {
        case 'JSONRPC': {
          const call = dialect.encode({ kind: 'send', message: message([]) }, binding)
          const method = call?.binding === 'JSONRPC' ? call.method : ''
          const decoded = await caller.raw({
            method: 'POST',
            body: envelope(method, body),
            operation: 'send',
          })
          return expectRefusal(decoded, [-32602, -32600])
        }
        case 'HTTP+JSON': {
          const path = dialect.id === '1.0' ? '/message:send' : '/v1/message:send'
          return expectRefusal(
            await caller.raw({ method: 'POST', path, body, operation: 'send' }),
            [-32602, -32600, 400, 422],
          )
        }
        case 'GRPC': {
          // Protobuf allows no value of another type; an empty id is the worst that can be sent.
          const error = await caller.refused({ kind: 'get', taskId: '' })
          return expectRefusal({ kind: 'error', error }, [-32602, -32600, -32001])
        }
      }
    },
  },
]

function envelope(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id: 'interop', method, params }
}

function expectRefusal(decoded: Decoded<Result>, requested: readonly number[]): void {
  if (decoded.kind !== 'error') throw new Mismatch(`the answer is no error but ${decoded.kind}`)
  const { code, httpStatus } = decoded.error
  if (!requested.some((each) => each === code || each === httpStatus))
    throw new Mismatch(`the error is ${sentence(decoded.error)}, not one of ${requested.join(', ')}`)
}
