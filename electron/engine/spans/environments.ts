import type { SpanReceiverState } from '#shared/contract/spans.ts'

/** What an agent is started with so that it sends its spans here: OpenTelemetry’s SDKs read it in all languages. */
export function environmentsOf(listening: SpanReceiverState['listening']): SpanReceiverState['environments'] {
  if (!listening) return []
  const sent = (protocol: 'http/protobuf' | 'grpc', endpoint: string) => ({
    protocol,
    variables: [
      { name: 'OTEL_TRACES_EXPORTER', value: 'otlp' },
      { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: endpoint },
      { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', value: protocol },
      // Parley takes traces only; else agents report that they can't send these.
      { name: 'OTEL_METRICS_EXPORTER', value: 'none' },
      { name: 'OTEL_LOGS_EXPORTER', value: 'none' },
    ],
  })
  return [sent('http/protobuf', listening.http), sent('grpc', listening.grpc)]
}
