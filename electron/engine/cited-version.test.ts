// A finding cites the specification of the version that the agent’s card declares, not of its family’s latest.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'

let window: TestWindow

beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

test.each([
  ['fasta2a-0.5', 'DM-SERIAL-003', { version: '0.2.5', section: '6.2' }],
  ['terminal-then-more-0.3', 'PARLEY-SEQ-002', { version: '0.3.0', section: '6.3' }],
  ['no-first-task', 'CORE-STREAM-003', { version: '1.0', section: '3.1.2' }],
])('%s, %s', async (name, rule, spec) => {
  const agent = await untilTestEnds(namedAgent(name).start())
  const agentId = await window.idOf(agent.url)
  const discovery = await window.client.card.discover({ agentId })
  const stream = discovery.found === true && discovery.card.capabilities.streaming === true
  const { exchangeId } = await window.client.conversation.send({ agentId, text: 'hi', stream })
  const findings = (await window.entries(exchangeId)).flatMap(({ findings = [] }) => findings)
  expect(findings.find((finding) => finding.rule === rule)?.spec).toEqual(spec)
})
