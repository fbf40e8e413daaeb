// Agents that write their own spans by OpenTelemetry, following their guides, and send them to Parley.

import type { Needs } from '../environments/needs.ts'
import type { Subject } from '../server-table.ts'

export interface SpanAgent extends Subject {
  readonly how: string
  readonly env?: Readonly<Record<string, string>>
  /** Names of spans that must be below a call, outermost first. */
  readonly spans: readonly string[]
  /** Why its spans are in a trace of their own. */
  readonly apart?: string
}

const opentelemetry = (version: string, instrumentation: string): Needs['packages'] => [
  ['opentelemetry-distro', instrumentation],
  ['opentelemetry-exporter-otlp', version],
  ['opentelemetry-instrumentation-starlette', instrumentation],
]
const uvicorn = ['uvicorn', '0.54.0'] as const

/** Started by OpenTelemetry’s own command, which enables instrumentations. */
export function instrumented(...packages: Needs['packages']): Needs {
  return instrumentedBy(opentelemetry('1.45.1', '0.66b1'), packages)
}

function instrumentedBy(by: Needs['packages'], packages: Needs['packages']): Needs {
  return { kind: 'venv', program: 'opentelemetry-instrument', packages: [...packages, uvicorn, ...by] }
}

const a2aPython = {
  sources: ['python-1', 'python'],
  needs: instrumented(['a2a-sdk[http-server,grpc,telemetry]', '1.3.0']),
} as const

export const spanAgents: readonly SpanAgent[] = [
  {
    name: 'a2a-python 1.3.0',
    how: 'its extra `telemetry`, started by `opentelemetry-instrument` with the instrumentation of Starlette',
    ...a2aPython,
    spans: ['POST /rpc'],
  },
  {
    name: 'a2a-python 1.3.0, its own telemetry alone',
    how: 'the same without the instrumentation of Starlette',
    ...a2aPython,
    env: { OTEL_PYTHON_DISABLED_INSTRUMENTATIONS: 'starlette,asgi' },
    spans: [],
    apart:
      'The SDK’s own spans don’t read the header of a request; an instrumentation of the web framework does.',
  },
  {
    name: 'google-adk 2.13.0',
    how: 'its own spans, started by `opentelemetry-instrument` with the instrumentation of Starlette',
    sources: ['adk', 'adk-model', 'lisbon-python'],
    // It requires an SDK below 1.45.
    needs: instrumentedBy(opentelemetry('1.44.0', '0.65b0'), [
      ['google-adk[a2a]', '2.13.0'],
      ['a2a-sdk', '1.3.0'],
    ]),
    spans: ['POST /', 'invoke_agent lisbon', 'generate_content fake'],
  },
  {
    name: 'pydantic-ai 2.68.0',
    how: '`Agent.instrument_all()`, started by `opentelemetry-instrument` with the instrumentation of Starlette',
    sources: ['pydantic-ai', 'lisbon-python'],
    needs: instrumented(['pydantic-ai-slim', '2.68.0'], ['fasta2a', '2.1.1']),
    flags: ['instrument'],
    spans: ['POST /', 'invoke_agent lisbon', 'chat function:whole:streamed'],
  },
]
