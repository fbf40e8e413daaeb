import type { Server } from 'node:net'
import { PROTECTED_PATH } from '#demo-agent/protected-path.ts'
import type { DemoAgent } from '#demo-agent/start.ts'
import type { Agent } from '#shared/contract/agents.ts'
import { defined } from '#shared/defined.ts'
import type { Agents } from './agents.ts'
import { boundConnections } from './platform/bound-connections.ts'

/** The demo agent of Parley: started on demand, on the last port if that is free. */
export function createDemo(agents: Pick<Agents, 'list' | 'demo'>, stepMs?: number) {
  let running: Promise<DemoAgent> | undefined

  const open = async (): Promise<DemoAgent> => {
    // Importing its SDK and servers would take a fifth of the start.
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
    /** Returns its entry in the list, with the current address. */
    start,
    /** The one of this entry. */
    startAgain: ({ demo }: Pick<Agent, 'demo'>): Promise<Agent> =>
      start({ behindSignIn: demo === 'protected' }),
    async close(): Promise<void> {
      const agent = await running?.catch(() => undefined)
      await agent?.close()
    },
  }
}
