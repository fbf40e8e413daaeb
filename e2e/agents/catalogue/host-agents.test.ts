import { describe, expect, it } from 'vitest'
import { get } from '../wire-client.ts'
import { namedAgent } from './catalogue.ts'
import { hostAgents } from './host-agents.ts'

/** A path of each host, with its response. */
const checks: Readonly<Record<string, readonly [path: string, status: number, text: RegExp]>> = {
  catalog: ['/.well-known/ai-catalog.json', 200, /"specVersion":"1\.0".*urn:air:kit\.example:alpha/],
  'catalog-deep': ['/.well-known/ai-catalog.json', 200, /Level 7.*Level 1.*Deep/],
  'catalog-huge': ['/.well-known/ai-catalog.json', 200, /agent-11999"/],
  assistants: ['/.well-known/agent-card.json', 422, /assistant_id/],
  mastra: ['/api/.well-known/weather/agent-card.json', 200, /"name":"Weather"/],
  'card-below-endpoint': ['/api/a2a/weather/.well-known/agent-card.json', 200, /"name":"Weather"/],
  'openapi-card': ['/openapi.json', 200, /"\/agents\/travel\/agent-card\.json"/],
  'agent-os': ['/a2a/agents/weather/.well-known/agent-card.json', 200, /"name":"Weather"/],
  'mastra-root': ['/api/agents', 200, /"weather":\{"name":"Weather"/],
  'voltagent-root': ['/agents', 200, /"success":true/],
  staff: ['/agents', 200, /James/],
  openapi: ['/openapi.json', 200, /"Pet store"/],
  mcp: ['/mcp', 406, /text\/event-stream/],
  login: ['/anything', 200, /type="password"/],
  site: ['/', 200, /<title>Acme/],
  'tls-told': ['/', 400, /HTTP request to an HTTPS server/],
}

describe('hosts', () => {
  it('are all described here, but for the one whose answer does not end', () => {
    const described = ['mcp-events', ...Object.keys(checks)].map((name) => `host-${name}`)
    expect(described.sort()).toEqual(hostAgents.map(({ name }) => name).sort())
  })

  it.each(Object.entries(checks))('host-%s', async (name, [path, status, text]) => {
    const agent = await namedAgent(`host-${name}`).start()
    try {
      const answer = await get(`${new URL(agent.url).origin}${path}`)
      expect([answer.status, text.test(answer.text)]).toEqual([status, true])
      expect((await get(`${new URL(agent.url).origin}/.well-known/agent.json`)).status).not.toBe(500)
    } finally {
      await agent.close()
    }
  })

  it('host-mcp-events begins by naming where to post', async () => {
    const agent = await namedAgent('host-mcp-events').start()
    const response = await fetch(agent.url)
    const first = await response.body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toContain('event: endpoint')
    await agent.close()
  })
})
