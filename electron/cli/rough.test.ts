// The command under bad conditions: wrong arguments, closed output, full disk, a second process, a hostile agent.

import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startCommand, startProcess } from '#testing/cli/run-command.ts'
import { canMount, mountedDisk } from '#testing/engine/small-disk.ts'
import { type AgentOptions, agent } from '../../e2e/agents/agent.ts'
import { announce, become, produce, type Script } from '../../e2e/agents/steps.ts'
import { ensureBuilt } from '../built.ts'

// Some are processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
const closing: (() => unknown)[] = []

beforeAll(() => ensureBuilt(join(import.meta.dirname, '..', '..'), () => undefined), 180_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-rough-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function running(options: Partial<AgentOptions> = {}): Promise<string> {
  const { url, close } = await agent({ dialect: '1.0', ...options })
  closing.push(close)
  return url
}

const run = (...args: readonly string[]) => startCommand(args, folder).done
const runProcess = (...args: readonly string[]) => startProcess(args, folder).done

test.each([
  [
    ['send', 'http://127.0.0.1:1', 'hi', '--strem'],
    "Unknown option '--strem'. Did you mean --stream?",
    'send ',
  ],
  [['sned', 'http://127.0.0.1:1', 'hi'], 'Did you mean parley-a2a send?', ''],
  [['chck'], 'Did you mean parley-a2a check?', ''],
  [['serve', 'agent'], 'A host is typed as http://agent.', ''],
  [['help', 'chck'], '"chck" isn’t a verb. Did you mean check?', 'help '],
  [['task', 'gte'], 'task expects one of get, list, cancel, subscribe, not "gte".', 'task '],
  [
    ['task', 'list', 'http://127.0.0.1:1', '--state', 'wroking'],
    '--state expects submitted or working',
    'task list ',
  ],
])('%j: 2, and what was probably meant', async (args, sentence, called) => {
  const { code, stdout, stderr } = await runProcess(...args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^[^\n]+\n[^\n]+\n$/)
  expect(stderr).toContain(sentence)
  expect(stderr).toContain(`\nSee parley-a2a ${called}--help.\n`)
})

test.each([
  [['help'], ['--help']],
  [
    ['help', 'check'],
    ['check', '--help'],
  ],
  [
    ['help', 'open'],
    ['open', '--help'],
  ],
  [
    ['help', 'task'],
    ['task', '--help'],
  ],
  [
    ['help', 'task', 'get'],
    ['task', 'get', '--help'],
  ],
  [['version'], ['--version']],
])('%j is %j as words', async (words, flags) => {
  const [request, flagged] = await Promise.all([run(...words), runProcess(...flags)])
  expect([request.code, request.stderr]).toEqual([0, ''])
  expect(request).toEqual(flagged)
})

test('what to type next names the command that is installed, and the folder that was given', async () => {
  const url = await running()
  const { stderr } = await run('task', 'get', url, 'nothing', '--data-dir', 'my data')
  expect(stderr).toContain(": parley-a2a open --open-session last --data-dir 'my data'\n")
  const attached = await run('mcp', '--attach', '--data-dir', 'empty')
  expect(attached.stderr).toContain('"parley-a2a open --data-dir empty"')
  const profiled = await run('mcp', '--attach', '--profile', 'other')
  expect(profiled.stderr).toMatch(/"parley-a2a open --data-dir \S+profiles.other"/)
})

test.runIf(process.platform !== 'win32')('what has no end is refused where a file is expected', async () => {
  const url = await running()
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const reads = [
    ['send', url, 'hi', '--file', 'pipe'],
    ['send', url, 'hi', '--file', '/dev/zero'],
    ['check', url, '--config', 'pipe'],
    ['check', url, '--baseline', 'pipe'],
    ['check', url, '--acts', 'pipe'],
    ['findings', 'pipe'],
    ['sessions', 'import', '/dev/zero'],
  ]
  for (const args of reads) {
    const { code, stderr } = await run(...args)
    expect([args, code, stderr]).toEqual([args, 2, expect.stringMatching(/^\S+ (isn’t|is not) a file\.\n/)])
  }
})

test('a reader that has enough ends it quietly, and the session is whole', async () => {
  const url = await running()
  const { child, done, line } = startProcess(['send', url, 'rate 400 5', '--stream'], folder)
  await line(/working/)
  child.stdout?.destroy()
  const { code, stderr } = await done
  expect(code).toBe(0)
  expect(stderr).toMatch(/^(Task \S+: \w+\n)+$/)
  const { sessions } = JSON.parse((await run('sessions', 'list', '-o', 'json')).stdout)
  expect(sessions).toMatchObject([{ state: 'kept', exchanges: 2, tasks: 1 }])
  expect(
    JSON.parse((await run('sessions', 'export', 'last', '--format', 'har')).stdout).log.entries,
  ).toHaveLength(2)
})

test.runIf(existsSync('/dev/full'))('output that a disk takes no more of: 1, with the reason', async () => {
  const full = openSync('/dev/full', 'w')
  closing.push(() => closeSync(full))
  for (const args of [
    ['card', 'get', await running()],
    ['send', '--help'],
  ]) {
    const { code, stderr } = await startProcess(args, folder, full).done
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Couldn't write the output: ENOSPC[^\n]*\n$/)])
  }
})

test.runIf(process.platform !== 'win32')(
  'an export to a pipe goes through it, and leaves it there',
  async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect((await run('card', 'get', await running())).code).toBe(0)
    const read = readFile(pipe, 'utf8')
    const { code } = await run('sessions', 'export', 'last', '--out', pipe, '--format', 'har')
    expect([code, JSON.parse(await read).log.version, statSync(pipe).isFIFO()]).toEqual([0, '1.2', true])
  },
)

// Only a system that can mount makes a small disk.
test.runIf(canMount)(
  'a full disk: an export leaves the file that was there, a run says that it is not kept',
  async () => {
    const disk = mountedDisk(1_000_000)
    closing.push(disk.close)
    const url = await running()
    expect((await run('send', url, 'hi')).code).toBe(0)
    const out = join(disk.path, 'bug.har')
    writeFileSync(out, 'before')
    disk.fillUpTo(0)
    const exported = await runProcess('sessions', 'export', 'last', '--out', out)
    expect([exported.code, exported.stderr]).toEqual([
      1,
      expect.stringMatching(/couldn't be written: ENOSPC/),
    ])
    expect([readFileSync(out, 'utf8'), existsSync(`${out}.part`)]).toEqual(['before', false])
    const there = ['--data-dir', join(disk.path, 'data')]
    const sent = await runProcess('send', url, 'hi', ...there)
    expect([sent.code, sent.stdout]).toEqual([0, 'chunk0chunk1\n'])
    expect(sent.stderr).toContain("This run isn't kept.")
    const listed = await runProcess('sessions', 'list', ...there)
    expect([listed.code, listed.stdout, listed.stderr.includes('data')]).toEqual([1, '', true])
  },
)

test('two at once: the second does its work without the data folder, or says that a named one is in use', async () => {
  const url = await running()
  const named = ['--data-dir', 'named']
  const longer = ['send', url, 'long', '--stream']
  const first = startProcess(longer, folder)
  const firstNamed = startProcess([...longer, ...named], folder)
  await Promise.all([first.line(/working/), firstNamed.line(/working/)])
  const [second, secondNamed] = await Promise.all([
    runProcess('send', url, 'hi'),
    runProcess('send', url, 'hi', '-o', 'json', ...named),
  ])
  expect([second.code, second.stdout]).toEqual([0, 'chunk0chunk1\n'])
  expect(second.stderr).toContain("this run isn't kept there")
  expect([secondNamed.code, secondNamed.stdout]).toEqual([1, ''])
  expect(JSON.parse(secondNamed.stderr).error).toEqual({
    code: 'failed',
    message: expect.stringMatching(/^Another Parley is using the data directory .*--data-dir\.$/),
  })
  for (const { stop, done } of [first, firstNamed]) {
    stop('SIGINT')
    expect((await done).code).toBe(130)
  }
  const { sessions } = JSON.parse((await run('sessions', 'list', '-o', 'json')).stdout)
  expect(sessions).toMatchObject([{ state: 'kept', exchanges: 2 }])
})

const evil = [
  'evil \u001b[2J\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007\u001b]52;c;ZXZpbA==\u0007',
  '\u009b31m\u009d0;title\u009c\u202egnp.exe\u202c\u2066\rover\u0000\u0008\u007f',
].join(' ')

const evilScript: Script = () => [
  announce(),
  become('working', evil),
  produce('a1', evil, { name: evil }),
  produce(
    'a1',
    [
      { kind: 'data', data: { [evil]: evil } },
      { kind: 'file-url', url: `http://x/${evil}`, filename: evil },
    ],
    { append: true },
  ),
  become('completed', evil),
]

test('nothing that an agent says controls a terminal, as text or as JSON', async () => {
  const url = await running({
    name: evil,
    card: {
      description: evil,
      version: evil,
      skills: [{ id: evil, name: evil, description: evil }],
      [evil]: 1,
    },
    script: evilScript,
    quirks: [{ fault: (error) => ({ ...error, message: evil }) }],
  })
  const sent = await run('send', url, 'hi', '-o', 'json', '--stream')
  const taskId = JSON.parse(sent.stdout.split('\n')[0] ?? '').task.id
  const calls = [
    ['send', url, 'hi'],
    ['send', url, 'hi', '--stream'],
    ['task', 'get', url, taskId],
    ['task', 'get', url, 'no-task'],
    ['task', 'list', url],
    ['card', 'get', url],
    ['findings', url, '--all'],
    ['sessions', 'list'],
    ['sessions', 'show', 'last'],
    ['sessions', 'search', 'evil'],
  ]
  const asJson = [
    ['card', 'get', url],
    ['sessions', 'show', 'last'],
  ].map((call) => [...call, '-o', 'json'])
  for (const call of [...calls, ...asJson]) {
    const { code, stdout, stderr } = await run(...call)
    expect([call, code]).toEqual([call, call.includes('no-task') ? 1 : 0])
    const shown = stdout + stderr
    expect([call, shown.match(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u)]).toEqual([call, null])
    expect([call, call.includes('list') || /U\+001B|u001b/.test(shown)]).toEqual([call, true])
  }
})
