import type { Server } from 'node:net'
import { type DemoAgent, startDemoAgent } from '#demo-agent/start.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { Agents } from './agents.ts'
import { boundConnections } from './bound-connections.ts'

export interface Demo {
  /** Its one entry in the list, at the address it has now. */
  start(): Promise<Agent>
  close(): Promise<void>
}

/** The agent that ships with Parley: on the port it had the last time where that is free, from the moment someone asks for it. */
export function createDemo(agents: Pick<Agents, 'list' | 'demo'>): Demo {
  let running: Promise<DemoAgent> | undefined

  const open = (): Promise<DemoAgent> => {
    const before = agents.list().find(({ demo }) => demo)
    const port = Number(URL.parse(before?.address ?? '')?.port ?? 0)
    const onServer = (server: Server) => boundConnections(server)
    const anywhere = () => startDemoAgent({ onServer })
    return port === 0 ? anywhere() : startDemoAgent({ port, onServer }).catch(anywhere)
  }

  return {
    async start() {
      running ??= open()
      try {
        return await agents.demo((await running).url)
      } catch (error) {
        running = undefined
        throw error
      }
    },
    async close() {
      const agent = await running?.catch(() => undefined)
      await agent?.close()
    },
  }
}
