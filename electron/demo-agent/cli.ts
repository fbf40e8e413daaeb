import { parseArgs } from 'node:util'
import { startDemoAgent } from './start.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, 'step-ms': { type: 'string', default: '60' } },
})
const agent = await startDemoAgent({ port: Number(values.port), stepMs: Number(values['step-ms']) })
console.log(agent.url)

const stop = (): void => void agent.close()
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
