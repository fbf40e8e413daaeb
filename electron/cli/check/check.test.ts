// `parley check`, as a build server runs it.

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOMParser } from '@xmldom/xmldom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import { ownDataFolder } from '#engine/data-folder/data-folder.ts'
import { command, ownHome, startCommand, startProcess } from '#testing/cli/run-command.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { type AgentOptions, agent } from '../../../e2e/agents/agent.ts'
import { bearer } from '../../../e2e/agents/quirks/access.ts'
import { ensureBuilt } from '../../built.ts'
import { checkVerb } from './verb.ts'

// Some are processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

const root = join(import.meta.dirname, '..', '..', '..')

let demo: Awaited<ReturnType<typeof startDemoAgent>>
let folder: string
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  await ensureBuilt(root, () => undefined)
  demo = await startDemoAgent({ stepMs: 0 })
}, 180_000)
afterAll(() => demo.close())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-check-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true, force: true })
})

const checking = (args: readonly string[]) => ['check', '--data-dir', join(folder, 'data'), ...args]
const ran = (args: readonly string[], env?: NodeJS.ProcessEnv) =>
  startCommand(checking(args), folder, env).done

async function running(options: AgentOptions): Promise<string> {
  const { url, close } = await agent(options)
  closing.push(close)
  return url
}

const file = (name: string) => readFileSync(join(folder, name), 'utf8')
const xml = (text: string) => {
  const refuse = (message: string) => {
    throw new Error(message)
  }
  return new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  }).parseFromString(text, 'text/xml')
}

/** A test that passes where an agent answers TaskNotFound, and one that no agent passes. */
function suite(name: string, failing: readonly string[], level = 'must'): string {
  const step = (code: string) => ({
    id: 'get',
    operation: 'get_task',
    params: { id: '{{$uuid}}' },
    expect_error: { error_type: code },
  })
  const tests = [
    { id: 'GOOD', name: 'Good', level: 'must', steps: [step('TaskNotFoundError')] },
    ...failing.map((id) => ({ id, name: 'Bad', level, steps: [step('VersionNotSupportedError')] })),
  ]
  const text = JSON.stringify({
    acts_version: '1.0',
    spec_version: '1.0',
    suites: [{ id: 'own', name: 'Own', tests }],
  })
  writeFileSync(join(folder, name), text)
  return name
}

test('a conformant agent: 0, with every report and a session that a window opens', async () => {
  const reports = ['json', 'junit', 'sarif', 'html', 'markdown', 'badge', 'session']
  // The engine's tests show that no MUST fails with all suites.
  const { code, stdout, stderr } = await ran([
    demo.url,
    ...['--only', 'CORE-SEND-001,CORE-GET-001', '--interface', 'all'],
    ...['--prompt', 'complete-task=Tell me about Lisbon'],
    ...reports.flatMap((name) => [`--${name}`, join('out', name)]),
  ])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Checks of Travel concierge')
  expect(stdout).toMatch(/^All \d+ MUST tests passed\./m)
  expect(stdout).not.toContain('\u001b')
  const documents: readonly { spec_version: string; transport: string }[] = JSON.parse(file('out/json'))
  expect(documents.map(({ spec_version, transport }) => `${spec_version} ${transport}`)).toEqual([
    '1.0 jsonrpc',
    '1.0 rest',
    '1.0 grpc',
    '0.3 jsonrpc',
    '0.3 rest',
    '0.3 grpc',
  ])
  expect(xml(file('out/junit')).documentElement?.getAttribute('errors')).toBe('0')
  expect(file('out/junit')).not.toContain('type="MUST"')
  expect(JSON.parse(file('out/sarif'))).toMatchObject({ version: '2.1.0', runs: [{}] })
  expect(file('out/sarif')).not.toMatch(/"kind": "fail",\s+"level": "error"/)
  expect(xml(file('out/html')).documentElement?.tagName).toBe('html')
  expect(file('out/markdown')).toContain('### ✅ A2A checks of `Travel concierge`')
  expect(xml(file('out/badge')).documentElement?.tagName).toBe('svg')

  const window = await openWindow({ dataDir: join(folder, 'data') })
  closing.push(window.close)
  const [run] = await window.client.checks.runs({})
  expect(run).toMatchObject({ agentName: 'Travel concierge', state: 'done' })
  const uploadId = window.engine.sessions.files.offer(join(folder, 'out', 'session'))
  const steps = []
  for await (const step of await window.client.sessionFiles.importing({ uploadId, damaged: 'refuse' }))
    steps.push(step)
  expect(steps.at(-1)).toMatchObject({ kind: 'done', name: 'Checks of Travel concierge' })
  // A prompt of the command line is for one run.
  const [existing] = await window.client.agents.list()
  expect(await window.client.checks.prompts({ agentId: existing?.id ?? '' })).toEqual({})
})

test('a MUST that fails: 1; a SHOULD that fails: 0', async () => {
  const args = checking([demo.url, '--acts', suite('must.acts.yaml', ['BAD'])])
  const must = await startProcess(args, folder).done
  expect(must.code).toBe(1)
  expect(must.stdout).toMatch(
    /✗ MUST BAD failed over 1\.0 JSONRPC\n {4}The agent answered with TaskNotFoundError/,
  )
  expect(must.stdout).toContain('Of 2 MUST tests, 1 failed.')
  const shown = `sessions show last --data-dir ${join(folder, 'data')}`
  expect(must.stderr).toBe(
    `Run a test alone with --only, as in --only BAD. What was sent and returned: parley-a2a ${shown}\n`,
  )
  const should = await ran([demo.url, '--acts', suite('should.acts.yaml', ['BAD'], 'should')])
  expect([should.code, should.stdout.includes('Also not passed: 1 SHOULD.')]).toEqual([0, true])
})

test('a baseline: what failed before is known, what fails now is not', async () => {
  await ran([demo.url, '--acts', suite('before.acts.yaml', ['BAD']), '--json', 'before.json'])
  const reports = ['--junit', 'junit.xml', '--markdown', 'comment.md']
  const same = await ran([demo.url, '--acts', 'before.acts.yaml', '--baseline', 'before.json', ...reports])
  expect(same.code).toBe(0)
  expect(same.stdout).toContain('✗ MUST BAD failed over 1.0 JSONRPC (in the baseline too)')
  const current = 'Of 2 MUST tests, 1 failed, which is in the baseline.'
  expect([same.stdout.trimEnd().endsWith(current), file('comment.md').includes(current)]).toEqual([
    true,
    true,
  ])
  expect(xml(file('junit.xml')).documentElement?.getAttribute('failures')).toBe('0')
  const worse = await ran([
    demo.url,
    '--acts',
    suite('now.acts.yaml', ['BAD', 'WORSE']),
    '--baseline',
    'before.json',
  ])
  expect([worse.code, worse.stdout.includes('2 failed: 1 new, 1 in the baseline.')]).toEqual([1, true])
  const elsewhere = ['--acts', 'before.acts.yaml', '--interface', 'rest', '--baseline', 'before.json']
  expect((await ran([demo.url, ...elsewhere])).code).toBe(1)
  writeFileSync(join(folder, 'none.json'), '{"suites":1}')
  expect(await ran([demo.url, '--baseline', 'none.json'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('none.json isn’t an ACTS report'),
  })
})

test('nobody there: 3, with reports that say so and measure nothing', async () => {
  const { code, stdout, stderr } = await ran([
    'http://127.0.0.1:1',
    ...['json', 'junit', 'html', 'badge'].flatMap((name) => [`--${name}`, name]),
  ])
  expect([code, stdout]).toEqual([3, ''])
  expect(stderr).toMatch(/^[^\n]*127\.0\.0\.1:1[^\n]*\n$/)
  expect(JSON.parse(file('json'))).toEqual([])
  expect(xml(file('junit')).documentElement?.getAttribute('errors')).toBe('1')
  expect(file('badge')).toContain('inconclusive')
  expect(file('html')).not.toMatch(/100 ?%|passed\./)
})

test('a card whose interface nobody answers at: 3', async () => {
  const url = await running({
    dialect: '1.0',
    card: {
      supportedInterfaces: [
        { url: 'http://127.0.0.1:1/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
    },
  })
  const { code, stderr } = await ran([url])
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(
      /^The card at .* names http:\/\/127\.0\.0\.1:1\/ as its address, where nothing answered\./,
    ),
  ])
})

test('refused calls, and a refused card: 4; with the token, which is written nowhere: 0', async () => {
  const token = 'kit-token-48151623'
  for (const covers of ['calls', 'everything'] as const) {
    const url = await running({ dialect: '1.0', quirks: [bearer(token, covers)] })
    const without = await ran([url, '--only', 'CORE-GET-002'])
    expect([without.code, without.stderr.includes('--bearer')]).toEqual([4, true])
    const env = { KIT_TOKEN: token }
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: looked up in the environment of the command
    const given = [
      ['--bearer', '${env:KIT_TOKEN}'],
      ['--header', 'Authorization: Bearer ${env:KIT_TOKEN}'],
    ]
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: looked up in the environment of the command
    for (const flags of given) {
      const { code, stdout, stderr } = await ran(
        [url, '--only', 'CORE-GET-002', ...flags, '--json', 'out.json'],
        env,
      )
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout + file('out.json')).not.toContain(token)
    }
    // The credentials were for one run.
    expect((await ran([url, '--only', 'CORE-GET-002'], env)).code).toBe(4)
  }
  const disk = readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join()
  expect(disk).not.toContain(token)
})

test('a token that an agent says aloud is in no report', async () => {
  const token = 'kit-token-echoed-2342'
  const url = await running({
    dialect: '1.0',
    card: { supportedInterfaces: [{ url: '/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] },
    quirks: [
      {
        intercept: ({ request }) =>
          request.method === 'POST'
            ? {
                status: 200,
                headers: [['Content-Type', 'application/json']],
                body: JSON.stringify({
                  jsonrpc: '2.0',
                  id: JSON.parse(request.body.toString()).id,
                  error: { code: -32000, message: `You said ${token}` },
                }),
              }
            : undefined,
      },
    ],
  })
  const { code, stdout } = await ran([url, '--bearer', token, '--only', 'CORE-GET-002', '--json', 'out.json'])
  expect(code).toBe(1)
  expect(stdout + file('out.json')).toContain('You said')
  expect(stdout + file('out.json')).not.toContain(token)
})

test('an agent that hangs: 5 after its time, whether with its card or its answers', async () => {
  const hangs = async (isCard: boolean) => {
    const url = await running({
      dialect: '1.0',
      quirks: [
        {
          intercept: ({ request, gone }) =>
            (request.method === 'GET') === isCard
              ? once(gone, 'abort').then(() => ({ status: 500, headers: [], body: '' }))
              : undefined,
        },
      ],
    })
    const [own, report] = [`data-${isCard}`, `hangs-${isCard}.xml`]
    const args = [url, '--only', 'core', '--timeout', '2500ms', '--junit', report, '--data-dir', own]
    const { code, stderr } = await ran(args)
    expect([code, existsSync(join(folder, report))]).toEqual([5, true])
    expect(stderr).toContain('It took longer than 2.5 s. Allow more with --timeout.\n')
    expect(xml(file(report)).documentElement?.getAttribute('failures')).toBe('0')
  }
  await Promise.all([hangs(true), hangs(false)])
})

test('Ctrl+C ends the run, writes what there is and says 130', async () => {
  let onRequest: () => void = () => undefined
  const requested = new Promise<void>((resolve) => {
    onRequest = resolve
  })
  const url = await running({
    dialect: '1.0',
    quirks: [
      {
        intercept({ request, gone }) {
          if (request.method !== 'POST') return undefined
          onRequest()
          return once(gone, 'abort').then(() => ({ status: 500, headers: [], body: '' }))
        },
      },
    ],
  })
  const { done, stop } = startProcess(checking([url, '--json', 'stopped.json']), folder)
  await requested
  stop('SIGINT')
  const { code, stdout } = await done
  expect(code).toBe(130)
  expect(stdout).toMatch(/^The run ended early: \d+ of \d+ tests were made\.$/m)
  expect(JSON.parse(file('stopped.json'))).toMatchObject({ environment: { state: 'stopped' } })
})

test('a broken pipe ends quietly', async () => {
  const { done, child } = startProcess(checking([demo.url, '--json', '-']), folder)
  child.stdout?.destroy()
  const { code, stderr } = await done
  expect([code, stderr.includes('EPIPE')]).toEqual([0, false])
})

test('standard output has a report alone where one is asked for', async () => {
  const { code, stdout, stderr } = await ran([demo.url, '--only', 'core', '--json', '-'])
  expect([code, JSON.parse(stdout).sdk.name]).toEqual([0, 'Travel concierge'])
  expect(stderr).toContain('Checks of Travel concierge')
})

test('what an agent says moves no terminal and ends no markup', async () => {
  const evil =
    '\u001b]0;owned\u0007\u001b[2J</td><script>alert(1)</script>]]>&x; | [a](javascript:1) \u202Egnp'
  const url = await running({
    dialect: '1.0',
    name: evil,
    quirks: [
      {
        intercept: ({ request }) =>
          request.method === 'POST'
            ? {
                status: 200,
                headers: [['Content-Type', 'application/json']],
                body: JSON.stringify({
                  jsonrpc: '2.0',
                  id: JSON.parse(request.body.toString()).id,
                  error: { code: -32000, message: evil },
                }),
              }
            : undefined,
      },
    ],
  })
  const { code, stdout, stderr } = await ran([
    url,
    '--junit',
    'j.xml',
    '--html',
    'h.html',
    '--sarif',
    's.json',
  ])
  expect(code).toBe(1)
  expect(stdout).toContain('[U+001B]')
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|\u202E/u)
  expect(xml(file('j.xml')).getElementsByTagName('failure').length).toBeGreaterThan(0)
  expect(xml(file('h.html')).getElementsByTagName('script')).toHaveLength(0)
  expect(JSON.parse(file('s.json')).runs[0].results.length).toBeGreaterThan(0)
})

test('an agent of this machine is called back, and answered when it asks for more', async () => {
  const { code, stdout } = await ran([
    demo.url,
    ...['--only', 'push,multi-turn', '--prompt', 'complete-task=Tell me about Lisbon'],
    ...['--prompt', 'multi-turn=Book a train to Porto', '--answer', 'Friday, two people'],
  ])
  expect(code).toBe(0)
  expect(stdout).not.toContain('turn the webhook receiver on')
  expect(stdout).not.toContain('what to answer when the agent asks for more')
  expect(stdout).not.toMatch(/ MUST .* failed| MUST .* inconclusive over/)
})

test('a refusal that was expected is no refusal of the run', async () => {
  expect((await ran([demo.url, '--only', 'CARD-EXT-001'])).code).toBe(0)
})

test('nothing that applies is nothing that passed', async () => {
  const { code, stdout } = await ran([demo.url, '--only', 'CORE-GET-001'])
  expect(code).toBe(1)
  expect(stdout).toContain('Nothing was measured: 1 test didn’t apply to this agent.')
  expect(stdout).toMatch(/Not applicable:\n +1 {2}Parley has no prompt/)
})

test('a data folder in use: the usual one is left alone, one that was named is an error', async () => {
  const usual = ownDataFolder(join(folder, 'home', process.platform === 'linux' ? 'parley' : 'Parley'))
  closing.push(async () => usual?.release())
  const { code, stderr } = await startCommand(['check', demo.url, '--only', 'CORE-GET-002'], folder).done
  if (process.platform === 'linux') {
    expect([code, stderr.includes("this run isn't kept there")]).toEqual([0, true])
  }
  const named = ownDataFolder(join(folder, 'data'))
  closing.push(async () => named?.release())
  expect(await ran([demo.url])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another Parley is using'),
  })
})

test('without a record nothing of the run is kept, but the file that was asked for', async () => {
  for (const flags of [[], ['--session', 'all.parley']]) {
    const { code } = await ran([demo.url, '--only', 'CORE-GET-002', '--no-record', ...flags])
    expect(code).toBe(0)
  }
  expect(existsSync(join(folder, 'all.parley'))).toBe(true)
  const window = await openWindow({ dataDir: join(folder, 'data') })
  closing.push(window.close)
  expect(await window.client.checks.runs({})).toEqual([])
  expect(await window.client.agents.list()).toEqual([])
  const { sessions } = await window.client.sessions.list({ limit: 10 })
  expect(sessions.filter(({ state }) => state === 'kept')).toEqual([])
})

test('parley-check.yaml says the same as flags, which come before it', async () => {
  suite('own.acts.yaml', ['BAD'])
  const settings = [
    `url: ${demo.url}`,
    'acts: [own.acts.yaml]',
    'level: must',
    'interface: rest',
    'json: said.json',
  ]
  writeFileSync(join(folder, 'parley-check.yaml'), settings.join('\n'))
  expect((await ran([])).code).toBe(1)
  expect(JSON.parse(file('said.json'))).toMatchObject([
    { spec_version: '1.0', transport: 'rest' },
    { spec_version: '0.3', transport: 'rest' },
  ])
  expect((await ran(['--only', 'GOOD', '--interface', 'grpc'])).code).toBe(0)
  expect(JSON.parse(file('said.json'))).toMatchObject([{ transport: 'grpc' }, { transport: 'grpc' }])
})

test.each([
  ['an unknown flag', ['a', '--levle', 'must'], "Unknown option '--levle'."],
  ['a suite that is not there', ['DEMO', '--acts', 'nowhere'], 'isn’t there.'],
  ['a test that is not there', ['DEMO', '--only', 'NOPE'], 'No suite or test is called "NOPE".'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: looked up in the environment of the command
  ['a variable that is not set', ['DEMO', '--bearer', '${env:KIT_NOT_SET}'], 'no variable KIT_NOT_SET'],
  [
    'an interface it does not have',
    ['KIT', '--interface', 'grpc'],
    'has no interface for grpc. It has: 1.0 JSONRPC.',
  ],
])('%s: 2, in one sentence', async (_name, args, sentence) => {
  const kit = args[0] === 'KIT' ? await running({ dialect: '1.0' }) : ''
  const { code, stdout, stderr } = await ran(
    args.map((arg) => (arg === 'DEMO' ? demo.url : arg === 'KIT' ? kit : arg)),
  )
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(sentence)
  expect(stderr).toMatch(/^[^\n]+\nSee parley-a2a check --help\.\n$/)
})

test('help has every flag and every exit code', async () => {
  const { code, stdout } = await ran(['--help'])
  expect(code).toBe(0)
  for (const { name } of checkVerb.flags) expect(stdout).toContain(`--${name}`)
  for (const [exitCode] of checkVerb.exitCodes) expect(stdout).toContain(`${exitCode} `)
})

test('the desktop app has the same command', () => {
  const register = join(root, 'e2e', 'stand-in', 'register.ts')
  const main = join(root, 'out', 'main', 'main.js')
  const run = (args: readonly string[]) =>
    spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder, env: ownHome(folder) })
  const { status, stdout } = run(['--import', register, main, 'check', '--help'])
  const fromNpm = run([command, 'check', '--help']).stdout
  expect([status, stdout]).toEqual([0, fromNpm.replaceAll('parley-a2a check', 'parley check')])
})
