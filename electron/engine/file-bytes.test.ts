// Files for agents that take a file's bytes for base64 text, as the SDKs of Python and Java do in 0.3: what the agent
// stores in the end, and what the user must choose for it.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Message } from '#shared/a2a/model.ts'
import { slice } from '#shared/collections/list.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import type { Agent } from '../../e2e/agents/agent.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import { become, produce } from '../../e2e/agents/steps.ts'

let window: TestWindow
const running: Agent[] = []

beforeEach(async () => {
  window = await openWindow()
})
afterEach(async () => {
  await window.close()
  await Promise.all(running.splice(0).map((each) => each.close()))
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000', 'hex').toString('base64')
const spoilt = Buffer.from(Buffer.from(png, 'base64').toString('utf8')).toString('utf8')

test.each([
  ['v0.3', [png], [png]],
  ['v0.3-rest', [png], [png]],
  ['v0.3-grpc', [png], [png]],
  ['v1.0', [png], [png]],
  ['v1.0-rest', [png], [png]],
  ['v1.0-grpc', [png], [png]],
  ['python-0.3.26-rest', [], [png]],
  // Its refusal over gRPC shows that nothing was done, so Parley retries by itself.
  ['python-0.3.26-grpc', [png], [png]],
  ['java-0.3-rest', [spoilt], [png]],
  ['java-0.3-grpc', [spoilt], [png]],
])('%s holds the file as it was, at the latest when the user chose how', async (name, before, after) => {
  const pending: string[] = []
  const { agentId } = await start(name, pending)
  await sendFile(agentId)
  expect(pending).toEqual(before)
  if (before[0] === png) return
  pending.length = 0
  await encodeTwice(agentId)
  await sendFile(agentId)
  expect(pending).toEqual(after)
  const { tasks } = await foldRecord(window.engine)
  const echoed = slice(tasks).at(-1)?.artifacts
  expect(JSON.stringify(echoed)).toContain(`"base64":"${png}"`)
})

test('the choice changes nothing where the protocol is understood in one way', async () => {
  for (const name of ['v0.3', 'v1.0', 'v1.0-rest', 'v1.0-grpc']) {
    const pending: string[] = []
    const { agentId } = await start(name, pending)
    await encodeTwice(agentId)
    await sendFile(agentId)
    expect([name, ...pending]).toEqual([name, png])
  }
})

test('what was chosen over gRPC is not encoded a third time', async () => {
  const { agentId, requests } = await start('python-0.3.26-grpc', [])
  await encodeTwice(agentId)
  await sendFile(agentId)
  expect(requests.filter(({ path }) => path.endsWith('/SendMessage'))).toHaveLength(1)
})

async function start(name: string, pending: string[]) {
  const started = await namedAgent(name).start({
    *script({ message }) {
      pending.push(...filesIn(message))
      yield produce('a1', message.parts)
      yield become('completed')
    },
  })
  running.push(started)
  const agentId = await window.idOf(started.url)
  return { agentId, requests: started.requests }
}

const filesIn = ({ parts }: Message) =>
  parts.flatMap((part) => (part.kind === 'file-bytes' ? [part.base64] : []))

const sendFile = (agentId: string) =>
  window.client.conversation.send({
    agentId,
    stream: false,
    parts: [{ kind: 'file-bytes', base64: png, mediaType: 'image/png' }],
  })

async function encodeTwice(agentId: string): Promise<void> {
  const settings = await window.client.agents.settings({ agentId })
  await window.client.agents.configure({ agentId, settings: { ...settings, fileBytes: 'encoded-twice' } })
}
