import type { Environment } from '../environments/needs.ts'
import { runProgram } from './programs.ts'
import type { SentRequest } from './requests-in.ts'

/** What one run of a client printed, and what the agent got meanwhile. */
export interface ClientRun {
  /** A line for each operation. */
  readonly lines: readonly string[]
  readonly requests: readonly SentRequest[]
  /** Where the agent was reached. */
  readonly ports: readonly number[]
}

/** What callers sent the agent since the last time, over whichever binding. */
export interface Recorded {
  take(): readonly SentRequest[]
}

export async function clientRun(
  client: Environment,
  binding: string,
  ports: readonly [http: number, ...others: number[]],
  recorder: Recorded,
): Promise<ClientRun> {
  recorder.take()
  const program = await runProgram(client, [`http://127.0.0.1:${ports[0]}`, binding])
  const lines = program.split('\n').filter((line) => line.startsWith('{"operation"'))
  return { lines, requests: recorder.take(), ports }
}
