import type { Server } from 'node:net'
import { PROTECTED_PATH } from '#demo-agent/protected-path.ts'
import type { DemoAgent } from '#demo-agent/start.ts'
import type { Agent } from '#shared/contract/agents.ts'
import { defined } from '#shared/defined.ts'
import type { Agents } from './agents.ts'
import { boundConnections } from './platform/bound-connections.ts'

/** The agent that ships with Parley: on the port it had the last time where that is free, from the moment someone requests it. */
export function createDemo(agents: Pick<Agents, 'list' | 'demo'>, stepMs?: number) {
  let running: Promise<DemoAgent> | undefined

  const open = async (): Promise<DemoAgent> => {
    // Its SDK and servers take a fifth of a start that has no use for them.
    const { startDemoAgent } = await import('#demo-agent/start.ts')
    const before = agents.list().find(({ demo }) => demo)
    const port = Number(URL.parse(before?.address ?? '')?.port ?? 0)
    const onServer = (server: Server) => boundConnections(server)
    const options = { onServer, ...defined({ stepMs }) }
    const anywhere = () => startDemoAgent(options)
    return port === 0 ? anywhere() : startDemoAgent({ ...options, port }).catch(anywhere)
  }

  async function start({ behindSignIn = false } = {}): Promise<Agent> {
    running ??= open()
    try {
      const { url } = await running
      return await agents.demo(behindSignIn ? `${url}${PROTECTED_PATH}` : url)
    } catch (error) {
      running = undefined
      throw error
    }
  }

  return {
    /** Its entry in the list, at the address it has now. */
    start,
    /** The one that this entry is of. */
    startAgain: ({ demo }: Pick<Agent, 'demo'>): Promise<Agent> =>
      start({ behindSignIn: demo === 'protected' }),
    async close(): Promise<void> {
      const agent = await running?.catch(() => undefined)
      await agent?.close()
    },
  }
}
