import { join } from 'node:path'
import { type Preferences, preferencesSchema } from '#shared/contract/preferences.ts'
import { openJsonFile } from './json-file.ts'

export interface PreferenceStore {
  read(): Preferences | null
  write(preferences: Preferences): Promise<{ readonly kept: boolean }>
}

export async function openPreferences(dataDir: string): Promise<PreferenceStore> {
  const file = await openJsonFile(join(dataDir, 'preferences.json'), preferencesSchema.nullable(), null)
  return {
    read: () => file.value(),
    async write(preferences) {
      await file.write(preferences)
      return { kept: true }
    },
  }
}
