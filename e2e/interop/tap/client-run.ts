import type { Environment } from '../environments/needs.ts'
import { runProgram } from './programs.ts'
import type { Recorder } from './recorder.ts'
import { requestsIn, type SentRequest } from './requests-in.ts'

/** What one run of a client printed, and what the agent got meanwhile. */
export interface ClientRun {
  /** A line for each operation. */
  readonly lines: readonly string[]
  readonly requests: readonly SentRequest[]
  /** Where the agent was reached. */
  readonly port: number
}

export async function clientRun(
  client: Environment,
  binding: string,
  port: number,
  recorder: Recorder,
): Promise<ClientRun> {
  recorder.take()
  const said = await runProgram(client, [`http://127.0.0.1:${port}`, binding])
  const lines = said.split('\n').filter((line) => line.startsWith('{"operation"'))
  return { lines, requests: requestsIn(recorder.take()), port }
}
