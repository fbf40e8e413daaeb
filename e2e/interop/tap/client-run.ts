import type { Environment } from '../environments/needs.ts'
import { runProgram } from './programs.ts'
import type { SentRequest } from './requests-in.ts'

/** The output of one run of a client, and the agent's requests meanwhile. */
export interface ClientRun {
  /** One line per operation. */
  readonly lines: readonly string[]
  readonly requests: readonly SentRequest[]
  /** Ports at which the agent was reached. */
  readonly ports: readonly number[]
}

/** Requests to the agent since the last call, over any binding. */
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
