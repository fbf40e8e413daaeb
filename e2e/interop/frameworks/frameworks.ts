// Every framework of the run: package, exact version, addresses that a user would type, and expected failures.

import type { Needs } from '../environments/needs.ts'
import type { Framework } from './framework-table.ts'
import {
  adkWhole,
  agentFramework,
  agentFrameworkWhole,
  agentstack,
  agno,
  crewai,
  kagent,
  langgraph,
  mastra,
  pydanticAi,
  strands,
  voltagent,
} from './known.ts'

const uvicorn = ['uvicorn', '0.54.0'] as const
const python = (...packages: Needs['packages']): Needs => ({ kind: 'venv', packages })
const npm = (...packages: Needs['packages']): Needs => ({ kind: 'npm', packages })
const assistant = '340e883e-dab0-5260-864b-14095ce7ece5'

const adk = {
  sources: ['adk', 'adk-model', 'lisbon-python'],
  needs: python(['google-adk[a2a]', '2.13.0'], ['a2a-sdk', '1.3.0'], uvicorn),
  ways: ['1.0 JSONRPC'],
  tells: { send: ['called', 'result'], stream: ['called', 'result'] },
  waits: true,
} as const
const strandsAgents = {
  sources: ['strands', 'lisbon-python'],
  needs: python(['strands-agents[a2a]', '1.62.0'], ['a2a-sdk', '0.3.26'], uvicorn),
  ways: ['0.3 JSONRPC'],
  known: strands,
} as const
const microsoft = {
  sources: ['agent-framework', 'lisbon-python'],
  needs: python(
    ['agent-framework-core', '1.23.0'],
    ['agent-framework-a2a', '1.0.0b261022'],
    ['a2a-sdk[http-server]', '1.3.0'],
    uvicorn,
  ),
  ways: ['1.0 JSONRPC'],
} as const

export const frameworks: readonly Framework[] = [
  { name: 'google-adk 2.13.0', capture: 'adk', ...adk, known: adkWhole },
  { name: 'google-adk 2.13.0, the model streams', capture: 'adk-sse', ...adk, flags: ['sse'] },
  {
    name: 'kagent-adk 0.10.4',
    capture: 'kagent',
    sources: ['kagent', 'adk-model', 'lisbon-python'],
    // pip finds no compatible versions of these by itself.
    needs: python(
      ['kagent-adk', '0.10.4'],
      ['kagent-core', '0.10.4'],
      ['kagent-skills', '0.10.4'],
      ['agentsts-adk', '0.10.4'],
      ['agentsts-core', '0.10.4'],
      ['google-adk', '1.39.1'],
      ['a2a-sdk', '0.3.26'],
      ['opentelemetry-sdk', '1.38.0'],
      ['opentelemetry-instrumentation-fastapi', '0.59b0'],
      ['opentelemetry-instrumentation-httpx', '0.59b0'],
      uvicorn,
    ),
    ways: ['0.3 JSONRPC'],
    tells: { send: ['called', 'result'], stream: ['called', 'result'] },
    waits: true,
    known: kagent,
  },
  {
    name: 'pydantic-ai 2.68.0',
    capture: 'pydantic-ai',
    sources: ['pydantic-ai', 'lisbon-python'],
    needs: python(['pydantic-ai-slim', '2.68.0'], ['fasta2a', '2.1.1'], uvicorn),
    ways: ['1.0 JSONRPC'],
    known: pydanticAi,
  },
  { name: 'strands-agents 1.62.0', capture: 'strands', ...strandsAgents },
  {
    name: 'strands-agents 1.62.0, compliant streaming',
    capture: 'strands-compliant',
    ...strandsAgents,
    flags: ['compliant'],
  },
  {
    name: 'agno 3.1.10',
    capture: 'agno',
    sources: ['agno', 'lisbon-python'],
    needs: python(['agno[os,a2a]', '3.1.10'], ['a2a-sdk', '0.3.26'], uvicorn),
    paths: ['/a2a/agents/lisbon'],
    tells: { send: [], stream: ['called', 'finished'] },
    ways: ['0.3 JSONRPC'],
    known: agno,
  },
  {
    name: 'agentstack-sdk 0.7.1',
    capture: 'agentstack',
    sources: ['agentstack', 'lisbon-python'],
    // It sets no upper bound for these two, and does not start with their newest versions.
    needs: python(['agentstack-sdk', '0.7.1'], ['fastapi', '0.135.0'], ['mcp', '1.30.0']),
    paths: ['/jsonrpc/'],
    tells: { send: ['step', 'step'], stream: ['step', 'step'] },
    ways: ['0.3 HTTP+JSON', '0.3 JSONRPC'],
    known: agentstack,
  },
  {
    name: 'langgraph-api 0.16.7',
    capture: 'langgraph',
    sources: ['langgraph', 'lisbon-python'],
    needs: python(['langgraph-api', '0.16.7'], ['langgraph-runtime-inmem', '0.36.7']),
    paths: [
      `/.well-known/agent-card.json?assistant_id=${assistant}`,
      `/a2a/${assistant}`,
      `/?assistant_id=${assistant}`,
    ],
    ways: ['1.0 JSONRPC'],
    unnamed: ['0.3'],
    tells: { send: ['result'], stream: ['result'] },
    known: langgraph,
  },
  {
    name: 'crewai 1.15.30',
    capture: 'crewai',
    sources: ['crewai', 'lisbon-python'],
    needs: python(['crewai[a2a]', '1.15.30'], ['a2a-sdk', '0.3.26'], uvicorn),
    ways: ['0.3 JSONRPC'],
    known: crewai,
  },
  { name: 'agent-framework 1.23.0', capture: 'agent-framework', ...microsoft, known: agentFrameworkWhole },
  {
    name: 'agent-framework 1.23.0, streaming',
    capture: 'agent-framework-sse',
    ...microsoft,
    flags: ['stream'],
    known: agentFramework,
  },
  {
    name: 'mastra 1.71.0',
    capture: 'mastra',
    sources: ['mastra', 'lisbon-js'],
    needs: npm(
      ['@mastra/core', '1.71.0'],
      ['@mastra/hono', '1.7.9'],
      ['@hono/node-server', '1.19.19'],
      ['hono', '4.13.19'],
      ['zod', '4.6.7'],
    ),
    tells: { send: ['called', 'result'], stream: [] },
    paths: ['/api', '/api/a2a/lisbon', '/api/.well-known/lisbon/agent-card.json'],
    ways: ['0.3 JSONRPC'],
    known: mastra,
  },
  {
    name: 'voltagent 2.10.0',
    capture: 'voltagent',
    sources: ['voltagent', 'lisbon-js'],
    needs: npm(
      ['@voltagent/core', '2.10.0'],
      ['@voltagent/a2a-server', '2.0.3'],
      ['@voltagent/server-hono', '2.0.14'],
      ['ai', '6.0.324'],
      ['zod', '3.25.76'],
    ),
    paths: ['/a2a/lisbon', '/.well-known/lisbon/agent-card.json'],
    ways: ['0.x JSONRPC'],
    known: voltagent,
  },
]
