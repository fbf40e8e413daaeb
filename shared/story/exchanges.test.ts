import { describe, expect, test } from 'vitest'
import { createScriptedRecord, type ScriptedRecord } from '#testing/story/scripted-record.ts'
import type { Finding, Severity } from '../a2a/finding.ts'
import { slice } from '../collections/list.ts'
import type { Entry } from '../record/entry.ts'
import { createExchangeFold, type ExchangeView } from './exchanges.ts'

function folded(entries: readonly Entry[]) {
  const fold = createExchangeFold()
  for (const entry of entries) fold.apply(entry)
  return fold
}

const finding = (severity: Severity): Finding => ({
  rule: 'R',
  severity,
  pointer: '',
  message: 'm',
  hint: 'h',
  spec: { version: '1.0', section: '1' },
})

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
    const view: ExchangeView | undefined = folded(record.entries).view('x')
    expect(view).toEqual({
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
      method: 'POST',
      url: 'http://agent.test/',
      state: 'done',
      ending: { kind: 'end', reason: 'complete' },
      status: 200,
      httpError: false,
      unreadable: 0,
      notLoaded: 0,
      sentBytes: 10,
      receivedBytes: 10,
      startedAt: 1_000_001,
      startedMonoMs: 1,
      firstByteMs: 1,
      endedMs: 42,
      frames: 0,
      comments: 0,
      findings: { error: 0, warning: 0, info: 0 },
      redirects: view?.redirects,
      firstSeq: 1,
      lastSeq: 3,
    })
  })

  const redirect = {
    kind: 'redirect',
    status: 307,
    headers: [],
    from: '/a',
    to: '/b',
    method: 'POST',
  } as const
  test.each<[what: string, act: (record: ScriptedRecord) => unknown, seen: Partial<ExchangeView>]>([
    ['open', () => {}, { state: 'open' }],
    [
      'failed, and why',
      (record) => record.fail('x', 'idle-timeout'),
      {
        state: 'failed',
        ending: { kind: 'failure', failure: 'idle-timeout', message: 'It was idle-timeout.' },
      },
    ],
    [
      'ended once',
      (record) => [record.end('x', {}), record.fail('x', 'reset')],
      { state: 'done', ending: { kind: 'end', reason: 'complete' }, lastSeq: 4 },
    ],
    [
      'redirected',
      (record) => record.add('x', (base) => ({ ...base, ...redirect, credentialsDropped: true })),
      { redirects: expect.objectContaining({ length: 1 }) },
    ],
    [
      'an HTTP error',
      (record) =>
        record.add('x', (base) => ({ ...base, kind: 'response', status: 503, statusText: '', headers: [] })),
      { status: 503, httpError: true },
    ],
    [
      'a stream with keep-alives',
      (record) => [
        record.frame('x', 1),
        record.add('x', (base) => ({
          ...base,
          kind: 'frame',
          index: 1,
          framing: 'sse-comment',
          raw: { sizeBytes: 5, text: ': hi\n' },
        })),
      ],
      { frames: 1, comments: 1, firstFrameMs: 2, receivedBytes: 14 },
    ],
    [
      'with findings',
      (record) =>
        record.add('x', (base) => ({
          ...base,
          kind: 'note',
          text: '',
          findings: [finding('error'), finding('info'), finding('info')],
        })),
      { findings: { error: 1, warning: 0, info: 2 } },
    ],
  ])('can be %s', (_, act, seen) => {
    const record = called()
    act(record)
    expect(folded(record.entries).view('x')).toMatchObject(seen)
  })

  test('stands in the order of its start, webhook calls among the others', () => {
    const record = called()
    record.webhook('w', {}, { path: '/hook?x=1' })
    record.call({ id: 'y', operation: 'get' })
    record.end('x', {})
    const fold = folded(record.entries)
    expect(slice(fold.list()).map(({ id, direction, url }) => [id, direction, url])).toEqual([
      ['x', 'call', 'http://agent.test/'],
      ['w', 'webhook', '/hook?x=1'],
      ['y', 'call', 'http://agent.test/'],
    ])
    expect(slice(fold.webhooks())).toEqual([1])
  })

  test('met in its middle keeps what can be told', () => {
    const record = called()
    record.frame('x', 1)
    expect(folded(record.entries.slice(2)).view('x')).toMatchObject({ method: '', frames: 1, firstSeq: 3 })
  })
})
