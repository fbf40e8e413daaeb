import type { SecretState } from '#shared/contract/access.ts'
import type { HostCapabilities } from '#shared/contract/host.ts'

/** Where secrets are stored; completes "kept". */
export const keptWords: Readonly<Record<HostCapabilities['secretStore'], string>> = {
  'os-vault': 'encrypted with a key in the system’s keyring',
  memory: 'in memory until Parley quits',
}

/** Shown below a field for a secret. */
export function stateSentence(state: SecretState): string | undefined {
  if (state.state === 'not-set') return undefined
  switch (state.where) {
    case 'os-vault':
    case 'memory':
      return `Set, kept ${keptWords[state.where]}. Leave empty to keep it.`
    case 'environment':
      return state.present
        ? `Read from the variable ${state.variable}. Leave empty to keep it.`
        : `The variable ${state.variable} isn’t set: nothing is sent.`
  }
}
