import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { families } from './catalogue/catalogue.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Runs a program of the kit; `onOutput` may stop it. */
function run(args: readonly string[], onOutput?: (output: string, stop: () => void) => void): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      onOutput?.(output, () => child.kill('SIGTERM'))
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('close', (code) => resolve({ code, output }))
  })
}

describe('the command line', () => {
  it('lists every agent with its sentence', async () => {
    const { code, output } = await run([here('cli.ts'), '--', '--list'])
    const all = Object.values(families).flat()
    expect(code).toBe(0)
    expect(all.filter(({ name, does }) => !output.includes(`  ${name} `) || !output.includes(does))).toEqual(
      [],
    )
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })

  it('starts agents by name and stops when told to', async () => {
    const { code, output } = await run([here('cli.ts'), '--', 'v1.0', 'qianfan'], (previous, stop) => {
      if (/qianfan: http.*\n.*\n/.test(previous)) stop()
    })
    expect(code).toBe(0)
    expect(output).toMatch(/^v1\.0: http:\/\/127\.0\.0\.1:\d+\n/)
  })

  it('says so when there is no such agent', async () => {
    expect(await run([here('cli.ts'), 'nobody'])).toEqual({
      code: 1,
      output: 'No agent is named nobody; --list names them all.\n',
    })
  })

  it('leaves nothing behind: a process that started and closed every composed agent ends by itself', async () => {
    const program = `
      const { families } = await import(${JSON.stringify(here('catalogue/catalogue.ts'))})
      const { 'Broken below HTTP or gRPC': _, ...composed } = families
      for (const { start } of Object.values(composed).flat()) {
        const agent = await start()
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage',
          params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'silence' }] } } })
        const call = fetch(agent.url, { method: 'POST', headers: { 'A2A-Version': '1.0' }, body })
        const head = await call
        const rest = head.text().catch(() => '')
        await agent.close()
        await rest
      }
      console.log('closed')`
    expect(await run(['--input-type=module', '--eval', program])).toEqual({ code: 0, output: 'closed\n' })
  })
})
