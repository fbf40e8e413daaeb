// Hosts without a card at their origin: several agents, or none.

import type { JsonObject } from '#shared/a2a/model.ts'
import { reply } from '../http-server.ts'
import type { Quirk } from '../quirk.ts'
import { cardAt } from '../quirks/addresses.ts'
import {
  answersAt,
  cardType,
  catalogAt,
  catalogType,
  entry,
  json,
  loginEverywhere,
  mcpEvents,
  mcpRefusal,
  openApi,
  smallCard,
} from '../quirks/hosts.ts'
import { type NamedAgent, named } from './named-agent.ts'

const host = (name: string, does: string, address: string, ...quirks: readonly Quirk[]): NamedAgent =>
  named(`host-${name}`, '§1.2', does, { dialect: '1.0', address, quirks: [cardAt(), ...quirks] })

const catalogPath = '/.well-known/ai-catalog.json'
const langGraphCard = '/.well-known/agent-card.json'

const nested = (depth: number): JsonObject =>
  depth === 0
    ? { specVersion: '1.0', entries: [entry('deep', { data: { name: 'Deep' } })] }
    : {
        specVersion: '1.0',
        entries: [
          {
            identifier: `level-${depth}`,
            displayName: `Level ${depth}`,
            type: catalogType,
            data: nested(depth - 1),
          },
        ],
      }

export const hostAgents: readonly NamedAgent[] = [
  host(
    'catalog',
    'Lists three agents, an MCP server and another catalog',
    '',
    answersAt({
      [catalogPath]: catalogAt((place) => [
        entry('alpha', { url: '/agents/alpha.json', version: '1.0.0' }),
        entry('beta', {
          displayName: 'Beta, renamed',
          version: '9.9.9',
          url: `${place.origin}/agents/beta.json`,
        }),
        {
          ...entry('gamma', { displayName: 'Gamma', version: '2.0.0', data: smallCard('Gamma', place) }),
          mediaType: cardType,
        },
        {
          identifier: 'urn:air:kit.example:mcp:weather',
          type: 'application/mcp-server-card+json',
          url: '/mcp',
        },
        { identifier: 'more', displayName: 'More agents', type: catalogType, url: '/more.json' },
        {
          identifier: 'elsewhere',
          displayName: 'A partner',
          mediaType: catalogType,
          url: 'http://localhost:9/ai-catalog.json',
        },
        { identifier: 'nothing', type: cardType },
      ]),
      '/more.json': catalogAt((place) => [
        entry('delta', { data: smallCard('Delta', place) }),
        { identifier: 'back', displayName: 'Back again', type: catalogType, url: catalogPath },
      ]),
      '/agents/alpha.json': (_exchange, place) => json(smallCard('Alpha', place)),
      '/agents/beta.json': (_exchange, place) => json(smallCard('Beta', place)),
    }),
  ),
  host('catalog-deep', 'Nests seven catalogs', '', answersAt({ [catalogPath]: () => json(nested(7)) })),
  host(
    'catalog-huge',
    'Lists 12,000 agents',
    '',
    answersAt({
      [catalogPath]: catalogAt(() =>
        Array.from({ length: 12_000 }, (_, index) =>
          entry(`agent-${index}`, { url: `/agents/${index}.json` }),
        ),
      ),
    }),
  ),
  host(
    'assistants',
    'Has two assistants as LangGraph does, each with an id',
    '',
    answersAt({
      [langGraphCard]: ({ request }, place) => {
        const id = request.query.get('assistant_id')
        if (id === null) return json({ detail: 'Missing required query parameter: assistant_id' }, 422)
        if (id !== 'a-1' && id !== 'a-2') return json({ detail: 'Assistant not found' }, 404)
        return json(smallCard(id === 'a-1' ? 'Planner' : 'Writer', place))
      },
      'POST /assistants/search': () =>
        json([
          { assistant_id: 'a-1', graph_id: 'plan', name: 'Planner', description: 'Plans' },
          { assistant_id: 'a-2', graph_id: 'write', name: '' },
        ]),
    }),
  ),
  host(
    'mastra',
    'Keeps endpoint and card apart below a prefix: /api/a2a/ID and /api/.well-known/ID/agent-card.json',
    '/api/a2a/weather',
    answersAt({
      '/api/.well-known/weather/agent-card.json': (_exchange, place) => json(smallCard('Weather', place)),
    }),
  ),
  host(
    'card-below-endpoint',
    'Has its card below its endpoint, and nothing where it is asked for',
    '/api/.well-known/weather/agent-card.json',
    answersAt({
      '/api/a2a/weather/.well-known/agent-card.json': (_exchange, place) => json(smallCard('Weather', place)),
    }),
  ),
  host(
    'openapi-card',
    'Says in its OpenAPI document where its card is',
    '',
    answersAt({
      '/openapi.json': openApi('Travel', [
        '/health',
        '/agents/travel/agent-card.json',
        '/agents/{id}/agent-card.json',
      ]),
      '/agents/travel/agent-card.json': (_exchange, place) => json(smallCard('Travel', place)),
    }),
  ),
  host(
    'openapi',
    'Is an HTTP API',
    '',
    answersAt({ '/openapi.json': openApi('Pet store', ['/pets', '/pets/{id}']) }),
  ),
  host(
    'agent-os',
    'Lists its agents and teams and says in its OpenAPI document where the card of each is, as AgentOS does',
    '',
    answersAt({
      '/openapi.json': openApi('AgentOS', [
        '/agents',
        '/agents/{agent_id}/runs',
        '/teams',
        '/a2a/agents/{id}/.well-known/agent-card.json',
        '/a2a/teams/{id}/.well-known/agent-card.json',
        '/a2a/workflows/{id}/.well-known/agent-card.json',
      ]),
      '/agents': () =>
        json([
          { id: 'weather', name: 'Weather', description: 'Tells the weather' },
          { id: 'travel plans', name: '' },
        ]),
      '/teams': () => json([{ id: 'all', name: 'Everybody' }]),
      '/a2a/agents/weather/.well-known/agent-card.json': (_exchange, place) =>
        json(smallCard('Weather', place)),
      '/a2a/agents/travel%20plans/.well-known/agent-card.json': (_exchange, place) =>
        json(smallCard('Travel', place)),
      '/a2a/teams/all/.well-known/agent-card.json': (_exchange, place) => json(smallCard('Everybody', place)),
    }),
  ),
  host(
    'mastra-root',
    'Lists two agents by their ids below /api, as Mastra does, one of which has a card',
    '',
    answersAt({
      '/api/agents': () => json({ hidden: { name: 'Hidden' }, weather: { name: 'Weather', tools: {} } }),
      '/api/.well-known/weather/agent-card.json': (_exchange, place) => json(smallCard('Weather', place)),
    }),
  ),
  host(
    'voltagent-root',
    'Lists one agent in an envelope, as VoltAgent does',
    '',
    answersAt({
      '/agents': () => json({ success: true, data: [{ id: 'weather', name: 'Weather' }] }),
      '/.well-known/weather/agent-card.json': (_exchange, place) => json(smallCard('Weather', place)),
    }),
  ),
  host(
    'staff',
    'Lists agents that are people',
    '',
    answersAt({
      '/agents': () =>
        json([
          { id: '007', name: 'James' },
          { id: '006', name: 'Alec' },
        ]),
    }),
  ),
  host('mcp', 'Is an MCP server at /mcp', '', answersAt({ '/mcp': mcpRefusal })),
  host('mcp-events', 'Is an MCP server of the older transport', '/sse', answersAt({ '/sse': mcpEvents })),
  host('login', 'Answers everything with a login page', '', loginEverywhere),
  host(
    'site',
    'Is a web site',
    '',
    answersAt({ '/': () => reply(200, 'text/html', '<html><title>Acme</title><h1>Welcome</h1></html>') }),
  ),
  host('tls-told', 'Answers as a TLS port answers plain HTTP', '', {
    intercept: () => reply(400, 'text/plain', 'Client sent an HTTP request to an HTTPS server.\n'),
  }),
]
