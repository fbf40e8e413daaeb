// Stores that receive traces from Parley, and how to read them back.

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Subject } from '../server-table.ts'
import { startSubject } from '../start-subject.ts'
import { type Aspect, type SeenSpan, spansIn } from './seen-spans.ts'

export interface RunningStore {
  /** Its endpoint for OTLP over HTTP. */
  readonly endpoint: string
  read(traceId: string): Promise<readonly SeenSpan[]>
  tail(): string
  close(): Promise<void>
}

export interface Store {
  readonly name: string
  /** How it is installed and queried. */
  readonly how: string
  /** What it does not return as it was sent, and why. */
  readonly known?: Partial<Record<Aspect, string>>
  start(cache: string): Promise<RunningStore>
}

const collector: Subject = {
  name: 'OpenTelemetry Collector 0.161.0',
  sources: ['otelcol'],
  needs: {
    kind: 'go',
    packages: [
      ['go.opentelemetry.io/collector/otelcol', 'v0.161.0'],
      ['go.opentelemetry.io/collector/receiver/otlpreceiver', 'v0.161.0'],
      ['go.opentelemetry.io/collector/exporter/otlphttpexporter', 'v0.161.0'],
      ['go.opentelemetry.io/collector/confmap', 'v1.67.0'],
      ['go.opentelemetry.io/collector/confmap/provider/envprovider', 'v1.67.0'],
      ['go.opentelemetry.io/collector/confmap/provider/fileprovider', 'v1.67.0'],
      ['github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter', 'v0.161.0'],
    ],
  },
}
const jaeger: Subject = {
  name: 'Jaeger 2 (1.76.0)',
  sources: ['jaeger'],
  needs: {
    kind: 'go',
    packages: [['github.com/jaegertracing/jaeger', 'v1.76.0']],
    program: 'github.com/jaegertracing/jaeger/cmd/jaeger',
  },
}

export const stores: readonly Store[] = [
  {
    name: collector.name,
    how: 'built with the receiver of OTLP and the exporters of OTLP and files; read from the file it writes',
    async start(cache) {
      const file = join(mkdtempSync(join(tmpdir(), 'parley-otelcol-')), 'traces.jsonl')
      const { origin, ...running } = await startSubject(collector, cache, { env: { TRACES_FILE: file } })
      return { ...running, endpoint: origin, read: async (traceId) => inFile(file, traceId) }
    },
  },
  {
    name: jaeger.name,
    how: 'its own program, unmodified, with its store in memory and a placeholder for its pages; read by `/api/v3/traces/ID`',
    start: startJaeger,
  },
  {
    name: `${jaeger.name} behind the Collector of TRACES.md`,
    how: 'the configuration in [TRACES.md](TRACES.md#a-collector) as it is, but for its two addresses',
    async start(cache) {
      const behind = await startJaeger(cache)
      const config = join(mkdtempSync(join(tmpdir(), 'parley-otelcol-')), 'config.yaml')
      writeFileSync(config, documented(behind.endpoint))
      const env = { CONFIG: config, TRACES_TOKEN: 'a-token' }
      const { origin, tail, close } = await startSubject(collector, cache, { env })
      return {
        endpoint: origin,
        read: behind.read,
        tail: () => `${tail()}\n${behind.tail()}`,
        async close() {
          await close()
          await behind.close()
        },
      }
    },
  },
]

async function startJaeger(cache: string): Promise<RunningStore> {
  const { origin, secondOrigin, ...running } = await startSubject(jaeger, cache)
  return {
    ...running,
    endpoint: origin,
    async read(traceId) {
      const answer = await fetch(`${secondOrigin}/api/v3/traces/${traceId}`).catch(() => undefined)
      if (!answer?.ok) return []
      // One answer, or one per line.
      const pieces = (await answer.text()).split('\n').filter((line) => line.trim() !== '')
      return pieces.flatMap((piece) =>
        spansIn(z.object({ result: z.unknown() }).parse(JSON.parse(piece)).result),
      )
    },
  }
}

function inFile(file: string, traceId: string): readonly SeenSpan[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => spansIn(JSON.parse(line)))
    .filter((span) => span.traceId === traceId)
}

/** The configuration in the documentation. */
function documented(exportTo: string): string {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'TRACES.md'), 'utf8')
  const [, config = ''] = /^## A Collector\n[\s\S]*?```yaml\n([\s\S]*?)```/m.exec(page) ?? []
  return config
    .replace('127.0.0.1:4318', '127.0.0.1:$' + '{env:HTTP_PORT}')
    .replace('https://traces.example.com', exportTo)
}
