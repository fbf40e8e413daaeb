// The two ports that agents send spans to: both are open, or none is.

import type { SpanReceiverSettings } from '#shared/contract/spans.ts'
import { listenProblem } from '../receiver/listen-problem.ts'
import { openOtlpGrpc } from './otlp-grpc.ts'
import { type OtlpHandlers, type OtlpPort, openOtlpHttp } from './otlp-http.ts'

interface Ports {
  readonly http: number
  readonly grpc: number
}

export interface SpanPorts extends Ports {
  close(): Promise<void>
}

/** OTLP's own. */
const usualPorts: Ports = { http: 4318, grpc: 4317 }

/** Answers why not where they can't be opened. */
export async function openSpanPorts(
  { port, grpcPort, host }: SpanReceiverSettings,
  last: Ports | undefined,
  handlers: OtlpHandlers,
): Promise<SpanPorts | string> {
  const opened: OtlpPort[] = []
  const close = async () => {
    await Promise.all(opened.map((one) => one.close()))
  }
  for (const [asked, which, server] of [
    [port, 'http', openOtlpHttp],
    [grpcPort, 'grpc', openOtlpGrpc],
  ] as const) {
    const tries = portsToTry(asked, last?.[which], usualPorts[which])
    try {
      opened.push(await firstFree(tries, (on) => server({ port: on, host }, handlers)))
    } catch (error) {
      await close()
      return listenProblem(error, { port: tries[0] ?? 0, reach: { kind: 'address', address: host } })
    }
  }
  const [http = 0, grpc = 0] = opened.map((one) => one.port)
  return { http, grpc, close }
}

/** A port that was named is that or none. */
function portsToTry(asked: number | undefined, last: number | undefined, usual: number): readonly number[] {
  if (asked !== undefined && asked !== 0) return [asked]
  return [...new Set([...(last === undefined ? [] : [last]), ...(asked === 0 ? [] : [usual]), 0])]
}

async function firstFree<T>(ports: readonly number[], open: (port: number) => Promise<T>): Promise<T> {
  const [port = 0, ...others] = ports
  try {
    return await open(port)
  } catch (error) {
    if (others.length === 0) throw error
    return firstFree(others, open)
  }
}
