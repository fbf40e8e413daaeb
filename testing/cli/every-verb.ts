// Each verb of a shipped Parley, run once against its own demo agent: what only a package can lack, such as a worker or a late chunk,
// shows here.

import { strict as assert } from 'node:assert'
import { type RunningCommand, startProgram } from './run-command.ts'

interface EveryVerb {
  /** The program and what comes before the verb. */
  readonly command: readonly string[]
  /** Empty: all that is written goes here. */
  readonly folder: string
}

/** Returns the names of the verbs that did their work; throws at the first that didn't. */
export async function runEveryVerb({ command, folder }: EveryVerb): Promise<readonly string[]> {
  const done = new Set<string>()
  const running: RunningCommand[] = []
  const started = (verb: string, ...args: readonly string[]) => {
    const each = startProgram([...command, ...verb.split(' '), ...args], folder)
    running.push(each)
    return each
  }
  /** It ends by itself; returns standard output. */
  const run = async (verb: string, expected: RegExp, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await started(verb, ...args).done
    assert.equal(code, 0, `${verb}: ${stderr}`)
    assert.match(stdout, expected, verb)
    done.add(verb)
    return stdout
  }
  /** Goes on until it is stopped; `use` gets the first line that matches. */
  const serve = async (
    verb: string,
    ready: RegExp,
    use: (line: string) => Promise<unknown>,
    ...args: readonly string[]
  ) => {
    const each = started(verb, ...args)
    await use(await each.said(ready))
    each.child.kill('SIGINT')
    const { code, stderr } = await each.done
    // Windows has no SIGINT to send: it ends the process.
    if (process.platform !== 'win32') assert.equal(code, 0, `${verb}: ${stderr}`)
    done.add(verb)
  }

  try {
    await run('help', /^Verbs/m)
    await run('version', /^\d+\.\d+/)
    await run('man', /^\.TH /m)
    await run('completion', /complete/, 'bash')
    await serve('demo', /^http/, async (url) => {
      await run('card get', /Travel concierge/, url)
      await run('send', /travel concierge/, url, 'Hello')
      const book = async () => {
        const sent = await run('send', /INPUT_REQUIRED/, url, 'Book a train to Porto', '-o', 'json')
        const { task }: { readonly task: { readonly id: string } } = JSON.parse(sent)
        return task
      }
      const task = await book()
      await run('task list', new RegExp(task.id), url)
      await run('task get', /input-required/, url, task.id)
      const config: { readonly id: string } = JSON.parse(
        await run('push set', /hook/, url, task.id, 'http://127.0.0.1:9/hook', '-o', 'json'),
      )
      await run('push list', /127\.0\.0\.1:9/, url, task.id)
      await run('push delete', /^$/, url, task.id, config.id)
      await run('task subscribe', /Which train/, url, task.id)
      const listening = started('push listen', url, task.id)
      await listening.said(/^Listening at/, 'stderr')
      await run('send', /IC 523/, url, 'IC 523 for two', '--task', task.id)
      const listened = await listening.done
      assert.deepEqual([listened.code, /IC 523/.test(listened.stdout)], [0, true], listened.stderr)
      done.add('push listen')
      await run('task cancel', /canceled/, url, (await book()).id)
      await run('check', /"core"/, url, '--only', 'core', '--json', '-')
      await run('findings', /^$/, url)
      await run('sessions list', /Travel concierge/)
      await run('sessions show', /GetCard|card/i, 'last')
      await run('sessions export', /^/, 'last', '--out', 'kept.parley')
      await run('sessions import', /./, 'kept.parley')
      await run('sessions search', /./, 'concierge')
      await serve('record', /http/, async () => undefined, url)
      await serve(
        'tap',
        /^Tap {2}http/,
        (line) => run('card get', /Travel concierge/, line.slice('Tap  '.length)),
        url,
      )
      await serve('tap', /^Proxy {2}http/, async () => undefined, '--proxy')
    })
    await serve('mock', /^http/, (address) => run('card get', /Travel concierge/, address), 'kept.parley')
    await listsTools(started('mcp'))
    done.add('mcp')
    return [...done]
  } finally {
    for (const { child } of running) child.kill('SIGKILL')
  }
}

/** As a coding agent begins: it says hello, lists the tools, and closes the connection. */
async function listsTools({ child, said, done }: RunningCommand): Promise<void> {
  const write = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  write({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })
  await said(/"id":1/)
  write({ method: 'notifications/initialized' })
  write({ id: 2, method: 'tools/list' })
  assert.match(await said(/"id":2/), /run_checks/)
  child.stdin?.end()
  assert.equal((await done).code, 0)
}
