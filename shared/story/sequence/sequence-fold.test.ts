import { describe, expect, test } from 'vitest'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { dialectOf } from '../../a2a/dialects.ts'
import type { JsonValue } from '../../a2a/model.ts'
import type { OperationKind } from '../../a2a/operation.ts'
import { defined } from '../../defined.ts'
import type { CallLinks } from '../../spans/span-nodes.ts'
import { createReading } from '../reading.ts'
import type { SequenceRow } from './sequence.ts'
import { type SequenceLook, sequenceRows } from './sequence-api.ts'
import { createSequenceFold } from './sequence-fold.ts'

interface RequestScript {
  readonly to: string
  /** The agent there is not identified yet. */
  readonly unknown?: true
  /** The `User-Agent`; absent for Parley's own calls. */
  readonly by?: string
  readonly operation?: OperationKind
  /** Reads its card. */
  readonly card?: true
  readonly trace?: string
  readonly message?: Readonly<Record<string, JsonValue>>
  readonly body?: JsonValue
}

function createStory(links: CallLinks = new Map()) {
  const record = createScriptedRecord()
  const request = (
    id: string,
    { to, unknown, by, operation = 'stream', card, trace, message, body }: RequestScript,
  ) => {
    const via = { tap: 'http://127.0.0.1:1', caller: '127.0.0.1:9', ...defined({ program: by }) }
    const sent = body ?? wire10.send(wire10.user(`m-${id}`, `text of ${id}`, message))
    record.add(id, (common) => ({
      ...common,
      kind: 'request',
      call: {
        ...(!unknown && { agentId: to }),
        ...(card
          ? { purpose: 'card', label: 'GET /.well-known/agent-card.json' }
          : { purpose: 'operation', operation, dialect: '1.0', binding: 'JSONRPC', label: operation }),
        ...(by !== undefined && { via }),
      },
      method: 'POST',
      url: `http://${to}.test/`,
      headers:
        trace === undefined ? [] : [['traceparent', `00-${trace.padEnd(32, '0')}-00f067aa0ba902b7-01`]],
      ...(card === undefined && { body: bodyOf(sent) }),
    }))
  }
  const state = (id: string, task: string, name: string, context = `ctx-${task}`) =>
    record.frame(id, wire10.result(wire10.statusUpdate(task, wire10.status(name), context)))
  const about = (task: string) => ({ jsonrpc: '2.0', id: 1, method: 'x', params: { id: task } })
  const fold = () => {
    const made = createSequenceFold(createReading({ dialectOf }), links)
    for (const entry of record.entries) made.apply(entry)
    return made
  }
  const rows = (look: SequenceLook = { open: [] }) => {
    const folded = fold()
    const all = sequenceRows(folded, look)
    const read = all.read(0, 1_000)
    expect(read.length).toBe(all.total)
    return read.map((row) => ({
      row,
      words: wordsOf(
        row,
        folded.lanes().map(({ id }) => id),
      ),
    }))
  }
  return {
    record,
    ask: request,
    state,
    about,
    fold,
    rows,
    words: (look?: SequenceLook) => rows(look).map((one) => one.words),
  }
}

function bodyOf(value: JsonValue) {
  const text = JSON.stringify(value)
  return { sizeBytes: text.length, text }
}

function wordsOf(row: SequenceRow, lanes: readonly string[]): string {
  const between = `${lanes[row.from]} → ${lanes[row.to]}`
  switch (row.kind) {
    case 'call':
      return `${between}: ${row.label}${row.why ? ` (${row.why.reasons.join(' ')}${row.why.guess ? '?' : ''})` : ''}`
    case 'calls':
      return `${between}: ${row.tally.calls} × ${row.label}, ${row.tally.open} open`
    case 'state':
      return `${between}: ${row.state}`
    case 'events':
      return `${between}: ${row.count} events`
    case 'push':
      return `${between}: pushed ${row.state} × ${row.count}`
    case 'answer':
      return `${between}: ${row.problem ?? row.state ?? (row.aborted ? 'aborted' : 'answered')}`
    case 'canceled':
      return `canceled: ${row.running.map(({ lane, state, endedMs }) => `${lanes[lane]} ${state} ${endedMs ?? 'still'}`).join()}`
  }
}

test('an agent that is asked asks others: calls, states and pieces between lanes', () => {
  const { record, ask, state, words, fold } = createStory()
  ask('top', { to: 'planner' })
  state('top', 't1', 'WORKING')
  ask('sub', { to: 'weather', by: 'planner/1', trace: 'abc' })
  state('sub', 't2', 'WORKING')
  for (let n = 0; n < 5; n += 1) record.frame('sub', wire10.result(wire10.chunk('t2', 'a', `piece ${n}`)))
  state('sub', 't2', 'COMPLETED')
  record.end('sub')
  state('top', 't1', 'COMPLETED')
  record.end('top')
  expect(words()).toEqual([
    'parley → agent planner: stream',
    'agent planner → parley: working',
    'agent planner → agent weather: stream (inside?)',
    'agent weather → agent planner: working',
    'agent weather → agent planner: 5 events',
    'agent weather → agent planner: completed',
    'agent planner → parley: completed',
  ])
  expect(fold().lanes()).toEqual([
    { id: 'parley', kind: 'parley' },
    { id: 'agent planner', kind: 'agent', agentId: 'planner' },
    { id: 'agent weather', kind: 'agent', agentId: 'weather' },
  ])
})

test('a call that refers to a task is sure of it, though the task is named only afterwards', () => {
  const { ask, state, words, fold } = createStory()
  ask('top', { to: 'planner' })
  ask('sub', { to: 'weather', by: 'planner/1', message: { referenceTaskIds: ['t1'] } })
  state('top', 't1', 'WORKING')
  state('top', 't1', 'COMPLETED')
  expect(words()[1]).toBe('agent planner → agent weather: stream (reference inside)')
  expect(fold().edges()).toMatchObject([{}, { reasons: { reference: 1, inside: 1 }, guessed: 0 }])
})

describe('why a call is taken to come from an agent', () => {
  const cases: readonly (readonly [string, Partial<RequestScript>, Partial<RequestScript>, string])[] = [
    [
      'the same trace',
      { trace: 'abc' },
      { trace: 'abc' },
      'agent planner → agent weather: stream (trace inside)',
    ],
    [
      'a task it refers to',
      {},
      { message: { referenceTaskIds: ['t1'] } },
      'agent planner → agent weather: stream (reference inside)',
    ],
    [
      'the same context',
      {},
      { message: { contextId: 'ctx-t1' } },
      'agent planner → agent weather: stream (context inside)',
    ],
    [
      'the same text, a guess',
      { message: { parts: [{ text: 'book a table' }] } },
      { message: { parts: [{ text: 'book a table' }] } },
      'agent planner → agent weather: stream (forwarded inside?)',
    ],
    [
      'one text of several, as frameworks add what was said before',
      { message: { parts: [{ text: 'book a table' }] } },
      { message: { parts: [{ text: 'book a table' }, { text: 'For context: …' }] } },
      'agent planner → agent weather: stream (forwarded inside?)',
    ],
    ['nothing but that it is at work, a guess', {}, {}, 'agent planner → agent weather: stream (inside?)'],
    ['nothing, where the caller calls both', { by: 'x' }, {}, 'program x → agent weather: stream'],
  ]
  test.each(cases)('%s', (_name, top, sub, requested) => {
    const { ask, state, words } = createStory()
    ask('top', { to: 'planner', ...top })
    state('top', 't1', 'WORKING')
    ask('sub', { to: 'weather', by: 'x', ...sub })
    expect(words().at(-1)).toBe(requested)
  })

  test('of several that all else speaks for, the one in whose span it was made', () => {
    const { ask, state, words } = createStory(new Map([['sub', 'other']]))
    ask('other', { to: 'hotels', trace: 'abc' })
    ask('top', { to: 'planner', trace: 'abc', message: { contextId: 'c' } })
    state('top', 't1', 'WORKING', 'c')
    ask('sub', {
      ...{ to: 'weather', by: 'x', trace: 'abc' },
      message: { referenceTaskIds: ['t1'], contextId: 'c' },
    })
    expect(words().at(-1)).toBe('agent hotels → agent weather: stream (span trace inside)')
  })

  test('a span is sure of it among calls of one program, too', () => {
    const { ask, words } = createStory(new Map([['two', 'one']]))
    ask('top', { to: 'planner' })
    ask('one', { to: 'weather', by: 'a2a-sdk/1' })
    ask('two', { to: 'radar', by: 'a2a-sdk/1' })
    expect(words().at(-1)).toBe('agent weather → agent radar: stream (span inside)')
  })

  test('of several in one trace, the one that is known to call so', () => {
    const { ask, words } = createStory()
    ask('top', { to: 'planner', trace: 'abc' })
    ask('one', { to: 'weather', by: 'planner/1', trace: 'abc' })
    ask('two', { to: 'hotels', by: 'planner/1', trace: 'abc' })
    ask('three', { to: 'radar', by: 'weather/1', trace: 'abc' })
    expect(words().slice(1)).toEqual([
      'agent planner → agent weather: stream (trace inside)',
      'agent planner → agent hotels: stream (trace inside)',
      'agent weather → agent radar: stream (trace inside?)',
    ])
  })

  test('what was passed on to several at the same time is not passed on by one of them', () => {
    const { ask, words } = createStory()
    ask('top', { to: 'planner' })
    const message = { messageId: 'same', parts: [{ text: 'three days in Lisbon' }] }
    for (const id of ['weather', 'hotels']) ask(id, { to: id, by: 'planner/1', message })
    expect(words().slice(1)).toEqual([
      'agent planner → agent weather: stream (inside?)',
      'agent planner → agent hotels: stream (inside?)',
    ])
  })

  test('calls of one program in a trace or a context of their own are made beside one another', () => {
    const { ask, state, words } = createStory()
    ask('top', { to: 'planner' })
    state('top', 't1', 'WORKING')
    for (const id of ['weather', 'hotels']) {
      ask(id, { to: id, by: 'planner/1', trace: 'abc', message: { contextId: 'own' } })
      state(id, `t-${id}`, 'WORKING', 'own')
    }
    ask('refers', {
      to: 'trains',
      by: 'planner/1',
      trace: 'abc',
      message: { referenceTaskIds: ['t-weather'] },
    })
    ask('inside', { to: 'museums', by: 'planner/1' })
    state('inside', 't-museums', 'WORKING', 'made-by-museums')
    ask('within', { to: 'tickets', by: 'planner/1', message: { contextId: 'made-by-museums' } })
    expect(words().filter((each) => each.includes(': stream'))).toEqual([
      'parley → agent planner: stream',
      'agent planner → agent weather: stream (inside?)',
      'agent planner → agent hotels: stream (inside?)',
      'agent weather → agent trains: stream (trace reference inside?)',
      'agent planner → agent museums: stream (inside?)',
      'agent museums → agent tickets: stream (context inside?)',
    ])
  })

  test('one that is over is not called for any more, unless something names it', () => {
    const { record, ask, state, words } = createStory()
    ask('top', { to: 'planner', trace: 'abc' })
    state('top', 't1', 'COMPLETED')
    record.end('top')
    ask('later', { to: 'weather', by: 'x' })
    ask('named', { to: 'hotels', by: 'x', trace: 'abc' })
    expect(words().slice(2)).toEqual([
      'program x → agent weather: stream',
      'agent planner → agent hotels: stream (trace)',
    ])
  })
})

describe('what only the User-Agent or the time suggests', () => {
  test('takes no call from a program that called while no agent was at work', () => {
    const { record, ask, state, words, fold } = createStory()
    ask('read', { to: 'weather', by: 'client/1', card: true })
    ask('root', { to: 'weather', by: 'client/1' })
    record.end('root')
    ask('top', { to: 'planner' })
    state('top', 't1', 'WORKING')
    ask('beside', { to: 'hotels', by: 'client/1' })
    ask('sub', { to: 'trains', by: 'planner/1' })
    expect(words().filter((each) => each.includes(': stream'))).toEqual([
      'program client/1 → agent weather: stream',
      'parley → agent planner: stream',
      'program client/1 → agent hotels: stream',
      'agent planner → agent trains: stream (inside?)',
    ])
    expect(
      fold()
        .lanes()
        .filter(({ kind }) => kind === 'program').length,
    ).toBe(1)
  })

  test('does take it where something names the task', () => {
    const { ask, state, words } = createStory()
    ask('root', { to: 'weather', by: 'client/1' })
    ask('top', { to: 'planner' })
    state('top', 't1', 'WORKING')
    ask('sub', { to: 'hotels', by: 'client/1', message: { referenceTaskIds: ['t1'] } })
    expect(words().at(-1)).toBe('agent planner → agent hotels: stream (reference inside)')
  })

  test('closes no circle of calls', () => {
    const { ask, words } = createStory()
    ask('top', { to: 'planner' })
    ask('sub', { to: 'weather', by: 'planner/1' })
    ask('below', { to: 'radar', by: 'weather/1' })
    ask('back', { to: 'planner', by: 'another/1' })
    ask('again', { to: 'weather', by: 'another/1' })
    expect(words().slice(1)).toEqual([
      'agent planner → agent weather: stream (inside?)',
      'agent weather → agent radar: stream (inside?)',
      'program another/1 → agent planner: stream',
      'program another/1 → agent weather: stream',
    ])
  })
})

test('equal calls at the same time are one row that opens; so are looks one after another', () => {
  const { record, ask, state, about, words } = createStory()
  ask('top', { to: 'planner', trace: 'abc' })
  for (const id of ['a', 'b', 'c']) ask(id, { to: 'weather', by: 'p', trace: 'abc' })
  for (const id of ['a', 'b', 'c']) {
    state(id, `t-${id}`, id === 'b' ? 'FAILED' : 'COMPLETED')
    record.end(id)
  }
  for (let n = 0; n < 4; n += 1) {
    ask(`poll-${n}`, { to: 'planner', operation: 'get', body: about('t1') })
    record.end(`poll-${n}`, wire10.result(wire10.task('t1', wire10.status('WORKING'))))
  }
  expect(words()).toEqual([
    'parley → agent planner: stream',
    'agent planner → agent weather: 3 × stream, 0 open',
    'parley → agent planner: 4 × get, 0 open',
  ])
  expect(words({ open: ['calls a'] })).toEqual([
    'parley → agent planner: stream',
    'agent planner → agent weather: 3 × stream, 0 open',
    ...Array(3).fill('agent planner → agent weather: stream (trace inside)'),
    'agent weather → agent planner: completed',
    'agent weather → agent planner: failed',
    'agent weather → agent planner: completed',
    'parley → agent planner: 4 × get, 0 open',
  ])
})

test('a request for input that is passed up, and the answers that go down, are a chain', () => {
  const { record, ask, state, rows } = createStory()
  ask('top', { to: 'planner', trace: 'abc' })
  state('top', 't1', 'WORKING')
  ask('sub', { to: 'hotels', by: 'p', trace: 'abc' })
  state('sub', 't2', 'INPUT_REQUIRED')
  record.end('sub')
  state('top', 't1', 'INPUT_REQUIRED')
  record.end('top')
  ask('answer', { to: 'planner', message: { taskId: 't1' }, trace: 'def' })
  ask('passed', { to: 'hotels', by: 'p', message: { taskId: 't2' }, trace: 'def' })
  const chained = rows().filter(({ row }) => row.chain)
  expect(chained.map(({ row, words }) => [row.chain?.step, row.links, words])).toEqual([
    [1, '010', 'agent hotels → agent planner: input-required'],
    [2, '130', 'agent planner → parley: input-required'],
    [3, '310', 'parley → agent planner: stream'],
    [4, '030', 'agent planner → agent hotels: stream (trace inside)'],
  ])
  expect(chained.map(({ row }) => row.bars)).toEqual(['012', '022', '022', '022'])
})

test('of two messages in a task the last one is what a call was made for', () => {
  const { record, ask, state, rows } = createStory()
  ask('top', { to: 'planner' })
  state('top', 't1', 'INPUT_REQUIRED')
  record.end('top')
  ask('answer', { to: 'planner', message: { taskId: 't1' } })
  state('answer', 't1', 'WORKING')
  ask('sub', { to: 'hotels', by: 'x' })
  expect(rows().at(-1)?.row).toMatchObject({ why: { exchangeId: 'answer', taskId: 't1' } })
})

test('a card that is read is a row of its own and no call of the map, a caller that leaves no failure', () => {
  const { record, ask, state, words, fold } = createStory()
  ask('top', { to: 'planner' })
  state('top', 't1', 'WORKING')
  ask('card', { to: 'hotels', by: 'x', card: true })
  record.end('card')
  ask('sub', { to: 'hotels', by: 'x', message: { contextId: 'ctx-t1' } })
  state('sub', 't2', 'WORKING')
  record.wait(98)
  record.fail('sub', 'aborted')
  expect(words().slice(2)).toEqual([
    'agent planner → agent hotels: agent card (inside?)',
    'agent hotels → agent planner: answered',
    'agent planner → agent hotels: stream (context inside)',
    'agent hotels → agent planner: working',
    'agent hotels → agent planner: aborted',
  ])
  expect(fold().edges()[1]).toMatchObject({
    ...{ calls: 1, failed: 0, aborted: 1, cards: 1, medianMs: 100, guessed: 0 },
    reasons: { context: 1, inside: 1 },
  })
})

test('after a cancel: what kept running below', () => {
  const { record, ask, state, about, words } = createStory()
  ask('top', { to: 'planner', trace: 'abc' })
  state('top', 't1', 'WORKING')
  for (const id of ['weather', 'hotels', 'trains']) {
    ask(id, { to: id, by: 'p', trace: 'abc' })
    state(id, `t-${id}`, 'WORKING')
  }
  state('trains', 't-trains', 'CANCELED')
  record.end('trains')
  ask('cancel', { to: 'planner', operation: 'cancel', body: about('t1') })
  record.end('cancel', wire10.result(wire10.task('t1', wire10.status('CANCELED'))))
  record.wait(99)
  state('hotels', 't-hotels', 'COMPLETED')
  record.end('hotels')
  expect(words().filter((each) => each.startsWith('canceled'))).toEqual([
    'canceled: agent weather working still,agent hotels completed 101',
  ])
})

test('pushes go to Parley; those that repeat are one', () => {
  const { record, words, fold } = createStory()
  const push = (id: string, state: string) =>
    record.webhook(id, wire10.statusUpdate('t1', wire10.status(state)), { dialect: '1.0' })
  push('a', 'WORKING')
  push('b', 'WORKING')
  push('c', 'COMPLETED')
  expect(words()).toEqual([
    'host 127.0.0.1 → parley: pushed working × 2',
    'host 127.0.0.1 → parley: pushed completed × 1',
  ])
  expect(fold().edges()).toMatchObject([{ calls: 0, pushes: 3 }])
})

test('a push that comes late puts no settled task back to work: what is called then is not guessed to be for it', () => {
  const { record, ask, state, rows } = createStory()
  ask('top', { to: 'planner' })
  state('top', 't1', 'COMPLETED')
  record.end('top')
  record.add('late', (common) => ({
    ...common,
    ...{ kind: 'webhook', method: 'POST', path: '/hook', headers: [], remoteAddress: '127.0.0.1' },
    ...{ answeredStatus: 200, dialect: '1.0', registration: { configId: 'c', agentId: 'planner' } },
    body: bodyOf(wire10.statusUpdate('t1', wire10.status('WORKING'))),
  }))
  ask('other', { to: 'hotels', by: 'curl/8' })
  const call = rows().find(({ row }) => row.exchangeId === 'other')?.row
  expect(call).toMatchObject({ kind: 'call' })
  expect(call).not.toHaveProperty('why')
})

test('the map counts calls, failures and how long they took', () => {
  const { record, ask, fold } = createStory()
  for (const [id, ms] of [
    ['a', 10],
    ['b', 30],
    ['c', 500],
  ] as const) {
    ask(id, { to: 'weather', operation: 'send' })
    record.wait(ms - 1)
    if (id === 'c') record.fail(id, 'reset')
    else record.end(id, wire10.result({ message: wire10.agent('m', 'hi') }))
  }
  ask('open', { to: 'weather' })
  expect(fold().edges()).toEqual([
    {
      from: 0,
      to: 1,
      calls: 4,
      open: 1,
      failed: 1,
      aborted: 0,
      medianMs: 30,
      p95Ms: 500,
      pushes: 0,
      cards: 0,
      reasons: {},
      guessed: 0,
    },
  ])
})

test('an agent whose card was read before anybody knew it has one lane', () => {
  const { ask, fold } = createStory()
  ask('card', { to: 'weather', unknown: true, by: 'planner/1', card: true })
  ask('call', { to: 'weather', by: 'planner/1' })
  ask('other', { to: 'hotels', by: 'planner/1' })
  expect(fold().lanes()).toEqual([
    { id: 'program planner/1', kind: 'program', name: 'planner/1' },
    { id: 'host weather.test', kind: 'agent', name: 'weather.test', agentId: 'weather' },
    { id: 'agent hotels', kind: 'agent', agentId: 'hotels' },
  ])
})

test('rows and lanes are bounded: the oldest rows go first, later lanes are one', () => {
  const { ask, fold, record } = createStory()
  for (let n = 0; n < 30_000; n += 1) {
    ask(`x${n}`, { to: `a${n % 40}`, by: `p${n}` })
    record.fail(`x${n}`, 'reset')
  }
  const made = fold()
  expect(made.dropped()).toBeGreaterThan(0)
  expect(made.items().length + made.dropped()).toBe(60_000)
  expect(made.items().length).toBeLessThanOrEqual(55_000)
  expect(made.lanes().length).toBe(24)
  expect(made.lanes().at(-1)?.kind).toBe('others')
  expect(made.items()[0]?.order).toBe(made.dropped())
})

test('an answer that is a message belongs to no task, also where several are', () => {
  const { record, ask, rows } = createStory()
  for (const id of ['one', 'two']) {
    ask(id, { to: 'a' })
    record.frame(id, wire10.result({ message: wire10.agent(`answer-${id}`, 'done') }))
    record.end(id)
  }
  expect(rows().map(({ row }) => row.taskId)).toEqual(rows().map(() => undefined))
})

test('the line of a chain goes through the rows between two of its steps, also where another step is left out', () => {
  const { record, ask, state, rows } = createStory()
  ask('top', { to: 'planner', trace: 'abc' })
  state('top', 't1', 'WORKING')
  ask('sub', { to: 'hotels', by: 'p', trace: 'abc' })
  state('sub', 't2', 'INPUT_REQUIRED')
  record.end('sub')
  ask('other', { to: 'weather' })
  state('top', 't1', 'INPUT_REQUIRED')
  record.end('top')
  ask('answer', { to: 'planner', message: { taskId: 't1' }, trace: 'def' })
  ask('passed', { to: 'hotels', by: 'p', message: { taskId: 't2' }, trace: 'def' })
  expect(rows().map(({ row }) => row.links)).toEqual([
    ...Array(3).fill(undefined),
    ...['0100', '0200', '1300', '3100', '0300'],
  ])
  const between = rows({ open: [], between: { from: 1, to: 2 } })
  expect(between.map(({ row }) => row.links)).toEqual([undefined, '0100', '0300'])
})

test('where several below wait, all of them are steps, and the line begins at the first', () => {
  const { record, ask, state, rows } = createStory()
  ask('top', { to: 'planner', trace: 'abc' })
  for (const [id, to] of [
    ['one', 'hotels'],
    ['other', 'trains'],
  ] as const) {
    ask(id, { to, by: 'p', trace: 'abc' })
    state(id, `t-${id}`, 'INPUT_REQUIRED')
    record.end(id)
  }
  state('top', 't1', 'INPUT_REQUIRED')
  record.end('top')
  ask('answer', { to: 'planner', message: { taskId: 't1' }, trace: 'def' })
  ask('passed', { to: 'hotels', by: 'p', message: { taskId: 't-one' }, trace: 'def' })
  ask('passed-too', { to: 'trains', by: 'p', message: { taskId: 't-other' }, trace: 'def' })
  const all = rows().map(({ row }) => [row.chain?.step, row.links])
  expect(all).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [1, '0100'],
    [undefined, '0200'],
    [2, '0200'],
    [3, '1300'],
    [4, '3100'],
    [5, '0200'],
    [6, '0300'],
  ])
})
