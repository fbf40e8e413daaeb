/** Exit codes of verbs, documented in docs/CHECKS.md for scripts. */
export const verbExitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  unreachable: 3,
  credentials: 4,
  timeout: 5,
  interrupted: 130,
  terminated: 143,
} as const

export type StopSignal = 'SIGINT' | 'SIGTERM'
export type Ended = 'timeout' | StopSignal

export const exitCodeOfEnd = {
  timeout: verbExitCodes.timeout,
  SIGINT: verbExitCodes.interrupted,
  SIGTERM: verbExitCodes.terminated,
} as const satisfies Readonly<Record<Ended, number>>

export const agentExitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'failed, or the agent returned an error'],
  [2, 'wrong usage'],
  [3, 'the agent couldn’t be reached, or has no card'],
  [4, 'the agent requires credentials, or refused them'],
  [5, 'timed out'],
  [130, 'interrupted'],
]
