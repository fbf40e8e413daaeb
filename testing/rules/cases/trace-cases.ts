import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { notContinued } from '#shared/spans/check-continued.ts'
import type { Case } from './case.ts'

const call = { id: 'x', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' } as ExchangeRow
const span = { traceId: 'ab'.repeat(16), name: 'POST /', service: 'agent', start: 0, end: 1, attributes: {} }

export const traceCases: readonly Case[] = [
  ['PARLEY-TRACE-001', 'info', '', 'a trace of its own', () => notContinued(call, span)],
]
