import { type DemoAgent, startDemoAgent } from '#demo-agent/start.ts'

export interface Demo {
  start(): Promise<{ readonly address: string }>
  close(): Promise<void>
}

/** The agent that ships with Parley, on a free port from the moment someone asks for it. */
export function createDemo(): Demo {
  let running: Promise<DemoAgent> | undefined
  return {
    async start() {
      running ??= startDemoAgent()
      try {
        return { address: (await running).url }
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
