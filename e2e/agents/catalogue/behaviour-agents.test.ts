import { describe, expect, it } from 'vitest'
import { sseData } from '../capture-file.ts'
import { isObject, parseJson } from '../json.ts'
import { duplicateEvents } from '../quirks/wrongs.ts'
import { at, call, get, line, message03, message10, rpc, told } from '../wire-client.ts'
import { behaviourAgents } from './behaviour-agents.ts'
import { namedAgent } from './catalogue.ts'

/** What each streams in response to `hi`, line by line. */
const streams: Readonly<Record<string, readonly string[]>> = {
  'terminal-then-more': [
    'task submitted',
    'status working "working"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
    'status completed',
    'status working "one more thing"',
    'artifact late "late"',
    'status completed',
  ],
  'terminal-then-more-0.3': [
    'task submitted',
    'status working "working"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
    'status completed final',
    'status working "one more thing"',
    'artifact late "late"',
    'status completed final',
  ],
  'jumps-back': [
    'task submitted',
    'status working "working"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
    'status completed',
    'status submitted',
    'status input_required "about that"',
  ],
  'duplicate-events': [
    'task submitted',
    'task submitted',
    'status working "working"',
    'status working "working"',
    'artifact a1 "chunk0"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
    'append a1 "chunk1" last',
    'status completed',
    'status completed',
  ],
  'swapped-chunks': [
    'task submitted',
    'status working "working"',
    'append a1 "chunk1" last',
    'artifact a1 "chunk0"',
    'status completed',
  ],
  'append-to-unknown': [
    'task submitted',
    'status working "working"',
    'append never-begun "orphan"',
    'status completed',
  ],
  'append-to-unknown-0.3': [
    'task submitted',
    'status working "working"',
    'append never-begun "orphan"',
    'status completed final',
  ],
  'append-after-last': [
    'task submitted',
    'status working "working"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
    'append a1 "afterthought"',
    'status completed',
  ],
  'closed-early': [
    'task submitted',
    'status working "working"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
  ],
  'closed-early-0.3': [
    'task submitted',
    'status working "working"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
  ],
  'no-first-task': [
    'status working "working"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
    'status completed',
  ],
  'snapshots-only': ['task submitted', 'task working', 'task working', 'task working', 'task completed'],
  kindless: [
    'task submitted',
    'status working "working"',
    'artifact a1 "chunk0"',
    'append a1 "chunk1" last',
    'status completed final',
  ],
}

/** Checks of bytes or JSON that the lines above do not show. */
const checks: Readonly<Record<string, (url: string) => Promise<void>>> = {
  async 'id-drift'(url) {
    const events = sseData((await rpc(url, 'SendStreamingMessage', message10('hi'))).text).map(parseJson)
    const id = String(at(events[0], 'result', 'task', 'id'))
    const ids = events.slice(1).map((event) => {
      const result = at(event, 'result')
      const [update] = isObject(result) ? Object.values(result) : []
      return [at(update, 'taskId'), at(update, 'contextId') === 'another-context']
    })
    expect(ids).toEqual([
      [id, false],
      [`${id}-drifted`, true],
      [`${id}-drifted`, true],
      [`${id}-drifted`, true],
    ])
  },
  async 'get-disagrees'(url) {
    const { text } = await rpc(url, 'SendStreamingMessage', message10('hi'))
    const events = sseData(text).map(parseJson)
    expect(line(events.at(-1))).toBe('status completed')
    const task = await rpc(url, 'GetTask', { id: at(events[0], 'result', 'task', 'id') ?? '' })
    expect(at(task.json, 'result', 'status', 'state')).toBe('TASK_STATE_FAILED')
    expect(at(task.json, 'result', 'artifacts', 0, 'parts')).toEqual([{ text: 'chunk0' }])
  },
  async 'heeds-no-limits'(url) {
    await rpc(url, 'SendMessage', message10('hi'))
    const { json } = await rpc(url, 'ListTasks', { historyLength: 0 })
    const task = at(json, 'result', 'tasks', 0)
    expect([at(task, 'history', 0, 'role'), at(task, 'artifacts', 0, 'artifactId')]).toEqual([
      'ROLE_USER',
      'a1',
    ])
  },
  'left-open': (url) => staysOpen(url, 'SendStreamingMessage', 'status completed'),
  'left-open-0.3': (url) => staysOpen(url, 'message/stream', 'status completed final'),
  silent: (url) => staysOpen(url, 'SendStreamingMessage', undefined),
  async throws(url) {
    const { text } = await rpc(url, 'SendStreamingMessage', message10('throw'))
    expect(text.split('\n\n').at(-2)).toBe(
      'event: error\ndata: {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"boom"}}',
    )
  },
  async 'kind-and-wrapper'(url) {
    const { json } = await rpc(url, 'SendMessage', message10('hi'))
    expect(at(json, 'result', 'task', 'kind')).toBe('task')
  },
  async 'enum-numbers'(url) {
    expect(
      at((await rpc(url, 'SendMessage', message10('hi'))).json, 'result', 'task', 'status', 'state'),
    ).toBe(3)
  },
  async 'double-result'(url) {
    const { json } = await rpc(url, 'SendMessage', message10('direct'))
    expect(at(json, 'result', 'result', 'message', 'role')).toBe('ROLE_AGENT')
  },
  async 'text-id'(url) {
    expect(at((await rpc(url, 'SendMessage', message10('direct'))).json, 'id')).toBe('7')
  },
  async 'null-error'(url) {
    expect((await rpc(url, 'SendMessage', message10('direct'))).text).toMatch(/^\{"error":null,"jsonrpc"/)
  },
  crlf: (url) => streamMatches(url, /^(data: \{.*\}\r\n\r\n){5}$/),
  cr: (url) => streamMatches(url, /^(data: \{[^\r\n]*\}\r\r){5}$/),
  'multi-line-data': (url) => streamMatches(url, /^data: \{\ndata: {3}"jsonrpc": "2.0",\ndata: {3}"id": 7,/),
  'every-sse-field': (url) =>
    streamMatches(url, /^: event 0\nretry: 3000\nevent: message\nid: 0\nx-unknown: 1\ndata: \{/),
  'ids-after-data': (url) => streamMatches(url, /^data: \{.*\}\nid: 0\n\ndata: \{.*\}\nid: 1\n\n/),
  'keep-alives': (url) => streamMatches(url, /^: ping - [-\d]+ [\d:.]+\+00:00\r\n\r\ndata: \{/),
  async 'stream-bom'(url) {
    const response = await call(url, 'SendStreamingMessage', message10('hi'))
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 6)]).toEqual([
      0xef, 0xbb, 0xbf, 0x64, 0x61, 0x74,
    ])
  },
  'record-separators': (url) => streamMatches(url, /^(data: [^{]\{.*\}\n\n){5}$/),
  'unended-event': (url) => streamMatches(url, /[^\n]\n\ndata: [^\n]*\}\n$/),
  async 'bare-lines'(url) {
    const { headers, text } = await rpc(url, 'SendStreamingMessage', message10('hi'))
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(text).toMatch(/^\{.*\}\n\{/)
  },
  async ndjson(url) {
    const { headers, text } = await rpc(url, 'SendStreamingMessage', message10('hi'))
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    expect(text.split('\n').map((row) => row && line(parseJson(row)))).toEqual([
      'task submitted',
      'status working "working"',
      'artifact a1 "chunk0"',
      'append a1 "chunk1" last',
      'status completed',
      '',
    ])
  },
  async 'errors-as-events'(url) {
    const { status, headers, text } = await rpc(url, 'message/stream', message03('hi', { taskId: 'nobody' }))
    expect([status, headers.get('content-type'), text]).toEqual([
      200,
      'text/event-stream',
      'event: error\ndata: {"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"Task not found"}}\n\n',
    ])
  },
}

async function streamMatches(url: string, pattern: RegExp): Promise<void> {
  expect((await rpc(url, 'SendStreamingMessage', message10('hi'))).text).toMatch(pattern)
}

/** Nothing follows `last`, while other calls are answered. */
async function staysOpen(url: string, method: string, last: string | undefined): Promise<void> {
  const leaving = new AbortController()
  const params = method === 'message/stream' ? message03('hi') : message10('hi')
  const response = await call(url, method, params, leaving.signal)
  const reader = response.body?.getReader()
  let text = ''
  while (last !== undefined && line(parseJson(sseData(text).at(-1) ?? '')) !== last) {
    text += Buffer.from((await reader?.read())?.value ?? []).toString('utf8')
  }
  const next = reader?.read().then(
    () => 'more',
    () => 'broken off',
  )
  expect(await Promise.race([next, get(url).then(() => 'still open')])).toBe('still open')
  leaving.abort()
  expect(await next).toBe('broken off')
}

describe('the agents that break rules', () => {
  it('are all described here', () => {
    const described = [...Object.keys(streams), ...Object.keys(checks)].sort()
    expect(described).toEqual(behaviourAgents.map(({ name }) => name).sort())
  })

  it.each(Object.entries(streams))('%s', async (name, lines) => {
    const agent = await namedAgent(name).start()
    const version = name.endsWith('-0.3') || name === 'kindless' ? '0.3' : '1.0'
    const received = await told(agent.url, 'hi', version)
    await agent.close()
    expect(received).toEqual(lines)
  })

  it.each(Object.entries(checks))('%s', async (name, check) => {
    const agent = await namedAgent(name).start()
    try {
      await check(agent.url)
    } finally {
      await agent.close()
    }
  })

  it('repeat an event to the letter, even when time has passed between the two', async () => {
    let calls = 0
    const passing = { timestamp: () => new Date(calls++).toISOString() }
    const agent = await namedAgent('duplicate-events').start({ quirks: [duplicateEvents, passing] })
    const { text } = await rpc(agent.url, 'SendStreamingMessage', message10('hi'))
    await agent.close()
    const events = sseData(text)
    expect(events.filter((_, index) => index % 2 === 1)).toEqual(events.filter((_, index) => index % 2 === 0))
  })
})
