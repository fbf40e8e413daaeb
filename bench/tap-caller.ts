// A caller in a separate process: receives an address and a concurrency, and reports the responses.

import { Agent, request } from 'node:http'

export interface Arrived {
  readonly firstByteMs: number
  readonly tookMs: number
  readonly events: number
}

const stored = new Agent({ keepAlive: true })
const closing = Buffer.from('\n\n')

interface Order {
  readonly url: string
  readonly calls: number
  /** Each on a new connection. */
  readonly isApart?: boolean
}

process.on('message', async ({ url, calls, isApart }: Order) => {
  const agent = isApart ? false : stored
  process.send?.(await Promise.all(Array.from({ length: calls }, () => call(url, agent))))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

function call(url: string, agent: Agent | false): Promise<Arrived> {
  const started = performance.now()
  let firstByteMs = 0
  let events = 0
  let last = 0
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent }, (response) => {
      response.on('data', (bytes: Buffer) => {
        firstByteMs ||= performance.now() - started
        if (last === 10 && bytes[0] === 10) events += 1
        for (let at = bytes.indexOf(closing); at >= 0; at = bytes.indexOf(closing, at + 2)) events += 1
        last = bytes.at(-1) ?? 0
      })
      response.on('end', () => resolve({ firstByteMs, tookMs: performance.now() - started, events }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}
