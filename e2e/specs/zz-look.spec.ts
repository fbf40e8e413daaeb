import { test } from '../fixtures/app.ts'

const agents = [
  ['strands', 'http://127.0.0.1:9401'],
  ['agentstack', 'http://127.0.0.1:9402'],
  ['agno', 'http://127.0.0.1:9403/a2a/agents/lisbon'],
  ['langgraph', 'http://127.0.0.1:9404/.well-known/agent-card.json?assistant_id=340e883e-dab0-5260-864b-14095ce7ece5'],
  ['adk', 'http://127.0.0.1:9405'],
] as const

for (const [name, url] of agents) {
  test(name, async ({ app }) => {
    test.setTimeout(60_000)
    const { window } = app
    const { page } = window
    await page.setViewportSize({ width: 1440, height: 900 })
    await window.connect(url)
    await window.say('Tell me of Lisbon', 'Stream')
    await page.waitForTimeout(1100)
    await page.screenshot({ path: `/tmp/look/${name}-1.png` })
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `/tmp/look/${name}-2.png` })
    await window.say('use the tool', 'Stream')
    await page.waitForTimeout(3000)
    await window.say('Tell me of Lisbon', 'Send')
    await page.waitForTimeout(3000)
    await page.screenshot({ path: `/tmp/look/${name}-3.png` })
  })
}
