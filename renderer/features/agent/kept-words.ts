import type { HostCapabilities } from '#shared/contract/host.ts'

/** Where secrets lie, as it goes on after "kept". */
export const keptWords: Readonly<Record<HostCapabilities['secretStore'], string>> = {
  'os-vault': 'encrypted with a key in the system’s keyring',
  memory: 'in memory until Parley ends',
}
