import type { ConnectionSettings } from './connection-settings.ts'

export const defaultConnectionSettings: ConnectionSettings = { substitutes: [], extensions: [] }
