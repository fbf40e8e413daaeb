import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { Agent } from '../agent.ts'
import { sseData } from '../capture-file.ts'
import { parseJson } from '../json.ts'
import { at, get, line, message03, message10, rpc, told } from '../wire-client.ts'
import { namedAgent } from './catalogue.ts'
import { implementationAgents } from './implementation-agents.ts'

const wellKnown = '/.well-known/agent-card.json'
const card = async (agent: Agent, path = wellKnown): Promise<JsonValue | undefined> =>
  (await get(`${agent.url}${path}`)).json
const port = (agent: Agent): string => new URL(agent.url).port
const send = (url: string, text: string, more: JsonObject = {}) =>
  rpc(url, 'message/send', message03(text, more))

const plain = [
  'task submitted',
  'status working "working"',
  'artifact a1 "chunk0"',
  'append a1 "chunk1" last',
  'status completed final',
]

const checks: Readonly<Record<string, (agent: Agent) => Promise<void>>> = {
  async adk(agent) {
    expect(at(await card(agent), 'url')).toBe(`http://0.0.0.0:${port(agent)}/a2a/travel`)
    expect(await told(agent.url, 'hi', '0.3')).toEqual([
      'task submitted',
      'status working "working"',
      'artifact a1 "chunk0"',
      'artifact a1 "chunk0"',
      'append a1 "chunk1" last',
      'artifact a1 "chunk0chunk1" last',
      'status completed final',
    ])
  },
  async langgraph(agent) {
    const { origin } = new URL(agent.url)
    expect(agent.url).toBe(`${origin}${wellKnown}?assistant_id=assistant-1`)
    expect((await get(agent.url)).status).toBe(200)
    expect((await get(`${origin}${wellKnown}`)).status).toBe(422)
    const url = `${origin}/a2a/assistant-1`
    expect(await told(url, 'hi', '0.3')).toEqual(plain)
    expect(at((await rpc(url, 'tasks/cancel', { id: 'x' })).json, 'error', 'code')).toBe(-32601)
  },
  async crewai(agent) {
    expect(at((await send(agent.url, 'hi')).json, 'result', 'Task', 'artifacts', 0, 'parts')).toEqual([
      { kind: 'text', text: 'chunk0' },
      { kind: 'text', text: ' chunk1' },
    ])
  },
  async vertex(agent) {
    const refused = await get(`${agent.url}/v1/card`)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="kit"'])
    const authorization = { Authorization: 'Bearer vertex-token' }
    expect(at((await get(`${agent.url}/v1/card`, authorization)).json, 'preferredTransport')).toBe(
      'HTTP+JSON',
    )
    const response = await fetch(`${agent.url}/v1/message:send`, {
      method: 'POST',
      headers: authorization,
      body: JSON.stringify({ message: { messageId: 'm', role: 'ROLE_USER', content: [{ text: 'direct' }] } }),
    })
    expect(at(await response.json(), 'message', 'content')).toEqual([{ text: 'direct reply' }])
  },
  async agentcore(agent) {
    const match = await get(`${agent.url}${wellKnown}`)
    const session = 'x-amzn-bedrock-agentcore-runtime-session-id'
    expect([match.status, match.headers.get(session)]).toEqual([200, 'session-1'])
    expect((await send(agent.url, 'hi')).status).toBe(401)
  },
  async litellm(agent) {
    expect(at(await card(agent), 'protocolVersion')).toBe('1.0')
    const { headers, text } = await rpc(agent.url, 'message/stream', message03('hi'))
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    const rows = text.trim().split('\n')
    expect(rows.map((row) => line(parseJson(row)))).toEqual(plain)
  },
  async 'litellm-1.0-card'(agent) {
    const match = await card(agent)
    expect([at(match, 'url'), at(match, 'supportedInterfaces', 0, 'protocolVersion')]).toEqual([
      undefined,
      '1.0',
    ])
    expect(at((await rpc(agent.url, 'SendMessage', message10('hi'))).json, 'error', 'code')).toBe(-32601)
    expect(at((await send(agent.url, 'direct')).json, 'result', 'kind')).toBe('message')
  },
  async 'java-beta'(agent) {
    const match = await card(agent)
    expect([at(match, 'url'), at(match, 'provider'), at(match, 'securitySchemes')]).toEqual([
      null,
      null,
      { sso: { openIdConnectUrl: 'https://sso.example/openid', description: null } },
    ])
    const { json } = await rpc(agent.url, 'SendMessage', message10('direct'))
    expect(at(json, 'result', 'message', 'parts', 0)).toEqual({
      text: 'direct reply',
      metadata: null,
      filename: null,
      mediaType: null,
    })
    expect(at(json, 'result', 'message', 'taskId')).toBe(null)
  },
  async 'java-0.3-rest'(agent) {
    const { status, json } = await get(`${agent.url}/v1/tasks/nope`)
    expect([status, json]).toEqual([
      404,
      { error: 'io.a2a.spec.TaskNotFoundError', message: 'Task not found' },
    ])
    const stream = await fetch(`${agent.url}/v1/tasks/nope:subscribe`)
    expect([stream.status, stream.headers.get('content-type'), await stream.text()]).toEqual([
      200,
      'text/event-stream',
      'data: {"error":"io.a2a.spec.TaskNotFoundError","message":"Task not found"}\n\n',
    ])
  },
  async 'dotnet-0.3'(agent) {
    const { status, headers, json } = await get(`${agent.url}/v1/tasks/nope`)
    expect([status, headers.get('content-type'), at(json, 'detail')]).toEqual([
      404,
      'application/problem+json',
      'Task not found',
    ])
  },
  async agno(agent) {
    const match = await card(agent)
    expect([at(match, 'url'), at(match, 'additionalInterfaces')]).toEqual([
      `${agent.url}/v1/message:stream`,
      null,
    ])
    expect(await told(`${agent.url}/v1/message:stream`, 'hi', '0.3')).toEqual(plain)
  },
  async voltagent(agent) {
    expect(at(await card(agent), 'url')).toBe('/.well-known/volt/agent-card.json')
    expect(at(await card(agent, '/.well-known/volt/agent-card.json'), 'name')).toBe('voltagent')
    expect(await told(`${agent.url}/a2a/volt`, 'hi', '0.3')).toEqual(plain)
  },
  async 'relative-url'(agent) {
    const url = new URL(String(at(await card(agent), 'url')), agent.url)
    expect(await told(url.href, 'hi', '0.3')).toEqual(plain)
  },
  async 'docker-agent'(agent) {
    expect(at(await card(agent), 'url')).toBe(`http://[::]:${port(agent)}/invoke`)
    expect(await told(`${agent.url}/invoke`, 'hi', '0.3')).toEqual(plain)
  },
  async kagent(agent) {
    expect((await get(`${agent.url}${wellKnown}`)).status).toBe(404)
    expect(at(await card(agent, '/.well-known/agent.json'), 'url')).toBe(`${agent.url}/`)
  },
  async trpc(agent) {
    const url = String(at(await card(agent), 'url'))
    const moved = await send(url, 'hi')
    expect([moved.status, moved.headers.get('location')]).toEqual([307, '/a2a/'])
    expect(await told(`${url}/`, 'hi', '0.3')).toEqual(plain)
  },
  async ag2(agent) {
    expect((await told(agent.url, 'hi', '0.3'))[2]).toBe('append a1 "chunk0"')
  },
  async strands(agent) {
    expect(await told(agent.url, 'hi', '0.3')).toEqual([
      'task submitted',
      'status working "working"',
      'status working "chunk0"',
      'status working "chunk1"',
      'artifact agent_response "chunk0|chunk1" last',
      'status completed final',
    ])
  },
  async 'python-a2a'(agent) {
    const match = await card(agent)
    expect([at(match, 'url'), at(match, 'capabilities', 'parts_array_format')]).toEqual([null, true])
    const { json } = await send(agent.url, 'direct', { parts: [{ type: 'text', text: 'direct' }] })
    expect(at(json, 'result', 'parts')).toEqual([{ type: 'text', text: 'direct reply' }])
  },
  async solace(agent) {
    const message = { role: 'user', parts: [{ type: 'text', text: 'hi' }] }
    const { json } = await rpc(agent.url, 'tasks/send', { id: 'mine', message })
    expect([at(json, 'result', 'id'), at(json, 'result', 'status', 'state')]).toEqual(['mine', 'completed'])
  },
  async praisonai(agent) {
    const { json } = await send(agent.url, 'direct', { parts: [{ text: 'direct' }] })
    expect(at(json, 'result', 'parts')).toEqual([{ text: 'direct reply' }])
  },
  async cogdepot(agent) {
    const old = await send(agent.url, 'fail')
    const recent = await rpc(agent.url, 'SendMessage', {
      ...message10('fail'),
      configuration: { blocking: true },
    })
    expect([
      at(old.json, 'result', 'status', 'state'),
      at(recent.json, 'result', 'task', 'status', 'state'),
    ]).toEqual(['TASK_STATE_FAILED', 'TASK_STATE_FAILED'])
  },
  async vellum(agent) {
    const match = await card(agent)
    expect([
      at(match, 'protocol_version'),
      at(match, 'default_input_modes'),
      at(match, 'protocolVersion'),
    ]).toEqual(['0.3.0', ['*/*'], undefined])
  },
  async agentstack(agent) {
    const refused = await rpc(agent.url, 'tasks/get', { id: 'nope' })
    expect([refused.status, refused.text]).toEqual([422, '{"detail":"Task not found"}'])
    const { text } = await rpc(agent.url, 'message/stream', message03('hi'))
    expect(sseData(text).map((data) => at(parseJson(data), 'id'))).toEqual(plain.map(() => undefined))
  },
  async zeph(agent) {
    const match = await card(agent)
    expect([at(match, 'name'), at(match, 'protocolVersion')]).toEqual(['zeph', undefined])
  },
}

describe('the agents that stand for other implementations', () => {
  it('are all described here', () => {
    expect(Object.keys(checks).sort()).toEqual(implementationAgents.map(({ name }) => name).sort())
  })

  it.each(Object.entries(checks))('%s', async (name, check) => {
    const agent = await namedAgent(name).start()
    try {
      await check(agent)
    } finally {
      await agent.close()
    }
  })
})
