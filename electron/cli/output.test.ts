// The built command in a pseudo-terminal, as a person runs it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startCommand } from '#testing/cli/run-command.ts'
import { hasTerminal, startInTerminal } from '#testing/cli/run-in-terminal.ts'
import { type AgentOptions, agent } from '../../e2e/agents/agent.ts'
import { held } from '../../e2e/agents/quirks/held.ts'
import { ensureBuilt } from '../built.ts'

// Each runs processes on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

const color = /\[\d+m/
const redrawn = '\r\u001b[2K'
const ctrlC = '\u0003'

let folder: string
const closing: (() => unknown)[] = []

beforeAll(() => ensureBuilt(join(import.meta.dirname, '..', '..'), () => undefined), 180_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-terminal-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function running(options: Partial<AgentOptions> = {}): Promise<string> {
  const { url, close } = await agent({ dialect: '1.0', ...options })
  closing.push(close)
  return url
}

async function keptSessions() {
  const { stdout } = await startCommand(['sessions', 'list', '-o', 'json'], folder).done
  return JSON.parse(stdout).sessions
}

// Windows has no such program, and other systems may lack it.
describe.runIf(hasTerminal)('in a terminal', () => {
  test('there are colors and progress, with NO_COLOR no colors, and neither on a dumb one', async () => {
    const url = await running()
    const shown = async (env: NodeJS.ProcessEnv) => {
      const { code, screen } = await startInTerminal(['card', 'get', url], folder, { env }).done
      expect([code, screen.includes('Interfaces:')]).toEqual([0, true])
      return screen
    }
    const usual = await shown({})
    expect([color.test(usual), usual.includes(`${redrawn}Reading the card of ${url}`)]).toEqual([true, true])
    const plain = await shown({ NO_COLOR: '1' })
    expect([color.test(plain), plain.includes(`${redrawn}Reading`)]).toEqual([false, true])
    expect(await shown({ TERM: 'dumb' })).not.toContain('\u001b')
  })

  test('data that goes to a file has neither, while progress stays on screen', async () => {
    const args = ['card', 'get', await running()]
    const { code, screen } = await startInTerminal(args, folder, { rest: '> card.txt' }).done
    expect([code, screen.includes('Reading the card'), screen.endsWith(redrawn)]).toEqual([0, true, true])
    const text = readFileSync(join(folder, 'card.txt'), 'utf8')
    expect([text.includes('Interfaces:'), text.includes('\u001b')]).toEqual([true, false])
  })

  test('help is plain lines that fit', async () => {
    const { code, screen } = await startInTerminal(['send', '--help'], folder).done
    expect([code, screen.includes('\u001b')]).toEqual([0, false])
    for (const line of screen.split('\r\n')) expect(line.length).toBeLessThanOrEqual(120)
  })

  test('Ctrl+C ends a call with 130, and the session is closed with what came until then', async () => {
    const { done, press, shows } = startInTerminal(['send', await running(), 'long', '--stream'], folder)
    await shows(/chunk3/)
    press(ctrlC)
    expect((await done).code).toBe(130)
    const [session] = await keptSessions()
    expect(session).toMatchObject({ state: 'kept', exchanges: 2, tasks: 1 })
  })

  test('a second Ctrl+C ends at once, also while the agent holds up the end', async () => {
    let reached: () => void = () => undefined
    const isHeld = new Promise<void>((resolve) => {
      reached = resolve
    })
    const url = await running({ quirks: [held('DeleteTaskPushNotificationConfig', () => reached())] })
    const sent = await startCommand(['send', url, 'ask', '-o', 'json'], folder).done
    const { done, press, shows } = startInTerminal(
      ['push', 'listen', url, JSON.parse(sent.stdout).task.id],
      folder,
    )
    await shows(/Listening at/)
    press(ctrlC)
    await isHeld
    press(ctrlC)
    const { code, screen } = await done
    expect([code, screen]).toEqual([130, expect.not.stringMatching(/^\s+at /m)])
    const [session, ...others] = await keptSessions()
    expect([session.state, others.length]).toEqual(['kept', 1])
    // The last exchange may not have been written.
    expect([2, 3]).toContain(session.exchanges)
  })
})
