// A finding cites the specification of the version in the agent’s card, not the family’s latest.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { cited } from '#shared/a2a/cited.ts'
import { jsonIn } from '#shared/json/parse-json.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import { createJudge } from './judge.ts'

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

test('a card that is no JSON is cited to the version of the last card, and to none where there was no other', () => {
  const judge = createJudge()
  const specsOf = (text: string) => {
    const call = { purpose: 'card', label: 'card', agentId: 'a' } as const
    const head = {
      status: 200,
      statusText: 'OK',
      headers: [['content-type', 'application/json']],
      timings: {},
    } as const
    const body = { at: 'body', head, text, json: jsonIn(text), decoded: undefined, validUtf8: true } as const
    const match = judge.find(
      { exchangeId: 'e', call, url: 'http://127.0.0.1/.well-known/agent-card.json' },
      body,
    )
    return match.filter(({ rule }) => /HTTP-002|CARD-028/.test(rule)).map(({ spec }) => cited(spec))
  }
  expect(specsOf('{"name":')).toEqual(['A2A'])
  expect(specsOf('{"status":"ok"}')).toEqual(['A2A'])
  specsOf('{"name":"n","protocolVersion":"0.3.0","url":"https://a.example.com"}')
  expect(specsOf('{"name":')).toEqual(['A2A 0.3.0 §5.1'])
  expect(specsOf('{"status":"ok"}')).toEqual(['A2A 0.3.0 §5.1'])
})
