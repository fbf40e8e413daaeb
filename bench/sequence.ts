// The sequence of calls while it grows by 1,000 rows per second, the worst case to draw, and by 1,000 pieces per
// second, which are only counted: node bench/sequence.ts

import { agent } from '../e2e/agents/agent.ts'
import { announce, become, produce, wait } from '../e2e/agents/steps.ts'
import { SequencePage } from '../e2e/pages/sequence-page.ts'
import { feel, framesInWords } from './frame-meter.ts'
import { openPage } from './open-page.ts'

const seconds = 10
const burst = 10

const flood = await agent({
  dialect: '1.0',
  card: { name: 'Flood' },
  async *script({ text }) {
    yield announce()
    yield become('working')
    const began = performance.now()
    for (let sent = 0; sent < seconds * 1_000; ) {
      for (let many = 0; many < burst; many += 1, sent += 1) {
        if (text === 'states') yield become(sent % 2 ? 'working' : 'submitted')
        else yield produce('a', `piece ${sent} `, { append: sent > 0 })
      }
      yield wait(Math.max(0, began + sent - performance.now()))
    }
    yield become('completed')
  },
})
const quiet = await agent({ dialect: '1.0', card: { name: 'Quiet' } })

const { page, window, close } = await openPage()
await window.connect(quiet.url)
await window.say('hi', 'Stream')
await window.connect(flood.url)
const sequence = new SequencePage(page)
await sequence.open()
const rest = await feel(page, undefined, () => page.waitForTimeout(3_000))
console.log(`at rest: frames p50, p95, worst ${framesInWords(rest)}`)
for (const text of ['pieces', 'states']) {
  await window.agents.getByRole('button', { name: /^Flood/ }).click()
  const completed = await sequence.row('completed').count()
  await window.say(text, 'Stream')
  // Shows another agent's chat and timeline, as their drawing is measured elsewhere.
  await window.agents.getByRole('button', { name: /^Quiet/ }).click()
  const felt = await feel(page, undefined, async () => {
    await page.waitForTimeout((seconds - 1) * 1_000)
    await sequence
      .row('completed')
      .nth(text === 'pieces' ? completed : 0)
      .waitFor({ timeout: 60_000 })
  })
  console.log(
    `1,000 ${text}/s for ${seconds} s: frames p50, p95, worst ${framesInWords(felt)} (p95 at most 17 ms)`,
  )
  console.log(`… ${felt.mostElements} elements at most`)
}
await close()
await Promise.all([flood.close(), quiet.close()])
