/** Exit codes of verbs that call an agent. */
export const agentExitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'],
  [1, 'failed, or the agent returned an error'],
  [2, 'wrong usage'],
  [3, 'the agent couldn’t be reached, or has no card'],
  [4, 'the agent requires credentials, or refused them'],
  [5, 'timed out'],
  [130, 'interrupted'],
]
