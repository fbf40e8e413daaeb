// `parley demo`: runs the demo agent until it is stopped.

import { startDemoAgent } from '#demo-agent/start.ts'
import { boundConnections } from '#engine/platform/bound-connections.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { mockPaces } from '#shared/contract/mock-agents.ts'
import { formatCount } from '#shared/format-count.ts'
import { untilStopped, watchForEnd } from '../ending.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { openOutput } from '../output.ts'
import { withSession } from '../sessions/session-text.ts'
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

// `parley mock`: serves the replies of a session until it is stopped.

export function runMock(call: VerbCall): Promise<number> {
  const pace = mockPaces.find((each) => each === call.flags['pace']) ?? 'shortened'
  const serve: Parameters<typeof withSession>[1] = async ({ engine, session, signal, output }) => {
    const request = call.flags['agent']
    const [agent, ...others] = session.agents.filter(
      ({ id, name }) => request === undefined || id === request || name === request,
    )
    const names = session.agents.map(({ name }) => oneLine(name)).join(', ')
    if (!agent) throw new WrongUsage(`This session has no such agent; it has: ${names}.`)
    if (others.length > 0) throw new WrongUsage(`Choose an agent with --agent: ${names}.`)
    const { mocks } = engine.sessions
    const mock = await mocks.start({ sessionId: session.id, agentId: agent.id, pace, anywhere: false })
    output.line(mock, () => mock.address)
    output.note(`This answers ${formatCount(mock.calls)} calls as ${mock.name} did. Ctrl+C stops it.`)
    await untilStopped(signal)
    await mocks.stop(mock.address)
    return verbExitCodes.done
  }
  return withSession(call, serve, true)
}
