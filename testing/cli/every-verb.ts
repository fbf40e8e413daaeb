// Runs each verb of a packaged Parley once against its demo agent, which shows files missing from a package, such as a
// worker or a lazy chunk.

import { strict as assert } from 'node:assert'
import { type RunningProcess, startProgram } from './run-command.ts'

interface EveryVerb {
  /** The program and the arguments before the verb. */
  readonly command: readonly string[]
  /** Empty; all output files go here. */
  readonly folder: string
}

/** Returns the verbs that succeeded; throws on the first failure. */
export async function runEveryVerb(its: EveryVerb): Promise<readonly string[]> {
  const verbs = createRuns(its)
  const { run, serve } = verbs
  try {
    await run('help', /^Verbs/m)
    await run('version', /^\d+\.\d+/)
    await run('man', /^\.TH /m)
    await run('completion', /complete/, 'bash')
    await serve('demo', /^http/, async (url) => {
      await callAgent(verbs, url)
      await run('check', /"core"/, url, '--only', 'core', '--json', '-')
      await run('findings', /^$/, url)
      await useSessions(verbs)
      await serve('record', /http/, async () => undefined, url)
      const readCard = (line: string) => run('card get', /Travel concierge/, line.slice('Tap  '.length))
      await serve('tap', /^Tap {2}http/, readCard, url)
      await serve('tap', /^Proxy {2}http/, async () => undefined, '--proxy')
    })
    await serve('mock', /^http/, (address) => run('card get', /Travel concierge/, address), 'kept.parley')
    await listTools(verbs)
    return [...verbs.done]
  } finally {
    verbs.kill()
  }
}

type Runs = ReturnType<typeof createRuns>

function createRuns({ command, folder }: EveryVerb) {
  const done = new Set<string>()
  const running: RunningProcess[] = []
  const start = (verb: string, ...args: readonly string[]) => {
    const each = startProgram([...command, ...verb.split(' '), ...args], folder)
    running.push(each)
    return each
  }
  const ended = async (verb: string, { done: over }: RunningProcess, expected: RegExp) => {
    const { code, stdout, stderr } = await over
    assert.equal(code, 0, `${verb}: ${stderr}`)
    assert.match(stdout, expected, verb)
    done.add(verb)
    return stdout
  }
  return {
    done,
    start,
    ended,
    /** Waits for the end of the command; returns standard output. */
    run: (verb: string, expected: RegExp, ...args: readonly string[]) =>
      ended(verb, start(verb, ...args), expected),
    /** Runs until it is stopped; `use` gets the first matching line. */
    async serve(
      verb: string,
      ready: RegExp,
      use: (line: string) => Promise<unknown>,
      ...args: readonly string[]
    ) {
      const each = start(verb, ...args)
      await use(await each.line(ready))
      each.stop('SIGINT')
      // Windows has no SIGINT: the process is killed.
      if (process.platform !== 'win32') return ended(verb, each, ready)
      await each.done
      return done.add(verb)
    },
    kill() {
      for (const { child } of running) child.kill('SIGKILL')
    },
  }
}

async function callAgent({ run, start, ended }: Runs, url: string): Promise<void> {
  const book = async () => {
    const sent = await run('send', /INPUT_REQUIRED/, url, 'Book a train to Porto', '-o', 'json')
    const { task }: { readonly task: { readonly id: string } } = JSON.parse(sent)
    return task.id
  }
  await run('card get', /Travel concierge/, url)
  const id = await book()
  await run('task list', new RegExp(id), url)
  await run('task get', /input-required/, url, id)
  const config: { readonly id: string } = JSON.parse(
    await run('push set', /hook/, url, id, 'http://127.0.0.1:9/hook', '-o', 'json'),
  )
  await run('push list', /127\.0\.0\.1:9/, url, id)
  await run('push delete', /^$/, url, id, config.id)
  const subscribed = start('task subscribe', url, id)
  await subscribed.line(/Which train/)
  const listening = start('push listen', url, id)
  await listening.line(/^Listening at/, 'stderr')
  await run('send', /IC 523/, url, 'IC 523 for two', '--task', id)
  await ended('push listen', listening, /IC 523/)
  await ended('task subscribe', subscribed, /IC 523/)
  await run('task cancel', /canceled/, url, await book())
}

async function useSessions({ run }: Runs): Promise<void> {
  await run('sessions list', /Travel concierge/)
  await run('sessions show', /card/i, 'last')
  await run('sessions export', /^/, 'last', '--out', 'kept.parley')
  await run('sessions import', /./, 'kept.parley')
  await run('sessions search', /./, 'concierge')
}

/** Initializes like a coding agent, until it closes the connection. */
async function listTools({ start, ended }: Runs): Promise<void> {
  const server = start('mcp')
  const write = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  write({ id: 1, method: 'initialize', params })
  await server.line(/"id":1/)
  write({ method: 'notifications/initialized' })
  write({ id: 2, method: 'tools/list' })
  await server.line(/run_checks/)
  server.stdin.end()
  await ended('mcp', server, /run_checks/)
}
