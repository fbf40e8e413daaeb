/** What a verb says when its process ends: documented in docs/CHECKS.md, so that scripts may rely on it. */
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
