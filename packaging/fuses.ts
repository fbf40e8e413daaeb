// What Electron's program is told, before it is signed, that it shall never do again. Each is a byte in the program itself,
// read by Electron before any of our code runs. A copy of Parley can then not be used as a plain Node that carries our signature,
// nor be made to run code of others through its environment, its command line or a changed file.

import type { Configuration } from 'electron-builder'

export const fuses = {
  /** ELECTRON_RUN_AS_NODE does nothing. */
  runAsNode: false,
  /** Neither do NODE_OPTIONS and NODE_EXTRA_CA_CERTS. */
  enableNodeOptionsEnvironmentVariable: false,
  /** Neither do --inspect and its family, nor SIGUSR1. */
  enableNodeCliInspectArguments: false,
  /** Cookies on the disk are encrypted with the system's vault. */
  enableCookieEncryption: true,
  /** app.asar must have the hash that the program carries. Electron checks it on macOS and Windows. */
  enableEmbeddedAsarIntegrityValidation: true,
  /** No app folder beside app.asar is taken instead of it. */
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  /** The page is from app://parley: file:// needs no privileges. */
  grantFileProtocolExtraPrivileges: false,
} as const satisfies NonNullable<Configuration['electronFuses']>
