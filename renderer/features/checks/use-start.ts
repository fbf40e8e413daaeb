import type { Way } from '#shared/checks/run.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { useEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { seenWhole, useChecks, type WantedChecks } from '../../state/checks.ts'
import { runningOf, useRunsChanged } from './use-runs.ts'

export interface Start extends WantedChecks {
  /** Only these. */
  readonly tests?: readonly string[]
  /** In place of `ways`: an interface of an earlier run, which the agent may list elsewhere now. */
  readonly over?: Way | undefined
}

/** Starts a run and shows it; where one of this agent goes on, that is shown. */
export function useStart(): (agentId: string, wanted: Start) => Promise<void> {
  const { client } = useEngine()
  const runsChanged = useRunsChanged()
  return async (agentId, wanted) => {
    const { change } = useChecks.getState()
    change(agentId, { isStarting: true, problem: undefined })
    try {
      const running = runningOf(await client.checks.runs({ agentId }))
      const { sessionId } = running ?? (await begin(client, agentId, wanted))
      change(agentId, { ...seenWhole, view: 'result', sessionId, isStarting: false })
    } catch (error) {
      change(agentId, { isStarting: false, problem: messageOf(error) })
    }
    runsChanged()
  }
}

async function begin(client: EngineClient, agentId: string, wanted: Start) {
  const { suites, levels, tests, active, over } = wanted
  const ways = over ? [await indexOf(client, agentId, over)] : wanted.ways
  return client.checks.start({
    agentId,
    ...(suites && { suites: [...suites] }),
    ...(levels && { levels: [...levels] }),
    ...(ways && { ways: [...ways] }),
    ...(tests && { tests: [...tests] }),
    ...(active === true && { active }),
  })
}

async function indexOf(client: EngineClient, agentId: string, over: Way): Promise<number> {
  const { ways } = await client.checks.plan({ agentId, tests: [] })
  const alike = ways.findIndex(({ dialect, binding }) => dialect === over.dialect && binding === over.binding)
  const same = ways.findIndex(
    ({ dialect, binding, url }) => dialect === over.dialect && binding === over.binding && url === over.url,
  )
  const index = same < 0 ? alike : same
  if (index < 0) throw new Error('The agent no longer has the interface of this run.')
  return index
}
