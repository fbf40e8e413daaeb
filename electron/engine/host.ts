import type { CommandId } from '#shared/commands.ts'
import type { HostCapabilities, MenuOffer } from '#shared/contract/host.ts'
import type { SecretStore } from './access/secret-store.ts'
import type { Updater } from './updates.ts'

/** What the engine's surroundings do for a window. Each front brings its own. */
export interface Host {
  readonly capabilities: HostCapabilities
  /** Where `capabilities.secretStore` says. */
  readonly secrets: SecretStore
  /** Where Parley can be updated from within. */
  readonly updater?: Updater
  /** Opens an http or https link in the user's browser after asking. Only called where `opensLinks` is true. */
  openLink(url: string): Promise<{ readonly opened: boolean }>
  /** Commands chosen in the native menu while the window listens. */
  menuCommands(signal: AbortSignal): AsyncGenerator<CommandId>
  /** The commands that can run now, and the keys the user chose, for the native menu. */
  offerCommands(offer: MenuOffer): void
}

export function platformName(platform: NodeJS.Platform): HostCapabilities['platform'] {
  return platform === 'darwin' || platform === 'linux' || platform === 'win32' ? platform : 'other'
}
