import { join } from 'node:path'
import { preferencesSchema } from '#shared/contract/preferences.ts'
import type { Answers } from './answers.ts'
import { openJsonFile } from './json-file.ts'

export type PreferenceStore = Awaited<ReturnType<typeof openPreferences>>

export async function openPreferences(dataDir: string) {
  const file = await openJsonFile(join(dataDir, 'preferences.json'), preferencesSchema, {})
  return {
    read: file.value,
    async write(changes) {
      await file.write({ ...file.value(), ...changes })
      return { kept: true }
    },
  } satisfies Answers<'preferences'>
}
