import type { Grant, SignInRun, StepName } from '#shared/contract/sign-in.ts'

export const grantNames: Readonly<Record<Grant, string>> = {
  'authorization-code': 'Authorization code',
  'device-code': 'Device code',
  'client-credentials': 'Client credentials',
}

export const stepTitles: Readonly<Record<StepName, string>> = {
  discover: 'Discover',
  register: 'Register',
  authorize: 'Authorize',
  exchange: 'Exchange',
  use: 'Use',
  refresh: 'Refresh',
}

export const runStates: Readonly<Record<SignInRun['state'], string>> = {
  running: 'Signing in…',
  'needs-client': 'A client ID is required.',
  done: 'Signed in.',
  failed: 'The sign-in failed.',
  canceled: 'Canceled.',
}
