import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCall, WrongUsage } from '../verb.ts'
import { readSettings } from './settings.ts'
import { checkVerb } from './verb.ts'
import { refuseUnwritable } from './write-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const settings = (...args: string[]) => readSettings(readCall(checkVerb, args), folder)
const yaml = (text: string, name = 'parley-check.yaml') => writeFileSync(join(folder, name), text)

test('flags are read, and what is left out has a default', () => {
  expect(
    settings('http://a', '--only', 'A,B', '--only', 'c', '--prompt', 'cancel=Wait = long', '--var', 'x=1'),
  ).toEqual({
    url: 'http://a',
    only: ['A', 'B', 'c'],
    prompts: { 'tck-cancel': { prompt: 'Wait = long' } },
    var: { x: '1' },
    level: 'may',
    timeout: 600_000,
    try: false,
    'no-record': false,
    header: {},
    approve: [],
    acts: [],
  })
  const { header, timeout, json, html } = settings(
    ...[
      'a',
      '--header',
      'X-Key: a:b',
      '--header',
      'Y: c',
      '--timeout',
      '1.5m',
      '--json',
      '-',
      '--html',
      'x.html',
    ],
  )
  expect({ header, timeout, json, html }).toEqual({
    header: { 'X-Key': 'a:b', Y: 'c' },
    timeout: 90_000,
    json: '-',
    html: join(folder, 'x.html'),
  })
})

test('the file says what no flag says; what has names is added to; its paths lie beside it', () => {
  writeFileSync(
    join(folder, 'check.yaml'),
    [
      'url: http://file',
      'interface: [jsonrpc, rest]',
      'only: core',
      'prompt:',
      '  cancel: Wait',
      '  tck-multi-turn: Book',
      'var: { a: 1, b: true }',
      'acts: suites',
      'junit: out/junit.xml',
      'timeout: 90',
      'active: true',
    ].join('\n'),
  )
  const elsewhere = join(folder, 'sub')
  const read = readSettings(
    readCall(checkVerb, [
      '--config',
      '../check.yaml',
      '--only',
      'A',
      '--var',
      'b=2',
      '--prompt',
      'cancel=Other',
    ]),
    elsewhere,
  )
  expect(read).toMatchObject({
    url: 'http://file',
    file: '../check.yaml',
    interface: ['jsonrpc', 'rest'],
    only: ['A'],
    prompts: { 'tck-cancel': { prompt: 'Other' }, 'tck-multi-turn': { prompt: 'Book' } },
    var: { a: '1', b: '2' },
    acts: [join(folder, 'suites')],
    junit: join(folder, 'out', 'junit.xml'),
    timeout: 90_000,
    active: true,
  })
})

test('an interface that a flag names replaces those of the file, but hides nothing wrong in it', () => {
  yaml('interface: all')
  expect(settings('a', '--interface', 'grpc').interface).toEqual(['grpc'])
  yaml('interface: all,rest')
  expect(() => settings('a', '--interface', 'grpc')).toThrow('parley-check.yaml: interface expects all or')
})

test('an empty file is one without settings', () => {
  yaml('# nothing yet\n')
  expect(settings('a')).toMatchObject({ url: 'a', file: 'parley-check.yaml' })
})

test.each([
  ['an unknown member', 'level: must\nlevle: may', 'parley-check.yaml: levle isn’t a setting of checks.'],
  ['a wrong value', 'level: perhaps', 'parley-check.yaml: level expects must, should, may.'],
  [
    'all interfaces and one of them',
    'interface: [rest, all]',
    'parley-check.yaml: interface expects all or names of interfaces, not both: rest, all.',
  ],
  ['a switch that is none', 'try: maybe', 'parley-check.yaml: try can’t be used'],
  ['a member of a member', 'var: { a: [1] }', 'parley-check.yaml: var (a) can’t be used'],
  ['no YAML', 'a: [', 'isn’t valid YAML'],
  ['a list', '- a', 'has no settings'],
  ['a behavior that is none', 'prompt: { dance: x }', 'parley-check.yaml: prompt names "dance"'],
  [
    'aliases that multiply',
    `a: &a [${'x,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]`,
    'isn’t valid YAML',
  ],
  ['a megabyte and more', `# ${'x'.repeat(1_000_001)}`, 'is longer than 1 MB.'],
  ['no agent', 'level: must', 'Name the agent to check, or its url in parley-check.yaml.'],
])('parley-check.yaml with %s is refused, in a sentence that says where', (name, text, sentence) => {
  yaml(text)
  const read = () => settings(...(name === 'no agent' ? [] : ['a']))
  expect(read).toThrow(WrongUsage)
  expect(read).toThrow(sentence)
})

test.each([
  ['no agent', [], 'Name the agent to check, or its url in parley-check.yaml.'],
  ['two agents', ['a', 'b'], 'check takes [URL], not "a b".'],
  ['a flag without its value', ['a', '--level'], "Option '--level <value>' argument missing."],
  ['a level that is none', ['a', '--level', 'x'], '--level expects must or should or may, not "x".'],
  ['an interface that is none', ['a', '--interface', 'soap'], '--interface'],
  [
    'all interfaces and one of them',
    ['a', '--interface', 'all', '--interface', 'grpc'],
    '--interface expects all or names of interfaces, not both: all, grpc.',
  ],
  ['a time that is none', ['a', '--timeout', 'soon'], '--timeout expects a time such as 90s or 5m'],
  ['a time without end', ['a', '--timeout', '25h'], '--timeout expects a time'],
  ['a header without a value', ['a', '--header', 'X-Key'], '--header expects "Name: value", not "X-Key".'],
  [
    'a behavior that is none',
    ['a', '--prompt', 'dance=x'],
    '--prompt names "dance", which isn’t a behavior. Behaviors are: complete-task,',
  ],
  ['a file that is not there', ['a', '--config', 'none.yaml'], 'none.yaml isn’t there.'],
  [
    'two reports at once',
    ['a', '--json', '-', '--sarif', '-'],
    'Standard output takes one report, not 2: --json, --sarif.',
  ],
  ['a session as text', ['a', '--session', '-'], '--session'],
  [
    'a place where nothing is written',
    ['a', '--json', '/dev/null/x.json'],
    '--json: /dev/null/x.json can’t be written.',
  ],
])('%s is refused in one sentence', (_name, args, sentence) => {
  const read = () => refuseUnwritable(settings(...args))
  expect(read).toThrow(WrongUsage)
  expect(read).toThrow(sentence)
})
