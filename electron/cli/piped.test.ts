// The command in a pipe, as scripts run it: streams, formats and exit codes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startCommand, startProcess } from '#testing/cli/run-command.ts'
import { type Agent, type AgentOptions, agent } from '../../e2e/agents/agent.ts'
import { bearer } from '../../e2e/agents/quirks/access.ts'
import { cardWithout } from '../../e2e/agents/quirks/addresses.ts'
import { silentCard } from '../../e2e/agents/quirks/card-replies.ts'
import { noContext } from '../../e2e/agents/quirks/shapes.ts'
import { ensureBuilt } from '../built.ts'
import { verbs } from './verbs.ts'

// Each runs processes on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
const closing: (() => unknown)[] = []

beforeAll(() => ensureBuilt(join(import.meta.dirname, '..', '..'), () => undefined), 180_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-piped-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function running(options: AgentOptions): Promise<Agent> {
  const started = await agent(options)
  closing.push(started.close)
  return started
}

let runs = 0
/** Each in a separate data folder, so that several run at once. */
const run = (...args: readonly string[]) =>
  startCommand([...args, '--data-dir', join(folder, `data${runs++}`)], folder).done
const asJson = (...args: readonly string[]) => run(...args, '-o', 'json')

const lines = (text: string): readonly Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Operands besides the address. */
const operandsOf: Readonly<Record<string, readonly string[]>> = {
  'card get': [],
  send: ['hi'],
  'task get': ['no-task'],
  'task list': [],
  'task cancel': ['no-task'],
  'task subscribe': ['no-task'],
  'push set': ['no-task', 'http://127.0.0.1:9/hook'],
  'push list': ['no-task'],
  'push delete': ['no-task', 'hook'],
  'push listen': ['no-task'],
  findings: [],
  record: [],
  tap: [],
}

const failure = (code: string) => [
  { error: { code, message: expect.stringMatching(/\w/), hint: expect.stringMatching(/\w/) } },
]

describe('a verb that calls an agent', () => {
  test('is in this table', () => {
    const named = verbs.filter(
      ({ name, flags }) => name !== 'check' && flags.some((flag) => flag.name === 'bearer'),
    )
    expect(named.map(({ name }) => name).toSorted()).toEqual(Object.keys(operandsOf).toSorted())
  })

  test.each(Object.entries(operandsOf))(
    '%s: 3 where nothing listens, 4 where a token is wanted',
    async (name, operands) => {
      const closed = await running({ dialect: '1.0', quirks: [bearer('kit-token', 'everything')] })
      const ended = await Promise.all(
        ['http://127.0.0.1:1', closed.url].map((url) => asJson(...name.split(' '), url, ...operands)),
      )
      expect(ended.map(({ code, stdout, stderr }) => [code, stdout, lines(stderr)])).toEqual([
        [3, '', failure('unreachable')],
        [4, '', failure('credentials')],
      ])
    },
  )

  test('5 where its time is over, whether with the card or an answer', async () => {
    const silent = await running({ dialect: '1.0', quirks: [silentCard] })
    const { url } = await running({ dialect: '1.0' })
    const ended = await Promise.all([
      asJson('card', 'get', silent.url, '--timeout', '2s'),
      asJson('send', url, 'silence', '--timeout', '4s'),
    ])
    expect(ended.map(({ code, stdout, stderr }) => [code, stdout, lines(stderr)])).toEqual([
      [5, '', failure('timeout')],
      [5, '', failure('timeout')],
    ])
    expect(ended[1]?.stderr).toContain('longer than 4 s')
  })

  test('1 where the agent returns an error or its task fails, 4 where its task wants credentials', async () => {
    const { url } = await running({ dialect: '1.0' })
    const [unknown, failed, unauthorized] = await Promise.all([
      asJson('task', 'get', url, 'no-task'),
      asJson('send', url, 'fail'),
      asJson('send', url, 'auth'),
    ])
    expect([unknown.code, unknown.stdout, lines(unknown.stderr)]).toEqual([1, '', failure('failed')])
    expect([failed.code, failed.stderr, unauthorized.code, unauthorized.stderr]).toEqual([1, '', 4, ''])
    expect(lines(failed.stdout)).toMatchObject([{ task: { status: { state: 'TASK_STATE_FAILED' } } }])
  })

  test('2 where it is called wrongly, before anything is sent', async () => {
    const { url, requests } = await running({ dialect: '1.0' })
    const ended = await Promise.all([
      asJson('send', url, '--data', '{'),
      asJson('send', url, 'hi', '--timeout', 'soon'),
      asJson('task', 'get', url),
      asJson('card', 'get', url, '--levle', 'x'),
    ])
    for (const { code, stdout, stderr } of ended) {
      expect([code, stdout, lines(stderr)]).toEqual([2, '', failure('wrongUsage')])
    }
    expect(requests).toEqual([])
  })

  test('0 and what the agent returned: text alone on standard output, states beside it', async () => {
    const { url } = await running({ dialect: '1.0' })
    const [text, streamed] = await Promise.all([
      run('send', url, 'hi'),
      asJson('send', url, 'hi', '--stream'),
    ])
    expect([text.code, text.stdout]).toEqual([0, 'chunk0chunk1\n'])
    expect(text.stderr).toMatch(/^Task \S+: completed\nContext \S+\n$/)
    expect([streamed.code, streamed.stderr]).toEqual([0, ''])
    expect(lines(streamed.stdout).map((line) => Object.keys(line))).toEqual([
      ['task'],
      ['statusUpdate'],
      ['artifactUpdate'],
      ['artifactUpdate'],
      ['statusUpdate'],
    ])
  })
})

test('the text "-" is standard input, as of a process that something is piped to', async () => {
  const { url, requests } = await running({ dialect: '1.0' })
  const { stdin, done } = startProcess(['send', url, '-'], folder)
  stdin.write('a letter, ✓')
  stdin.end(' and more')
  expect((await done).code).toBe(0)
  expect(JSON.parse(String(requests.at(-1)?.body)).params.message.parts).toEqual([
    { text: 'a letter, ✓ and more' },
  ])
})

test('Ctrl+C ends a wait for standard input: 130, and nothing is sent', async () => {
  const { url, requests } = await running({ dialect: '1.0' })
  const { done, stop } = startCommand(['send', url, '-'], folder)
  stop('SIGINT')
  expect(await done).toEqual({ code: 130, stdout: '', stderr: '' })
  expect(requests).toEqual([])
})

test('tasks and webhooks are the JSON of A2A 1.0, also of an agent that speaks 0.3', async () => {
  const { url } = await running({ dialect: '0.3' })
  const sent = await asJson('send', url, 'ask')
  const id = String(Object(lines(sent.stdout)[0])['task']['id'])
  const hook = 'http://127.0.0.1:9/hook'
  const set = await asJson('push', 'set', url, id, hook, '--config', 'mine')
  expect([set.code, JSON.parse(set.stdout)]).toEqual([0, expect.objectContaining({ id: 'mine', url: hook })])
  const [got, listed] = await Promise.all([asJson('task', 'get', url, id), asJson('push', 'list', url, id)])
  expect(JSON.parse(got.stdout)).toMatchObject({ id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } })
  expect(JSON.parse(listed.stdout).configs).toMatchObject([{ id: 'mine', url: hook }])
  expect(await asJson('push', 'delete', url, id, 'mine')).toEqual({ code: 0, stdout: '', stderr: '' })
  const canceled = await asJson('task', 'cancel', url, id)
  expect(JSON.parse(canceled.stdout)).toMatchObject({ id, status: { state: 'TASK_STATE_CANCELED' } })
})

/** Of the members that a verb defines itself. */
const membersOf = (name: string): readonly string[] => {
  const about = verbs.find((verb) => verb.name === name)?.about ?? ''
  return [...about.slice(about.indexOf('With json')).matchAll(/"(\w+)"/g)].map(([, member = '']) => member)
}

test('what Parley adds has the members that its help names', async () => {
  const { url } = await running({ dialect: '1.0', card: { skills: [{ id: 'x' }] } })
  const stored = ['-o', 'json', '--data-dir', 'kept']
  const there = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await startCommand([...args, ...stored], folder).done
    expect([args, code, stderr]).toEqual([args, 0, ''])
    return stdout
  }
  const named = async (name: string, ...args: readonly string[]) => {
    const printed = Object.keys(JSON.parse(await there(...name.split(' '), ...args)))
    expect(printed).toEqual(membersOf(name))
  }
  await named('card get', url)
  await named('sessions list')
  await named('sessions show', 'last')
  await named('sessions search', 'Kit')
  const [finding = {}] = lines(await there('findings', 'last'))
  expect(Object.keys(finding)).toEqual(expect.arrayContaining([...membersOf('findings')]))
})

describe('findings', () => {
  const stored = ['--data-dir', 'kept']
  const there = (...args: readonly string[]) => startCommand([...args, ...stored], folder).done

  test('send ends with what was found, and with the command that lists it', async () => {
    const { url } = await running({ dialect: '1.0', quirks: [cardWithout('description', 'version')] })
    const sent = await there('send', url, 'hi')
    expect([sent.code, sent.stdout]).toEqual([0, 'chunk0chunk1\n'])
    const [, sentence, command = ''] = /^(.*) – see them with (.*)$/m.exec(sent.stderr) ?? []
    expect(sentence).toBe('2 errors: CARD-STRUCT-001')
    expect(sent.stderr.trimEnd().split('\n').at(-1)).toContain(command)
    expect(command).toBe('parley-a2a findings last --data-dir kept')
    const listed = await startCommand(command.split(' ').slice(1), folder).done
    expect(listed.stdout.match(/^error CARD-STRUCT-001/gm)).toHaveLength(2)
    const error = await there('send', url, 'hi', '--task', 'no-task', '-o', 'json')
    expect([error.code, lines(error.stderr)]).toEqual([
      1,
      [{ note: expect.stringContaining('CARD-STRUCT-001') }, ...failure('failed')],
    ])
    const untraced = await there('send', url, 'hi', '--no-record')
    expect(untraced.stderr).toMatch(/^2 errors: CARD-STRUCT-001$/m)
  })

  test('of a card are listed without a record of it, too', async () => {
    const { url } = await running({ dialect: '1.0', quirks: [cardWithout('description')] })
    const { code, stdout, stderr } = await there('findings', url, '--no-record', '--severity', 'error')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^error CARD-STRUCT-001: .*\n.*\n {4}in GET \/.well-known\/agent-card.json, /)
  })

  test('are listed with the call and the event they are in, equal ones once, the first and the last place', async () => {
    const { url } = await running({ dialect: '1.0', quirks: [noContext] })
    await there('send', url, 'hi', '--stream')
    const { stdout } = await there('findings', 'last', '--severity', 'warning')
    const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\dZ'
    const group = (object: string, member: string, section: string, first: number, last: number) => [
      `warning DM-SERIAL-004 × 2: \`contextId\` is missing; ${object} requires it\\.`,
      `    Add \`contextId\` to the ${object}\\. \\(A2A 1\\.0 §${section}\\)`,
      `    first in SendStreamingMessage, frame ${first} /result/${member}/contextId, ${time}`,
      `    last in SendStreamingMessage, frame ${last} /result/${member}/contextId, ${time}`,
    ]
    const expected = [
      ...group('TaskStatusUpdateEvent', 'statusUpdate', '4\\.2\\.1', 2, 5),
      ...group('TaskArtifactUpdateEvent', 'artifactUpdate', '4\\.2\\.2', 3, 4),
    ]
    expect(stdout).toMatch(new RegExp(`^${expected.join('\\n')}\\n$`))
    const each = lines((await there('findings', 'last', '--severity', 'warning', '-o', 'json')).stdout)
    const call = { call: 'SendStreamingMessage', operation: 'stream', kind: 'frame' }
    expect(each).toMatchObject([2, 3, 4, 5].map((frame) => ({ rule: 'DM-SERIAL-004', ...call, frame })))
  })
})
