// Runs an SDK's client, each operation once without and once through a tap, and compares its results, the agent's requests, and
// the record.

import { openWindow } from '#testing/engine/open-window.ts'
import type { Environment } from '../environments/needs.ts'
import { type RunningServer, startServer } from '../server-process.ts'
import { reason } from '../verdict.ts'
import { clientRun, type Recorded } from './client-run.ts'
import { type Compared, compared } from './compared.ts'
import { openGrpcRecorder } from './grpc-recorder.ts'
import { onRecord } from './on-record.ts'
import { programOf } from './programs.ts'
import { openRecorder } from './recorder.ts'
import { requestsIn } from './requests-in.ts'
import type { TappedClient } from './tapped-client.ts'

export interface ClientResult {
  readonly client: TappedClient
  /** Absent when it ran. */
  readonly unavailable?: string
  readonly bindings: ReadonlyMap<string, BindingResult>
}

interface BindingResult extends Compared {
  readonly exchanges: number
  /** Rules broken by the recorded calls. */
  readonly findings: readonly string[]
  /** Problems, one sentence each. */
  readonly problems: readonly string[]
}

export async function runClient(client: TappedClient, cache: string): Promise<ClientResult> {
  const nothing = { client, bindings: new Map<string, BindingResult>() }
  try {
    const program = await programOf(client, 'client', cache)
    const server = await startServer(await programOf(client, 'server', cache), client.flags ?? [])
    const recorder = await recordersFor(server)
    try {
      const bindings = new Map<string, BindingResult>()
      for (const binding of client.bindings)
        bindings.set(binding, await runBinding(client, binding, { program, recorder }))
      return { client, bindings }
    } finally {
      recorder.close()
      await server.close()
    }
  } catch (error) {
    return { ...nothing, unavailable: reason(error) }
  }
}

/** For both of the agent's ports. */
async function recordersFor({ origin, secondOrigin }: RunningServer): Promise<Recorders> {
  const [port, grpcPort] = [origin, secondOrigin].map((each) => Number(new URL(each).port))
  const renamed = new Map<number, number>()
  const http = await openRecorder(port ?? 0, renamed)
  const grpc = await openGrpcRecorder(grpcPort ?? 0)
  renamed.set(port ?? 0, http.port).set(grpcPort ?? 0, grpc.port)
  return {
    ports: [http.port, grpc.port],
    take: () => [...requestsIn(http.take()), ...grpc.take()],
    close() {
      http.close()
      grpc.close()
    },
  }
}

interface Recorders extends Recorded {
  readonly ports: readonly [http: number, grpc: number]
  close(): void
}

interface Place {
  readonly program: Environment
  readonly recorder: Recorders
}

async function runBinding(
  client: TappedClient,
  binding: string,
  { program, recorder }: Place,
): Promise<BindingResult> {
  const window = await openWindow()
  try {
    const direct = await clientRun(program, binding, recorder.ports, recorder)
    const agentId = await window.idOf(`http://127.0.0.1:${recorder.ports[0]}`)
    const tap = await window.client.taps.start({ agentId })
    const tapped = await clientRun(program, binding, [Number(new URL(tap.address).port)], recorder)
    const outcome = compared(direct, tapped)
    const { exchanges, findings, problems } = await onRecord(window, agentId, tapped)
    const strange = findings.filter((rule) => !client.findings?.includes(rule))
    return {
      ...outcome,
      exchanges,
      findings,
      problems: [
        ...[...outcome.operations].flatMap(([name, text]) =>
          text === undefined ? [] : [`${name}: ${text}`],
        ),
        ...outcome.requestProblems,
        ...problems,
        ...strange.map((rule) => `${rule} is found in what went through the tap.`),
      ],
    }
  } finally {
    await window.close()
  }
}
