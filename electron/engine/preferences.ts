import { join } from 'node:path'
import { type Preferences, preferencesSchema } from '#shared/contract/preferences.ts'
import { openJsonFile } from './json-file.ts'

export interface PreferenceStore {
  read(): Preferences
  write(changes: Preferences): Promise<{ readonly kept: boolean }>
}

export async function openPreferences(dataDir: string): Promise<PreferenceStore> {
  const file = await openJsonFile(join(dataDir, 'preferences.json'), preferencesSchema, {})
  return {
    read: () => file.value(),
    async write(changes) {
      await file.write({ ...file.value(), ...changes })
      return { kept: true }
    },
  }
}
