// A flood of notifications on the loopback address: whether the receiver records every one, how soon it answers, and how
// smoothly a window with the list of them goes on drawing. Needs a build and a browser.
// Usage: node bench/push.ts [PER_SECOND] [SECONDS]

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { namedAgent } from '../e2e/agents/catalogue/catalogue.ts'
import { openServed } from '../e2e/fixtures/serve-front.ts'
import { openBrowser } from '../e2e/open-browser.ts'
import { WebhooksPage } from '../e2e/pages/webhooks-page.ts'
import { feel } from './frame-meter.ts'
import type { Sent } from './hook-sender.ts'

const perSecond = Number(process.argv[2] ?? 2_000)
const seconds = Number(process.argv[3] ?? 30)

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const served = await openServed(dataDir)
const agent = await namedAgent('push-good').start()
const browser = await openBrowser()
const page = await browser.page()
await page.goto(served.address)
const webhooks = new WebhooksPage(page)
await webhooks.window.connect(agent.url)
await webhooks.turnOn()
await webhooks.waitingTask()
await webhooks.list('Calls')

const measured = await feel(page, undefined, async () => {
  const flooded = await flood(...registered())
  const before = performance.now()
  const complete = `[aria-label="Webhook calls"][aria-rowcount="${flooded.sent + 1}"]`
  await page.locator(complete).waitFor({ timeout: 120_000 })
  return { sent: flooded, caughtUpMs: performance.now() - before }
})
const { sent, caughtUpMs } = measured.result
const listed = Number(await webhooks.calls.getAttribute('aria-rowcount')) - 1

report(
  `${perSecond} calls/s for ${seconds} s: calls made`,
  `${sent.sent}, ${Math.round((sent.sent / sent.elapsedMs) * 1000)} calls/s`,
)
report('answered 200 (all)', String(sent.accepted))
report('on the record and in the list (all)', String(listed))
report(
  'call to answer, p50, p95, p99',
  [sent.p50, sent.p95, sent.p99].map((ms) => `${ms.toFixed(1)} ms`).join(', '),
)
report('list complete after the last answer', `${Math.round(caughtUpMs)} ms`)
report(
  'frames of the window, p50, p95, longest',
  [measured.medianFrameMs, measured.p95FrameMs, measured.worstFrameMs]
    .map((ms) => `${ms.toFixed(1)} ms`)
    .join(', '),
)
if (sent.accepted !== sent.sent || listed !== sent.sent) process.exitCode = 1

await browser.close()
await agent.close()
await served.close()
rmSync(dataDir, { recursive: true, force: true })

/** What the agent was told when the window registered the webhook. */
function registered(): readonly [url: string, token: string, taskId: string] {
  for (const { body } of agent.requests.toReversed()) {
    const { params } = JSON.parse(body.toString('utf8') || '{}')
    if (typeof params?.url === 'string') return [params.url, params.token, params.taskId]
  }
  throw new Error('The window registered no webhook.')
}

async function flood(url: string, token: string, taskId: string): Promise<Sent> {
  const script = fileURLToPath(new URL('./hook-sender.ts', import.meta.url))
  const sender = fork(script, [url, token, taskId, String(perSecond), String(seconds)])
  const [result] = (await once(sender, 'message')) as [Sent]
  return result
}

function report(what: string, figure: string): void {
  console.log(`${what.padEnd(52)} ${figure}`)
}
