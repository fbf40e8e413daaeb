// The command line of the MCP Inspector, unmodified, with `parley mcp`: lists the tools and calls each, over each transport.

import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startDemoAgent } from '#demo-agent/start.ts'
import { startProcess } from '#testing/cli/run-command.ts'
import { tools } from '../../../electron/cli/mcp/server.ts'
import { openServed, root } from '../../fixtures/serve-front.ts'
import { npmPackages } from '../environments/npm.ts'

export const inspector = ['@modelcontextprotocol/inspector', '2.12.0'] as const
export const transports = ['stdio', 'attached to a window', 'HTTP'] as const
type Transport = (typeof transports)[number]

/** Undefined means "works". */
export type Inspected = ReadonlyMap<string, ReadonlyMap<Transport, string | undefined>>

/** In an order in which each call finds what it needs. Over stdio each call starts a Parley of its own. */
const calls: readonly (readonly [tool: string, args: readonly string[], says: RegExp])[] = [
  ['connect', ['url=URL'], /agentId: \S/],
  ['get_card', ['agentId=AGENT'], /Travel concierge|has not been read/],
  ['send_message', ['agentId=AGENT', 'text=Watch the fares to Lisbon', 'returnImmediately=true'], /taskId/],
  ['get_task', ['agentId=AGENT', 'taskId=TASK'], /task state: (working|submitted)/],
  ['cancel_task', ['agentId=AGENT', 'taskId=TASK'], /canceled/],
  ['wait_for_task', ['agentId=AGENT', 'taskId=TASK'], /canceled/],
  ['list_tasks', ['agentId=AGENT'], /TASK/],
  ['list_exchanges', [], /CancelTask|0 exchanges/],
  ['get_exchange', ['exchangeId=EXCHANGE'], /POST/],
  ['list_findings', [], /finding/],
  ['run_checks', ['agentId=AGENT', 'tests=["CARD-STRUCT-001"]'], /passed/],
  ['webhook_receiver', [], /receiver|listen/i],
  ['list_webhook_calls', [], /\b0\b|No /],
  ['export_session', [], /\.parley/],
]

export async function inspect(cache: string): Promise<Inspected> {
  const folder = join(cache, 'inspector')
  await npmPackages([inspector], folder)
  const demo = await startDemoAgent({ stepMs: 200 })
  const results = new Map<string, Map<Transport, string | undefined>>()
  try {
    for (const transport of transports) {
      const dataDir = join(folder, transport.replaceAll(' ', '-'))
      mkdirSync(dataDir, { recursive: true })
      const { target, close } = await serve(transport, dataDir)
      try {
        const request = ask(folder, target)
        for (const [name, outcome] of await each(request, demo.url)) {
          const row = results.get(name) ?? new Map<Transport, string | undefined>()
          results.set(name, row.set(transport, outcome))
        }
      } finally {
        await close()
      }
    }
  } finally {
    await demo.close()
  }
  return results
}

type Ask = (...args: readonly string[]) => Promise<string>

async function each(request: Ask, url: string): Promise<ReadonlyMap<string, string | undefined>> {
  const outcomes = new Map<string, string | undefined>()
  const listed: { tools: { name: string }[] } = JSON.parse(await request('--method', 'tools/list'))
  const missing = tools.filter(({ name }) => !listed.tools.some((tool) => tool.name === name))
  outcomes.set(
    'tools/list',
    missing.length === 0 ? undefined : `without ${missing.map(({ name }) => name).join(', ')}`,
  )
  const facts = new Map([['URL', url]])
  const filled = (text: string) =>
    text.replaceAll(/\b(URL|AGENT|TASK|EXCHANGE)\b/g, (word) => facts.get(word) ?? word)
  for (const [tool, args, pattern] of calls) {
    const given = args.flatMap((arg) => ['--tool-arg', filled(arg)])
    const answer = await request('--method', 'tools/call', '--tool-name', tool, ...given)
    for (const [word, name] of [
      ['AGENT', 'agentId'],
      ['TASK', 'taskId'],
      ['EXCHANGE', 'exchangeId'],
    ] as const) {
      const match = new RegExp(`${name}\\W+([\\w-]{8,})`).exec(answer)?.[1]
      if (match !== undefined && !facts.has(word)) facts.set(word, match)
    }
    const isRight =
      !/"isError": true/.test(answer) && new RegExp(filled(pattern.source), pattern.flags).test(answer)
    outcomes.set(tool, isRight ? undefined : answer.slice(0, 200))
  }
  return outcomes
}

/** The Inspector's target, and a function that stops it. */
async function serve(transport: Transport, dataDir: string) {
  const own = [process.execPath, join(root, 'bin', 'parley.js'), 'mcp', '--data-dir', dataDir]
  if (transport === 'stdio') return { target: own, close: async () => undefined }
  if (transport === 'attached to a window') {
    const window = await openServed(dataDir)
    return { target: [...own, '--attach'], close: window.close }
  }
  const served = startProcess(['mcp', '--http', '--data-dir', dataDir], dataDir)
  const line = await served.line(/MCP is served at/, 'stderr')
  const [, url = '', header = ''] = /served at (\S+) .*: (Authorization: .*)$/.exec(line) ?? []
  return {
    target: ['--transport', 'http', '--server-url', url, '--header', header],
    async close() {
      served.child.kill('SIGTERM')
      await served.done
    },
  }
}

function ask(folder: string, target: readonly string[]): Ask {
  const program = join(
    folder,
    'node_modules',
    '@modelcontextprotocol',
    'inspector',
    'clients',
    'launcher',
    'build',
    'index.js',
  )
  return (...args) => {
    const child = spawn(process.execPath, [program, '--cli', ...target, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    return new Promise((resolve) =>
      child.once('close', () => resolve(output.slice(Math.max(0, output.indexOf('{'))))),
    )
  }
}
