// `parley mock`: a session answers again as its agent did, until it is stopped.

import { oneLine } from '#shared/checks/reports/escape.ts'
import { mockPaces } from '#shared/contract/mock-agents.ts'
import { formatCount } from '#shared/format-count.ts'
import { untilStopped } from '../ending.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { withSession } from '../sessions/session-text.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'

export function runMock(call: VerbCall): Promise<number> {
  const pace = mockPaces.find((each) => each === call.flags['pace']) ?? 'shortened'
  const serve: Parameters<typeof withSession>[1] = async ({ engine, session, signal, output }) => {
    const asked = call.flags['agent']
    const [agent, ...others] = session.agents.filter(
      ({ id, name }) => asked === undefined || id === asked || name === asked,
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
