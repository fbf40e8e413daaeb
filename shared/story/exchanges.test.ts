import { describe, expect, test } from 'vitest'
import { createScriptedRecord, type ScriptedRecord } from '#testing/story/scripted-record.ts'
import { slice } from '../collections/list.ts'
import type { Entry } from '../record/entry.ts'
import { createExchangeFold, type ExchangeView } from './exchanges.ts'

function folded(entries: readonly Entry[]) {
  const fold = createExchangeFold()
  for (const entry of entries) fold.apply(entry)
  return fold
}

function called(): ScriptedRecord {
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'get', body: { id: 't' } })
  return record
}

describe('an exchange', () => {
  test('fills in from its request to its end', () => {
    const record = called()
    record.wait(40)
    record.end('x', { id: 't' })
    expect(folded(record.entries).view('x')).toEqual({
      id: 'x',
      index: 0,
      direction: 'call',
      call: {
        agentId: 'a',
        purpose: 'operation',
        operation: 'get',
        dialect: '1.0',
        binding: 'JSONRPC',
        label: 'get',
      },
      state: 'done',
      status: 200,
      unreadable: 0,
      notLoaded: 0,
      startedAt: 1_000_001,
      startedMonoMs: 1,
      endedMs: 42,
      firstSeq: 1,
    })
  })

  test.each<[what: string, act: (record: ScriptedRecord) => unknown, seen: Partial<ExchangeView>]>([
    ['open', () => {}, { state: 'open' }],
    [
      'failed, and why',
      (record) => record.fail('x', 'idle-timeout'),
      {
        state: 'failed',
        failure: { kind: 'idle-timeout', message: 'It was idle-timeout.' },
      },
    ],
    [
      'ended once',
      (record) => [record.end('x', {}), record.fail('x', 'reset')],
      { state: 'done', endedMs: 2 },
    ],
    [
      'an HTTP error',
      (record) =>
        record.add('x', (base) => ({ ...base, kind: 'response', status: 503, statusText: '', headers: [] })),
      { status: 503 },
    ],
  ])('can be %s', (_, act, observed) => {
    const record = called()
    act(record)
    expect(folded(record.entries).view('x')).toMatchObject(observed)
  })

  test('stands in the order of its start, webhook calls among the others', () => {
    const record = called()
    record.webhook('w', {}, { path: '/hook?x=1' })
    record.call({ id: 'y', operation: 'get' })
    record.end('x', {})
    const fold = folded(record.entries)
    expect(slice(fold.list()).map(({ id, direction }) => [id, direction])).toEqual([
      ['x', 'call'],
      ['w', 'webhook'],
      ['y', 'call'],
    ])
    expect(slice(fold.webhooks())).toEqual([1])
  })

  test('met in its middle keeps what can be told', () => {
    const record = called()
    record.frame('x', 1)
    expect(folded(record.entries.slice(2)).view('x')).toMatchObject({ state: 'open', firstSeq: 3 })
  })
})
