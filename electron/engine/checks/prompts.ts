import { join } from 'node:path'
import { z } from 'zod'
import { memberOf } from '#shared/a2a/json-kinds.ts'
import { type Prompts, promptsSchema } from '#shared/checks/behaviors.ts'
import { withMember, withoutMember } from '../platform/json.ts'
import { openJsonFile } from '../platform/json-files.ts'

// Prompts with which Parley’s demo agent does what tests need.

const trip = 'Three days in Lisbon for two, by train where possible'
const flood = { prompt: 'Flood me with 20 events' }
const fares = { prompt: 'Watch the fares to Lisbon' }
export const demoPrompts: Prompts = {
  'tck-complete-task': flood,
  'tck-message-response': { prompt: 'Hello' },
  'tck-artifact-text': flood,
  'tck-artifact-file': { prompt: trip },
  'tck-artifact-file-url': { prompt: trip },
  'tck-artifact-data': { prompt: trip },
  'tck-input-required': { prompt: 'Book a train to Porto' },
  'tck-multi-turn': { prompt: 'Book a train to Porto', answer: 'two, second class' },
  'tck-auth-required': { prompt: 'Charge the tickets to my travel account' },
  'tck-long-running': fares,
  'tck-cancel': fares,
  'tck-stream-basic': flood,
  'tck-stream-chunked': flood,
  'tck-task-failure': { prompt: 'Book a ferry to Atlantis' },
  'tck-reject-task': { prompt: 'Plan a weekend on the Moon' },
}

/** The prompts of each agent that trigger the behaviors of suites. */
export type AgentPrompts = Awaited<ReturnType<typeof openAgentPrompts>>

/** `isDemo` identifies the demo agent, which has default prompts. */
export async function openAgentPrompts(dataDir: string, isDemo: (agentId: string) => boolean) {
  const file = await openJsonFile(join(dataDir, 'checks.json'), z.record(z.string(), promptsSchema), {})
  return {
    of: (agentId: string): Prompts => memberOf(file.value(), agentId) ?? (isDemo(agentId) ? demoPrompts : {}),
    async set(agentId: string, prompts: Prompts): Promise<Prompts> {
      await file.write(withMember(file.value(), agentId, prompts))
      return prompts
    },
    async forgetAgent(agentId: string): Promise<void> {
      await file.write(withoutMember(file.value(), agentId))
    },
  }
}
