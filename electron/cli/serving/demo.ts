// `parley demo`: the agent that ships with Parley, until it is stopped.

import { startDemoAgent } from '#demo-agent/start.ts'
import { boundConnections } from '#engine/platform/bound-connections.ts'
import { untilStopped, watchForEnd } from '../ending.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { openOutput } from '../output.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'

export async function runDemo(call: VerbCall): Promise<number> {
  const output = openOutput(call)
  const port = call.flags['port'] === undefined ? 0 : Number(call.flags['port'])
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new WrongUsage(`--port expects a number from 0 to 65535, not "${String(call.flags['port'])}".`)
  }
  const ending = watchForEnd(call.caller)
  try {
    const onServer = (server: Parameters<typeof boundConnections>[0]) => boundConnections(server)
    const agent = await startDemoAgent({ port, onServer }).catch((error: unknown) => {
      throw new Failure('failed', `The demo agent couldn't start: ${String(error)}.`, 'Try another --port.')
    })
    output.line({ url: agent.url, grpc: agent.grpcTarget }, () => agent.url)
    output.note('This is the demo agent. Ctrl+C stops it.')
    await untilStopped(ending.signal)
    await agent.close()
    return verbExitCodes.done
  } finally {
    ending.stop()
  }
}
