import { join } from 'node:path'
import { z } from 'zod'
import { type Prompts, promptsSchema } from '#shared/checks/behaviors.ts'
import { openJsonFile } from '../json-file.ts'
import { ownMember, withMember, withoutMember } from '../own-member.ts'
import { demoPrompts } from './demo-prompts.ts'

/** The prompts that bring about the behaviors of suites, of each agent. */
export type AgentPrompts = Awaited<ReturnType<typeof openAgentPrompts>>

/** `isDemo`: whose prompts are known. */
export async function openAgentPrompts(dataDir: string, isDemo: (agentId: string) => boolean) {
  const file = await openJsonFile(join(dataDir, 'checks.json'), z.record(z.string(), promptsSchema), {})
  return {
    of: (agentId: string): Prompts =>
      ownMember(file.value(), agentId) ?? (isDemo(agentId) ? demoPrompts : {}),
    async set(agentId: string, prompts: Prompts): Promise<Prompts> {
      await file.write(withMember(file.value(), agentId, prompts))
      return prompts
    },
    async forgetAgent(agentId: string): Promise<void> {
      await file.write(withoutMember(file.value(), agentId))
    },
  }
}
