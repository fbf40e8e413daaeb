import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge } from '#testing/rules/judge-sample.ts'
import { samples } from '#testing/rules/samples.ts'
import { checkCard, checkEvent, checkReply, checkWebhook } from './check.ts'
import { dialectIds } from './dialect.ts'
import type { Finding } from './finding.ts'
import { bindings, type JsonValue } from './model.ts'
import { operationKinds } from './operation.ts'
import { pointerTo, resolvePointer, stepsOf } from './rules/pointer.ts'
import { ruleIds, rules } from './rules/registry.ts'
import { maxFindings } from './rules/report.ts'

/** Names of the protocol, so that random documents pass the first checks. */
const words = [...new Set(samples.flatMap(({ document }) => namesIn(document)))]
const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...words, '$case', 'value', '__proto__', 'constructor', 'toString'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
)
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    '',
    '2.0',
    'task',
    'working',
    'TASK_STATE_WORKING',
  ),
  fc.string({ maxLength: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(name, tie('value')), { maxLength: 8 })
      // As from JSON.parse: `__proto__` is a name like any other.
      .map((members): JsonValue => JSON.parse(`{${members.map(asMember).join(',')}}`)),
  ),
})).value

/** A valid document with one value replaced by anything. */
const broken = fc
  .record({ sample: fc.constantFrom(...samples), at: fc.nat(), next: json })
  .map(({ sample, at, next }) => {
    const pointers = pointersIn(sample.document, [])
    const pointer = pointers[at % pointers.length] ?? ''
    return { use: sample.use, document: put(sample.document, stepsOf(pointer), next) }
  })

describe('on arbitrary JSON every way in', () => {
  it('answers with findings that point into it', () => {
    const spoken = fc.record({
      dialect: fc.constantFrom(...dialectIds),
      binding: fc.constantFrom(...bindings),
      operation: fc.constantFrom(...operationKinds),
      raw: json,
    })
    fc.assert(
      fc.property(spoken, ({ dialect, binding, operation, raw }) => {
        expectSound(raw, checkCard(raw))
        expectSound(raw, checkReply({ dialect, binding, operation, raw, requestId: 1 }))
        expectSound(raw, checkEvent({ dialect, binding, raw, requestId: 'x' }))
        expectSound(raw, checkWebhook({ dialect, raw }))
      }),
      { numRuns: 1500 },
    )
  })

  it('does so on valid documents broken anywhere', () => {
    fc.assert(
      fc.property(broken, ({ use, document }) => expectSound(document, judge(use, document))),
      { numRuns: 3000 },
    )
  })
})

describe('hostile documents', () => {
  const task = { id: 't', status: { state: 'TASK_STATE_WORKING' } }
  const reply = (raw: JsonValue): readonly Finding[] =>
    checkReply({ dialect: '1.0', binding: 'HTTP+JSON', operation: 'get', raw })

  it('of any depth are bounded', () => {
    const deep = JSON.parse(`${'[{"a":'.repeat(3000)}1${'}]'.repeat(3000)}`)
    expect(reply({ ...task, metadata: { deep } }).map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['PARLEY-BOUND-002', '/metadata'],
    ])
    for (const raw of [deep, { result: deep }]) {
      expect(checkCard(raw).length).toBeGreaterThan(0)
      expect(checkEvent({ dialect: '0.3', binding: 'JSONRPC', raw }).length).toBeGreaterThan(0)
    }
  })

  it('with any number of faults are summed up', () => {
    const history = Array.from({ length: 50_000 }, () => ({ kind: 'message' }))
    const findings = reply({ ...task, history })
    expect(findings.length).toBe(maxFindings + 1)
    expect(findings.at(-1)?.rule).toBe('PARLEY-BOUND-001')
  })

  it('with endless names do not multiply them', () => {
    const long = 'x'.repeat(1_000_000)
    const schemes = { [long]: { type: 'nonsense' } }
    const text = JSON.stringify([
      reply({ ...task, [long]: 1 }),
      checkCard({ url: 'x', securitySchemes: schemes }),
    ])
    expect(text.length).toBeLessThan(20_000)
  })

  it('of any size take time in proportion', () => {
    const scopes = Object.fromEntries(Array.from({ length: 2_500 }, (_, i) => [`scope${i}`, '']))
    const flows = { clientCredentials: { tokenUrl: 'https://a.example.com/t', scopes } }
    const card = {
      ...samples.find(({ name }) => name === '1.0 card')?.document,
      securitySchemes: { s: { oauth2SecurityScheme: { flows } } },
      securityRequirements: Array.from({ length: 2_500 }, () => ({ schemes: { s: { list: ['scope1'] } } })),
    }
    expect(checkCard(card)).toEqual([])
  })

  it('give one shared empty list when nothing is wrong', () => {
    expect(reply(task)).toBe(reply(task))
    expect(Object.isFrozen(reply(task))).toBe(true)
  })
})

function expectSound(raw: JsonValue, findings: readonly Finding[]): void {
  expect(findings.length).toBeLessThanOrEqual(maxFindings + 1)
  for (const { rule, pointer, severity, message } of findings) {
    const declared = rules[ruleIds.find((id) => id === rule) ?? 'PARLEY-OBJ-001']
    expect(ruleIds).toContain(rule)
    expect([declared.severity, ...declared.also]).toContain(severity)
    expect(message.length).toBeLessThan(1000)
    expect(resolvesOrItsParentDoes(raw, pointer), `${rule} at ${pointer}`).toBe(true)
  }
}

function resolvesOrItsParentDoes(raw: JsonValue, pointer: string): boolean {
  if (resolvePointer(raw, pointer) !== undefined) return true
  return pointer !== '' && resolvePointer(raw, pointer.slice(0, pointer.lastIndexOf('/'))) !== undefined
}

function asMember([key, value]: readonly [string, JsonValue]): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`
}

function namesIn(value: JsonValue): readonly string[] {
  if (value === null || typeof value !== 'object') return []
  const own = Array.isArray(value) ? [] : Object.keys(value)
  return [...own, ...Object.values(value).flatMap(namesIn)]
}

function pointersIn(value: JsonValue, path: readonly (string | number)[]): readonly string[] {
  if (value === null || typeof value !== 'object') return [pointerTo(path)]
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => pointersIn(item, [...path, index]))
    : Object.entries(value).flatMap(([key, item]) => pointersIn(item, [...path, key]))
  return [pointerTo(path), ...inner]
}

function put(value: JsonValue, [step, ...rest]: readonly string[], next: JsonValue): JsonValue {
  if (step === undefined) return next
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === step ? put(item, rest, next) : item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === step ? put(item, rest, next) : item]),
  )
}
