import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEvent } from './check.ts'
import type { DialectId } from './dialect.ts'
import { dialectOf } from './dialects.ts'
import { templateOf } from './event-template.ts'
import type { JsonValue, Update } from './model.ts'

const decodeWith = (dialect: DialectId) => (data: string) => {
  const decoded = dialectOf(dialect).decodeEvent('JSONRPC', JSON.parse(data))
  return decoded.kind === 'result' ? decoded.result : undefined
}

interface EventFacts {
  readonly text: string
  readonly messageId: string
  readonly timestamp: string
  readonly metadata: JsonValue
  readonly state?: string
  readonly taskId?: string
}

const status10 = ({ text, messageId, timestamp, metadata, state, taskId = 't' }: EventFacts) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: {
      statusUpdate: {
        taskId,
        contextId: 'c',
        status: {
          state: state ?? 'TASK_STATE_WORKING',
          timestamp,
          message: { role: 'ROLE_AGENT', messageId, parts: [{ text }], metadata },
        },
      },
    },
  })
const status03 = ({ text, messageId, timestamp, metadata, state, taskId = 't' }: EventFacts) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: {
      kind: 'status-update',
      taskId,
      contextId: 'c',
      final: false,
      status: {
        state: state ?? 'working',
        timestamp,
        message: { kind: 'message', role: 'agent', messageId, parts: [{ kind: 'text', text }] },
      },
      metadata,
    },
  })
const spellings = [
  ['1.0', status10],
  ['0.3', status03],
] as const

const first: EventFacts = {
  text: 'one',
  messageId: 'm-1',
  timestamp: '2026-11-25T10:00:00.1Z',
  metadata: { step: 1, at: 'a', deep: { x: [1.5, 'y'] } },
}
const second: EventFacts = {
  text: 'two',
  messageId: 'm-2',
  timestamp: '2026-11-25T10:00:01Z',
  metadata: { step: 2, at: 'b', deep: { x: [2.5, 'z'] } },
}

function learnt(dialect: DialectId, before: string, data: string) {
  const decode = decodeWith(dialect)
  return templateOf(before, data, decode(data) as Update, decode)
}

describe.each(spellings)('events of %s that differ in a few places', (dialect, spell) => {
  const read = (next: EventFacts | string) =>
    learnt(dialect, spell(first), spell(second))?.read(typeof next === 'string' ? next : spell(next))

  it.each<readonly [what: string, next: EventFacts]>([
    ['the one it was learnt from', first],
    [
      'other values',
      { ...second, text: 'three', messageId: 'm:3', timestamp: '2026-11-25T10:00:02.123456Z' },
    ],
    [
      'escapes',
      { ...second, text: '"\\\n\u0001 ä 🙂', metadata: { step: -1e21, at: '\\"', deep: { x: [0, ''] } } },
    ],
  ])('are read as if they were parsed: %s', (_, next) => {
    const update = read(next)
    expect(update).toBeDefined()
    expect(JSON.stringify(update)).toBe(JSON.stringify(decodeWith(dialect)(spell(next))))
  })

  const whole = spell(second)
  it.each<readonly [what: string, next: EventFacts | string]>([
    ['an empty text', { ...second, text: '' }],
    ['an id that says nothing', { ...second, messageId: '' }],
    ['a time that is none', { ...second, timestamp: 'yesterday' }],
    ['a time with an offset', { ...second, timestamp: '2026-11-25T10:00:00+01:00' }],
    ['another state', { ...second, state: 'TASK_STATE_FAILED' }],
    ['another task', { ...second, taskId: 'u' }],
    ['a value of another type', { ...second, metadata: { step: '2', at: 'b', deep: { x: [2.5, 'z'] } } }],
    ['more metadata', { ...second, metadata: { step: 2, at: 'b', deep: { x: [2.5, 'z'] }, more: 1 } }],
    ['a number that is none', whole.replace('2.5', '2.5.1')],
    ['a number with zeros before it', whole.replace('2.5', '02.5')],
    ['a literal that does not end', whole.replace('"two"', '"two\\"')],
    ['a text that breaks out of its literal', whole.replace('two', 'x"}],"name":"y","parts":[{"text":"z')],
    ['an event that is cut off', whole.slice(0, -3)],
    ['more behind it', `${whole} {}`],
    ['nothing', ''],
  ])('are left to be parsed: %s', (_, next) => {
    expect(read(next)).toBeUndefined()
  })

  it('says what the dialect says, or nothing, and hides no finding, whatever stands in the places', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('\\', '"', 'a', '{}'))
    const values = fc.record({
      text: texts,
      messageId: fc.oneof(texts, fc.uuid()),
      timestamp: fc.oneof(
        texts,
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
      metadata: fc.record({ step: fc.double({ noNaN: true, noDefaultInfinity: true }), at: texts }),
    })
    fc.assert(
      fc.property(values, values, values, (before, data, next) => {
        const decode = decodeWith(dialect)
        const update = learnt(dialect, spell(before), spell(data))?.read(spell(next))
        if (update === undefined) return
        expect(JSON.stringify(update)).toBe(JSON.stringify(decode(spell(next))))
        const findings = (output: EventFacts) =>
          checkEvent({ dialect, binding: 'JSONRPC', raw: JSON.parse(spell(output)), text: spell(output) })
        // Only an event without findings is remembered.
        if (findings(data).length === 0) expect(findings(next)).toEqual([])
      }),
    )
  })
})

describe('a template', () => {
  const learn = (one: object, other: object) => learnt('1.0', JSON.stringify(one), JSON.stringify(other))
  const artifact = (more: object) => ({
    artifactUpdate: { taskId: 't', artifact: { artifactId: 'a', parts: [{ text: 'x' }] }, ...more },
  })

  it.each<readonly [what: string, one: object, other: object]>([
    ['ids of tasks', artifact({ taskId: 'one' }), artifact({ taskId: 'two' })],
    ['members that no version knows', artifact({ step: 1 }), artifact({ step: 2 })],
    ['names of members', artifact({ metadata: { one: 1 } }), artifact({ metadata: { two: 1 } })],
    ['types', artifact({ metadata: { one: 1 } }), artifact({ metadata: { one: '1' } })],
    [
      'more than a few places',
      artifact({ metadata: { all: [1, 2, 3, 4, 5, 6, 7, 8, 9] } }),
      artifact({ metadata: { all: [9, 8, 7, 6, 4, 5, 3, 2, 1] } }),
    ],
    ['nothing', artifact({}), artifact({})],
  ])('is not learnt from events that differ in %s', (_, one, other) => {
    expect(learn(one, other)).toBeUndefined()
  })

  it('is not learnt where a member stands twice and the other counts', () => {
    const doubled = (step: number) =>
      JSON.stringify(artifact({ metadata: { step } })).replace('"step"', '"step":0,"step"')
    const decode = decodeWith('1.0')
    const before = doubled(1).replace('"step":0', '"step":3')
    expect(templateOf(before, doubled(1), decode(doubled(1)) as Update, decode)).toBeUndefined()
  })

  it('is not learnt of a place that would be assigned as a prototype', () => {
    const named = (step: number) =>
      JSON.stringify(artifact({ metadata: {} })).replace('{}', `{"__proto__":${step}}`)
    const decode = decodeWith('1.0')
    expect(templateOf(named(1), named(2), decode(named(2)) as Update, decode)).toBeUndefined()
  })
})
