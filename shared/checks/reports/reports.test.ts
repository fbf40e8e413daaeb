import { DOMParser } from '@xmldom/xmldom'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ReportFormat, reportFormats } from '../../contract/checks.ts'
import type { CheckRun, TestResult } from '../run.ts'
import { reportOf } from './report.ts'

/** Hostile text of an agent: markup of every report, and characters that hide or move text. */
const hostile = [
  '</td></script><script>alert(1)</script><img src=x onerror=alert(1)>',
  ']]><x/>&amp;&lol;',
  '| a | b |\n\n# Head\n\n![x](https://evil.example/x.png) [y](javascript:alert(1)) https://evil.example @someone #1 `code` ``` <!--',
  '\u001b[2J\u001b]0;title\u0007\u0000\u0008\uFFFF\uD800\u202Egnp.exe',
  '"><a href="https://evil.example">',
].join(' ')

const passed: TestResult = {
  suiteId: 'core',
  testId: 'CORE-SEND-001',
  name: 'Sending a message returns a task or a message',
  level: 'must',
  section: '3.1.1',
  way: 0,
  outcome: 'pass',
  durationMs: 12.6,
  exchangeIds: ['e1'],
}
const failed: TestResult = {
  ...passed,
  testId: 'CORE-GET-010',
  name: 'A task can be fetched',
  section: '3.1.10',
  outcome: 'fail',
  hint: 'Return the task.',
  failure: {
    message: '`id` is "b"; expected "a".',
    stepId: 'get',
    expected: '"a"',
    actual: '"b"',
    path: 'id',
  },
}
const other: TestResult = { ...failed, testId: 'CORE-GET-011' }
const run: CheckRun = {
  id: 'run',
  agentId: 'agent',
  agentName: 'Travel concierge',
  agentVersion: '1.2.0',
  cardUrl: 'https://agent.example/.well-known/agent-card.json',
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  endedAt: Date.UTC(2026, 0, 2, 3, 4, 9),
  state: 'done',
  ways: [
    { dialect: '1.0', binding: 'JSONRPC', url: 'https://agent.example/a2a' },
    { dialect: '0.3-proto', binding: 'HTTP+JSON', url: 'https://agent.example/rest' },
  ],
  suites: [{ id: 'core', name: 'Core operations' }],
  planned: 6,
  results: [
    { ...passed, way: 1 },
    failed,
    passed,
    { ...failed, way: 1 },
    {
      ...passed,
      testId: 'CORE-X-002',
      level: 'should',
      outcome: 'skip',
      reason: 'The card doesn’t declare it.',
    },
    {
      ...passed,
      testId: 'CORE-X-003',
      level: 'may',
      outcome: 'inconclusive',
      reason: 'The agent took too long.',
    },
  ],
}
const withHostile: CheckRun = {
  ...run,
  agentName: hostile,
  agentVersion: hostile,
  cardUrl: hostile,
  ways: run.ways.map((tested) => ({ ...tested, url: hostile })),
  results: [
    {
      ...failed,
      failure: { message: hostile, stepId: 'get', expected: hostile, actual: hostile, path: hostile },
    },
    { ...passed, testId: 'CORE-X-003', outcome: 'inconclusive', reason: hostile },
    { ...passed, testId: 'CORE-X-004', outcome: 'skip', reason: hostile },
  ],
}
const allPassed: CheckRun = { ...run, results: [passed, { ...passed, way: 1 }] }
const unreachable: CheckRun = {
  ...run,
  ways: [],
  suites: [],
  results: [],
  problem: { kind: 'unreachable', sentence: 'Couldn’t connect to 127.0.0.1:9: connection refused.' },
}

const textOf = (source: CheckRun, format: ReportFormat) => reportOf(source, format, '0.1.0').text

/** A strict XML parser: throws on any error. */
function xml(text: string): Element {
  const refuse = (message: string) => {
    throw new Error(message)
  }
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  // The parser accepts characters that XML forbids.
  expect(text).not.toMatch(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)
  const { documentElement } = parser.parseFromString(text, 'text/xml')
  if (!documentElement) throw new Error('There is nothing in it.')
  return documentElement
}

const all = (root: Element, name: string): readonly Element[] => Array.from(root.getElementsByTagName(name))
const names = (root: Element) => new Set([root, ...all(root, '*')].map(({ tagName }) => tagName))

test.each(reportFormats)('%s says the same however fast the agent answered', (format) => {
  const others = { ...run, results: run.results.toReversed() }
  expect(textOf(others, format)).toBe(textOf(run, format))
})

test('the JSON is one document of the test specification for each interface', () => {
  const documents = z.array(actsReport).parse(JSON.parse(textOf(run, 'json')))
  expect(documents.map(({ spec_version, transport }) => `${spec_version} ${transport}`)).toEqual([
    '1.0 jsonrpc',
    '0.3 rest',
  ])
  expect(documents[0]?.summary).toMatchObject({ total: 4, passed: 1, failed: 1, skipped: 1, errors: 1 })
  expect(documents[0]?.suites[0]?.tests.map(({ id }) => id)).toEqual([
    'CORE-GET-010',
    'CORE-SEND-001',
    'CORE-X-002',
    'CORE-X-003',
  ])
  z.array(actsReport).parse(JSON.parse(`[${textOf(withHostile, 'json')}]`))
  expect(JSON.parse(textOf(unreachable, 'json'))).toEqual([])
})

/** Elements by the schema of Jenkins' xUnit plugin (junit-10.xsd): attributes, required ones, child elements, and whether text. */
const junitSchema: Readonly<
  Record<string, readonly [may: string, must: string, within: string, text?: true]>
> = {
  testsuites: ['name time tests failures errors', '', 'testsuite'],
  testsuite: [
    'name tests failures errors group time skipped timestamp hostname id package file log url',
    'name tests failures errors',
    'testsuite properties testcase system-out system-err',
  ],
  properties: ['', '', 'property'],
  property: ['name value', 'name value', ''],
  testcase: ['name time classname group', 'name', 'skipped error failure system-out system-err'],
  failure: ['type message', '', '', true],
  error: ['type message', '', '', true],
  skipped: ['type message', '', '', true],
}

const wordsOf = (list: string) => list.split(' ').filter((word) => word !== '')

function expectJunit(element: Element): void {
  const { tagName } = element
  const [may = '', must = '', within = '', text] = junitSchema[tagName] ?? []
  const attributes = Array.from(element.attributes, ({ name }) => name)
  const children = Array.from(element.childNodes)
  const elements = children.flatMap((child) => (child.nodeType === 1 ? [child as Element] : []))
  expect({
    tagName: tagName in junitSchema ? '' : tagName,
    unknown: attributes.filter((name) => !wordsOf(may).includes(name)),
    missing: wordsOf(must).filter((name) => !attributes.includes(name)),
    misplaced: elements.map((child) => child.tagName).filter((name) => !wordsOf(within).includes(name)),
    text: text
      ? ''
      : children.flatMap((child) => (child.nodeType === 1 ? [] : child.nodeValue?.trim())).join(''),
  }).toEqual({ tagName: '', unknown: [], missing: [], misplaced: [], text: '' })
  const time = element.getAttribute('time')
  if (time) expect(time).toMatch(/^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/)
  // The older schemas require this order.
  const order = elements.map((child) =>
    wordsOf('properties testcase skipped system-out system-err').indexOf(child.tagName),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  for (const child of elements) expectJunit(child)
}

test('JUnit counts what it lists, and is as Jenkins takes it whatever an agent said', () => {
  for (const [source, total] of [
    [run, 6],
    [withHostile, 3],
    [unreachable, 1],
  ] as const) {
    const root = xml(textOf(source, 'junit'))
    expectJunit(root)
    for (const counted of [root, ...all(root, 'testsuite')]) {
      const count = (name: string) => String(all(counted, name).length)
      expect(['tests', 'failures', 'errors'].map((name) => counted.getAttribute(name))).toEqual(
        ['testcase', 'failure', 'error'].map(count),
      )
      if (counted !== root) expect(counted.getAttribute('skipped')).toBe(count('skipped'))
    }
    expect(all(root, 'testcase')).toHaveLength(total)
  }
  expect(all(xml(textOf(unreachable, 'junit')), 'error')[0]?.getAttribute('message')).toContain('refused')
})

test('a failure of JUnit has its reason in its text too, which is all that GitLab shows', () => {
  const [failure] = all(xml(textOf(run, 'junit')), 'failure')
  expect(failure?.getAttribute('message')).toBe('`id` is "b"; expected "a".')
  expect(failure?.textContent).toMatch(/^`id` is "b"; expected "a"\.\nStep: get\n.*Hint: Return the task\.$/s)
})

test('a test case of JUnit is in a package for its interface, and took its own time', () => {
  const cases = all(xml(textOf(run, 'junit')), 'testcase')
  expect([...new Set(cases.map((each) => each.getAttribute('classname')))]).toEqual([
    'A2A 1-0 JSONRPC.core',
    'A2A 0-3 HTTP+JSON.core',
  ])
  expect([...new Set(cases.map((each) => each.getAttribute('time')))]).toEqual(['0.013'])
})

test('JUnit has what fails no run as skipped, with its reason', () => {
  const results: readonly TestResult[] = [
    failed,
    { ...failed, way: 1 },
    { ...failed, testId: 'CORE-X-001', level: 'should' },
    {
      ...passed,
      testId: 'CORE-X-002',
      level: 'may',
      outcome: 'inconclusive',
      reason: 'The agent took too long.',
    },
    { ...passed, testId: 'CORE-X-003', outcome: 'inconclusive', reason: 'The connection broke.' },
  ]
  const isBaseline = ({ way }: TestResult) => way === 1
  const root = xml(reportOf({ ...run, results }, 'junit', '0.1.0', { isBaseline }).text)
  const textsOf = (name: string) => all(root, name).map((each) => each.getAttribute('message'))
  expect(textsOf('failure')).toEqual(['`id` is "b"; expected "a".'])
  expect(textsOf('error')).toEqual(['The connection broke.'])
  expect(textsOf('skipped')).toEqual([
    'SHOULD failed: `id` is "b"; expected "a".',
    'MAY inconclusive: The agent took too long.',
    'MUST failed, in the baseline: `id` is "b"; expected "a".',
  ])
  expect(all(root, 'skipped')[0]?.textContent).toContain('Actual: "b"')
})

test.each([
  [[failed], 'Of 2 MUST tests, 1 failed, which is in the baseline.', ['✅', 'failed, in the baseline']],
  [
    [failed, other],
    'Of 3 MUST tests, 2 failed: 1 new, 1 in the baseline.',
    ['❌', 'failed, in the baseline'],
  ],
  [[other], 'Of 2 MUST tests, 1 failed, which isn’t in the baseline.', ['❌', '| failed |']],
] as const)('a comment with a baseline says which failures it has', (bad, sentence, parts) => {
  const isBaseline = ({ testId }: TestResult) => testId === failed.testId
  const { text } = reportOf({ ...run, results: [passed, ...bad] }, 'markdown', '0.1.0', {
    isBaseline,
  })
  for (const part of [sentence, ...parts]) expect(text).toContain(part)
})

test('SARIF is strict, has a rule for each test and a result for each failure', () => {
  const { runs } = sarif.parse(JSON.parse(textOf(run, 'sarif')))
  const { tool, results, invocations } = runs[0]
  expect(tool.driver.rules.map(({ id }) => id)).toEqual([
    'CORE-GET-010',
    'CORE-SEND-001',
    'CORE-X-002',
    'CORE-X-003',
  ])
  expect(tool.driver.rules.map(({ defaultConfiguration }) => defaultConfiguration.level)).toEqual([
    'error',
    'error',
    'warning',
    'note',
  ])
  expect(results.map(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId)).toEqual([
    true,
    true,
  ])
  expect(results[1]?.locations[0]).toEqual({
    physicalLocation: { artifactLocation: { uri: 'parley-check.yaml' }, region: { startLine: 1 } },
    logicalLocations: [
      { kind: 'test', name: 'CORE-GET-010', fullyQualifiedName: 'core/CORE-GET-010' },
      {
        kind: 'interface',
        name: '0.3 HTTP+JSON',
        fullyQualifiedName: '0.3-proto HTTP+JSON https://agent.example/rest',
      },
    ],
  })
  expect(invocations[0]?.toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
    'The agent took too long.',
  ])
  // In SARIF messages, links begin with a bracket.
  const [output] = sarif.parse(JSON.parse(textOf(withHostile, 'sarif'))).runs[0].results
  expect(output?.message.text).not.toMatch(/(?<!\\)[[\]]|[^\P{Cc}\n]|\u202E/u)
  const none = sarif.parse(JSON.parse(textOf(unreachable, 'sarif'))).runs[0]
  expect(none.invocations[0]).toMatchObject({ executionSuccessful: false })
  expect(none.results).toEqual([])
})

test('the page says each failure with its reason, and has nothing of an agent’s markup', () => {
  const page = xml(textOf(run, 'html'))
  const output = page.textContent ?? ''
  for (const part of [
    'Of 4 MUST tests, 2 failed.',
    'A2A 1.0, section 3.1.10',
    '"b"',
    'Return the task.',
    'MUST',
  ]) {
    expect(output).toContain(part)
  }
  const plain = names(page)
  const attacked = xml(textOf(withHostile, 'html'))
  expect([...names(attacked)].filter((name) => !plain.has(name))).toEqual([])
  for (const tag of ['script', 'img', 'a', 'link', 'iframe']) expect(all(attacked, tag)).toEqual([])
  expect(attacked.textContent).toContain('<script>alert(1)</script>')
  expect(attacked.textContent).not.toMatch(/[^\P{Cc}\n\t]|\u202E/u)
  expect(all(attacked, 'meta')[2]?.getAttribute('content')).toMatch(/^default-src 'none';/)
})

test('a comment has nothing of an agent’s that leads or calls anywhere', async () => {
  const html = await marked.parse(textOf(withHostile, 'markdown'), { gfm: true })
  const root = xml(`<main>${html.replaceAll('<br>', '<br/>')}</main>`)
  expect([...names(root)].toSorted()).toEqual(
    ['code', 'h3', 'main', 'p', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr'].toSorted(),
  )
  const outsideCode = html.replaceAll(/<code>.*?<\/code>/gs, '')
  expect(outsideCode).not.toMatch(/evil|@someone|#1/)
  const cells = all(root, 'tr').map((row) => all(row, 'td').length + all(row, 'th').length)
  expect(cells).toEqual([6, 6, 5, 5, 5])
})

test('a badge says what was measured, and never more', () => {
  const textsOf = (source: CheckRun) => xml(textOf(source, 'badge')).getAttribute('aria-label')
  expect(textsOf(allPassed)).toBe('A2A 1.0, 0.3: 2 of 2 MUST')
  expect(textsOf(run)).toBe('A2A 1.0, 0.3: 2 of 4 MUST')
  expect(textsOf({ ...allPassed, state: 'stopped' })).toBe('A2A 1.0, 0.3: incomplete')
  expect(textsOf(unreachable)).toBe('A2A: inconclusive')
  expect(textsOf({ ...run, results: [] })).toBe('A2A 1.0, 0.3: inconclusive')
})

test.each([
  ['all passed', allPassed, 'All 2 MUST tests passed.'],
  ['some failed', run, 'Of 4 MUST tests, 2 failed. Also not passed: 1 MAY.'],
  [
    'nothing was measured',
    { ...run, results: [{ ...passed, outcome: 'skip', reason: '' }] },
    'Nothing was measured: 1 test didn’t apply to this agent.',
  ],
  [
    'stopped',
    { ...run, state: 'stopped', results: [passed] },
    'The run ended early: 1 of 6 tests were made.',
  ],
  ['nobody there', unreachable, 'Couldn’t connect to 127.0.0.1:9: connection refused.'],
] as const)('%s: the comment says so', (_name, source, sentence) => {
  expect(textOf(source, 'markdown')).toContain(sentence)
})

const int = z.int().min(0)
const counts = { total: int, passed: int, failed: int, skipped: int, errors: int }
const level = z.strictObject(counts)
/** ACTS §13, each member by its grammar. */
const actsReport = z.strictObject({
  acts_version: z.string(),
  spec_version: z.string(),
  generated_at: z.iso.datetime(),
  sdk: z.strictObject({ name: z.string(), version: z.string(), language: z.string() }),
  transport: z.enum(['jsonrpc', 'grpc', 'rest']),
  environment: z.record(z.string(), z.string()).optional(),
  summary: z.strictObject({
    ...counts,
    duration_ms: int,
    by_level: z.strictObject({ must: level, should: level, may: level }),
  }),
  suites: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        tests: z
          .array(
            z.strictObject({
              id: z.string(),
              name: z.string(),
              level: z.enum(['must', 'should', 'may']),
              result: z.enum(['pass', 'fail', 'skip', 'error']),
              duration_ms: int,
              skip_reason: z.string().optional(),
              failure: z
                .strictObject({
                  message: z.string(),
                  step_id: z.string().optional(),
                  expected: z.string().optional(),
                  actual: z.string().optional(),
                  assertion_path: z.string().optional(),
                })
                .optional(),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
})

const message = z.strictObject({ text: z.string().min(1) })
const sarifLevel = z.enum(['none', 'note', 'warning', 'error'])
/** The part of SARIF 2.1.0 in use, each member by its schema. */
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          version: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string().min(1),
              name: z.string(),
              shortDescription: message,
              fullDescription: message,
              help: message.optional(),
              defaultConfiguration: z.strictObject({ level: sarifLevel }),
              properties: z.looseObject({ tags: z.array(z.string()) }),
            }),
          ),
        }),
      }),
      automationDetails: z.strictObject({ id: z.string() }),
      columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
      invocations: z.array(
        z.strictObject({
          executionSuccessful: z.boolean(),
          startTimeUtc: z.iso.datetime(),
          endTimeUtc: z.iso.datetime().optional(),
          toolExecutionNotifications: z.array(
            z.strictObject({
              level: sarifLevel,
              message,
              associatedRule: z.strictObject({ id: z.string() }).optional(),
            }),
          ),
        }),
      ),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: int,
          kind: z.enum(['fail', 'pass', 'open', 'review', 'informational', 'notApplicable']),
          level: sarifLevel,
          message,
          locations: z.array(
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({ uri: z.string().regex(/^[\w.%/-]+$/) }),
                region: z.strictObject({ startLine: z.int().min(1) }),
              }),
              logicalLocations: z.array(
                z.strictObject({ name: z.string(), fullyQualifiedName: z.string(), kind: z.string() }),
              ),
            }),
          ),
          partialFingerprints: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ]),
})
