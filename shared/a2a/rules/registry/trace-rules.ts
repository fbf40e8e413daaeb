import { rule } from './rule.ts'

export const traceRules = {
  'PARLEY-TRACE-001': rule({
    title: 'The trace of a call is continued',
    severity: 'info',
    section: { version: 'W3C Trace Context 1', section: '3.2' },
    meaning:
      'The request carried a `traceparent`, but the agent’s span of it begins a separate trace: what the agent does can’t be found from the call.',
    hint: 'Take the context from the request’s headers before the server’s span begins: use OpenTelemetry’s instrumentation of the HTTP or gRPC server, with the `tracecontext` propagator.',
  }),
} as const
