// Refusals: a client must learn what was wrong from the code, whichever shape carried it.

import type { Caller } from '../caller.ts'
import { sentence } from '../caller.ts'
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
    run: (caller) =>
      refusal(caller, [-32601, 404], () => {
        if (caller.way.binding === 'GRPC') throw new NotInVersion()
        return caller.way.binding === 'JSONRPC'
          ? caller.raw({
              method: 'POST',
              body: { jsonrpc: '2.0', id: 'x', method: 'no/such', params: {} },
              operation: 'get',
            })
          : caller.raw({ method: 'GET', path: '/no/such/path', operation: 'get' })
      }),
  },
  {
    name: 'bad params',
    run: (caller) =>
      refusal(
        caller,
        [-32602, -32600, 400, 422],
        async () => {
          switch (caller.way.binding) {
            case 'JSONRPC':
              return caller.raw({
                method: 'POST',
                body: { jsonrpc: '2.0', id: 'x', method: sendMethod(caller), params: { message: 7 } },
                operation: 'send',
              })
            case 'HTTP+JSON':
              return caller.raw({
                method: 'POST',
                path: caller.way.dialect.id === '1.0' ? '/message:send' : '/v1/message:send',
                body: { message: 7 },
                operation: 'send',
              })
            case 'GRPC':
              return { kind: 'error', error: await caller.refused({ kind: 'get', taskId: '' }) } as const
          }
        },
        caller.way.binding === 'GRPC' ? [-32001] : [],
      ),
  },
]

async function refusal(
  _caller: Caller,
  codes: readonly number[],
  ask: () => ReturnType<Caller['raw']>,
  alsoFine: readonly number[] = [],
): Promise<void> {
  const decoded = await ask()
  if (decoded.kind !== 'error') throw new Mismatch(`the answer is no error but ${decoded.kind}`)
  const { code, httpStatus } = decoded.error
  const wanted = [...codes, ...alsoFine]
  if (!wanted.some((each) => each === code || each === httpStatus))
    throw new Mismatch(`the error is ${sentence(decoded.error)}, not one of ${wanted.join(', ')}`)
}

function sendMethod({ way }: Caller): string {
  const call = way.dialect.encode(
    { kind: 'send', message: { messageId: 'm', role: 'user', parts: [] } },
    'JSONRPC',
  )
  return call?.binding === 'JSONRPC' ? call.method : ''
}
