// A flood of notifications on loopback: whether the receiver records every one, its response times, and the frame rate
// of a window with their list; before that the same flood to a bare server that only responds 200. Needs a build and a
// browser. Usage: node bench/push.ts [PER_SECOND] [SECONDS]

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { namedAgent } from '../e2e/agents/catalogue/catalogue.ts'
import { WebhooksPage } from '../e2e/pages/webhooks-page.ts'
import { feel, framesInWords } from './frame-meter.ts'
import type { Sent } from './hook-sender.ts'
import { openPage } from './open-page.ts'

interface Webhook {
  readonly url: string
  readonly token: string
  readonly authorization: string
  readonly taskId: string
}

const perSecond = Number(process.argv[2] ?? 2_000)
const seconds = Number(process.argv[3] ?? 30)

const agent = await namedAgent('push-good').start()
const { page, enginePid, close } = await openPage()
const webhooks = new WebhooksPage(page)
await webhooks.window.connect(agent.url)
await webhooks.turnOn()
await webhooks.waitingTask()
await webhooks.list('Calls')

const flooding = floodBare()
// The window does not show these.
const feltAtRest = await feel(page, undefined, async () => void (await flooding))
const bare = await flooding
const cpuBefore = cpuMsOf(enginePid)
const flooded = flood(registered())
let caughtUpMs = 0
const felt = await feel(page, undefined, async () => {
  const { sent: all } = await flooded
  const before = performance.now()
  const complete = `[aria-label="Webhook calls"][aria-rowcount="${all + 1}"]`
  await page.locator(complete).waitFor({ timeout: 120_000 })
  caughtUpMs = performance.now() - before
})
const engineMs = cpuMsOf(enginePid) - cpuBefore
const sent = await flooded
const listed = Number(await webhooks.calls.getAttribute('aria-rowcount')) - 1

const columns = (select: (sent: Sent) => string) => [select(bare), select(sent)] as const
report(`${perSecond} calls/s for ${seconds} s`, 'a bare server', 'Parley')
report('taken a second', ...columns(({ sent, elapsedMs }) => String(Math.round((sent / elapsedMs) * 1000))))
report('answered 200 (all)', ...columns(({ accepted, sent }) => `${accepted} of ${sent}`))
report('on the record and in the list (all)', '', `${listed} of ${sent.sent}`)
report('due to answered, p50, p95, p99', ...columns(({ p50, p95, p99 }) => inMs(p50, p95, p99)))
report('processor time a call, who answers', inMs(bare.answererMs / bare.sent), inMs(engineMs / sent.sent))
report('… who asks', ...columns(({ cpuMs, sent }) => inMs(cpuMs / sent)))
report('list complete after the last answer', '', inMs(caughtUpMs))
report('frames of the window, p50, p95, longest', framesInWords(feltAtRest), framesInWords(felt))
if (sent.accepted !== sent.sent || listed !== sent.sent) process.exitCode = 1

await close()
await agent.close()

/** The configuration that the agent received from the window: everything that a sender must send. */
function registered(): Webhook {
  for (const { body } of agent.requests.toReversed()) {
    const { params } = JSON.parse(body.toString('utf8') || '{}')
    if (typeof params?.url !== 'string') continue
    const { url, token, taskId, authentication } = params
    return { url, token, taskId, authorization: `${authentication.scheme} ${authentication.credentials}` }
  }
  throw new Error('The window registered no webhook.')
}

async function flood({ url, token, authorization, taskId }: Webhook): Promise<Sent> {
  const script = fileURLToPath(new URL('./hook-sender.ts', import.meta.url))
  const sender = fork(script, [url, token, authorization, taskId, String(perSecond), String(seconds)])
  const ended = once(sender, 'exit').then(() => {
    throw new Error('The sender ended before all was answered.')
  })
  const [result] = (await Promise.race([once(sender, 'message'), ended])) as [Sent]
  return result
}

/** The same to a server that ignores the calls: the limit of machine and sender. */
async function floodBare(): Promise<Sent & { readonly answererMs: number }> {
  const server = fork(fileURLToPath(new URL('./bare-hooks.ts', import.meta.url)))
  const [url] = await once(server, 'message')
  const result = await flood({ url, token: 'token', authorization: 'Bearer credentials', taskId: 'task' })
  server.send('end')
  const [answererMs] = await once(server, 'message')
  return { ...result, answererMs }
}

/** Processor time of another process, in hundredths of a second; on Linux alone. */
function cpuMsOf(pid: number | undefined): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return Number.NaN
  const [user, system] = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) * 10
}

function inMs(...values: readonly number[]): string {
  return values.map((ms) => `${ms.toFixed(ms < 1 ? 3 : 1)} ms`).join(', ')
}

function report(what: string, ofBare: string, ofParley: string): void {
  console.log(`${what.padEnd(42)}${ofBare.padEnd(34)}${ofParley}`)
}
