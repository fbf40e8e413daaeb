import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ruleIds } from '#shared/a2a/rules/registry.ts'
import { behaviors } from '#shared/checks/behaviors.ts'
import type { Suite, Test } from '#shared/checks/suite.ts'
import { loadSuites } from './load-suites.ts'

let suites: readonly Suite[]
let tests: readonly Test[]

beforeAll(async () => {
  ;({ suites } = await loadSuites([join(import.meta.dirname, 'suites', 'suite.acts.yaml')]))
  tests = suites.flatMap((suite) => suite.tests)
})

/** Requirements of the conformance kit without a test: an ordinary client can't observe them. */
const unobservable: Readonly<Record<string, string>> = {
  'AUTH-INTASK-004':
    'How credentials reach the agent out of band is between the user, the agent and a third party; A2A carries none of it.',
  'AUTH-SERVER-001': 'It is a duty of clients. Parley verifies certificates unless you accept invalid ones.',
  'AUTH-TLS-002':
    'A connection uses the best that both sides have; which older versions and ciphers the server accepts besides doesn’t show in it.',
  'BIND-FIELD-001': 'An interface that the card leaves out can only be found by guessing addresses.',
  'CARD-SIGN-004': 'It is a duty of clients: which keys are expired or revoked is for the verifier to know.',
  'VER-CLIENT-001': 'It is a duty of clients. Parley sends A2A-Version with every request of 1.0.',
}

/** Ids of the conformance kit, by kind. */
const kit: Readonly<Record<string, readonly string[]>> = {
  'AUTH-INTASK': numbered(6),
  'AUTH-SCOPE': numbered(3),
  'AUTH-SERVER': numbered(2),
  'AUTH-TLS': numbered(2),
  'BIND-EQUIV': numbered(4),
  'BIND-FIELD': numbered(1),
  'CARD-CACHE': numbered(3),
  'CARD-DISC': numbered(1),
  'CARD-EXT': numbered(2),
  'CARD-PROTO': numbered(2),
  'CARD-SIGN': numbered(4),
  'CARD-STRUCT': numbered(1),
  'CORE-CANCEL': numbered(3),
  'CORE-CAP': numbered(4),
  'CORE-ERR': numbered(2),
  'CORE-EXECUTION-MODE': numbered(2),
  'CORE-GET': numbered(2),
  'CORE-HIST': numbered(6),
  'CORE-LIST': numbered(5),
  'CORE-MULTI': ['001a', '002a', ...numbered(6)],
  'CORE-SEND': numbered(3),
  'CORE-STREAM': numbered(3),
  'DM-ART': numbered(1),
  'DM-MSG': numbered(2),
  'DM-PART': numbered(1),
  'DM-SERIAL': numbered(5),
  'DM-STATUS': numbered(1),
  'DM-TASK': numbered(2),
  'GRPC-ERR': numbered(3),
  'GRPC-META': numbered(1),
  'GRPC-SVC': numbered(3),
  'HTTP_JSON-ERR': numbered(2),
  'HTTP_JSON-QP': numbered(1),
  'HTTP_JSON-SSE': numbered(1),
  'HTTP_JSON-STATUS': numbered(1),
  'HTTP_JSON-SVC': numbered(2),
  'HTTP_JSON-URL': numbered(2),
  'JSONRPC-ERR': numbered(3),
  'JSONRPC-FMT': numbered(2),
  'JSONRPC-SSE': numbered(2),
  'JSONRPC-SVC': numbered(2),
  'PUSH-CREATE': numbered(2),
  'PUSH-DEL': numbered(2),
  'PUSH-DELIVER': numbered(3),
  'PUSH-GET': numbered(2),
  'PUSH-LIST': numbered(1),
  'STREAM-ORDER': numbered(4),
  'STREAM-SUB': numbered(4),
  'VER-CLIENT': numbered(2),
  'VER-SERVER': numbered(3),
}

test('each requirement of the kit has a test, or a reason why it has none', () => {
  const requested = Object.entries(kit).flatMap(([kind, numbers]) =>
    numbers.map((number) => `${kind}-${number}`),
  )
  expect(requested).toHaveLength(129)
  const own = tests.map(({ id }) => id)
  const stored = [...own, ...Object.keys(unobservable)].filter((id) => !id.startsWith('PARLEY-'))
  expect(stored.toSorted()).toEqual(requested.toSorted())
  expect(new Set(own).size).toBe(own.length)
})

test('the page about checks says how many there are, and what has none and why', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'CHECKS.md'), 'utf8')
  const own = tests.filter(({ id }) => id.startsWith('PARLEY-')).length
  expect(page.replaceAll('\n', ' ')).toContain(
    `${tests.length} tests, of which ${tests.length - own} have the id and the level of a requirement of the conformance kit, and ${own},`,
  )
  for (const { id } of suites) expect(page).toContain(`| \`${id}\``)
  for (const [id, reason] of Object.entries(unobservable)) {
    expect(page).toMatch(new RegExp(`\\| \`${id}\` +\\| ${reason.replaceAll(/[.?()]/g, '\\$&')}`))
  }
})

test('each test has a section, a hint and a name of one line', () => {
  for (const { id, name, spec_ref, 'x-hint': hint } of tests) {
    expect(name, id).toMatch(/^[A-Z].{8,78}[^.]$/)
    expect(spec_ref, id).toMatch(/^[\d.]+$/)
    expect(hint, id).toMatch(/^\S.*\.$/)
  }
})

test('what tests name is there: rules, behaviors, steps', () => {
  for (const { id, steps, requires_behaviors = [] } of tests) {
    for (const each of requires_behaviors) expect(Object.keys(behaviors), id).toContain(each)
    for (const step of steps) {
      if (!('x-findings' in step)) continue
      for (const rule of step['x-findings'].none) expect(ruleIds, id).toContain(rule)
    }
    const stepIds = steps.map((step) => step.id)
    for (const [, named] of JSON.stringify(steps).matchAll(/\{\{([\w-]+)\./g))
      expect(stepIds, id).toContain(named)
    expect(new Set(stepIds).size, id).toBe(stepIds.length)
  }
})

test('what cancels a task, registers a webhook or opens many streams is not done unasked', () => {
  for (const each of tests) {
    const text = JSON.stringify(each.steps)
    const cancels = text.includes('tck-cancel')
    const streams = each.steps.filter((step) => 'x-background' in step).length
    if (cancels || streams > 3 || text.includes('{{webhookUrl}}'))
      expect(each['x-active'], each.id).toBe(true)
  }
})

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1).padStart(3, '0'))
}
