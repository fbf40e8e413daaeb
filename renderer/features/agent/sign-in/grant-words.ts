import type { Grant, SignInRun, StepName } from '#shared/contract/sign-in.ts'

export const grantNames: Readonly<Record<Grant, string>> = {
  'authorization-code': 'In the browser',
  'device-code': 'With a code, on any device',
  'client-credentials': 'As a client, without a user',
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
  'needs-client': 'A client id is needed.',
  done: 'Signed in.',
  failed: 'The sign-in failed.',
  canceled: 'Canceled.',
}
