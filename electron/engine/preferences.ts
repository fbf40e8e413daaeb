import { join } from 'node:path'
import { z } from 'zod'
import { mutedRuleSchema } from '#shared/contract/console.ts'
import { Fault } from '#shared/contract/fault.ts'
import { preferencesSchema } from '#shared/contract/preferences.ts'
import { defined } from '#shared/defined.ts'
import { type MutedRule, mutedBy } from '#shared/record/finding-groups.ts'
import type { Handlers } from './handlers.ts'
import { openJsonFile } from './platform/json-files.ts'

export type MutedRules = Awaited<ReturnType<typeof openMutedRules>>

/** Rules muted for an agent; one more is refused with a sentence. */
const maxMutedRules = 500

const schema = z.array(mutedRuleSchema).max(maxMutedRules).readonly()

export async function openMutedRules(dataDir: string) {
  const file = await openJsonFile(join(dataDir, 'muted-rules.json'), schema, [])
  return {
    /** The same array until a rule is muted or unmuted. */
    list: file.value,
    async mute({ rule, agentId }: MutedRule, muted: boolean): Promise<void> {
      const one = { rule, ...defined({ agentId }) }
      const isThis = mutedBy([one])
      const others = file.value().filter((each) => !isThis(each))
      if (muted && others.length === maxMutedRules) throw new Fault('unsupported', tooMany)
      await file.write(muted ? [...others, one] : others)
    },
  }
}

const tooMany = `${maxMutedRules} rules are muted already. Unmute one to mute another.`

export type PreferenceStore = Awaited<ReturnType<typeof openPreferences>>

export async function openPreferences(dataDir: string) {
  const file = await openJsonFile(join(dataDir, 'preferences.json'), preferencesSchema, {})
  return {
    read: file.value,
    async write(changes) {
      await file.write({ ...file.value(), ...changes })
      return { kept: true }
    },
  } satisfies Handlers<'preferences'>
}
