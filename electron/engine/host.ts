import type { CommandId } from '#shared/commands.ts'
import type { HostCapabilities, MenuOffer } from '#shared/contract/host.ts'
import type { SecretStore } from './access/secret-store.ts'
import type { Updater } from './updates.ts'

/** Services of the front for a window. */
export interface Host {
  readonly capabilities: HostCapabilities
  /** Matches `capabilities.secretStore`. */
  readonly secrets: SecretStore
  /** If the front can update Parley. */
  readonly updater?: Updater
  /** Opens an http or https link in the user's browser with consent. Only called if `opensLinks` is true. */
  openLink(url: string): Promise<{ readonly opened: boolean }>
  /** Commands chosen in the native menu, while the window is open. */
  menuCommands(signal: AbortSignal): AsyncGenerator<CommandId>
  /** The available commands and the user's keys, for the native menu. */
  offerCommands(offer: MenuOffer): void
}

export function platformName(platform: NodeJS.Platform): HostCapabilities['platform'] {
  return platform === 'darwin' || platform === 'linux' || platform === 'win32' ? platform : 'other'
}
