import { untilStopped } from '../ending.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { printExchanges } from '../print-exchanges.ts'
import { sessionSum } from '../sessions/session-text.ts'
import type { VerbCall } from '../verb.ts'
import { type AgentRun, withAgent } from '../with-agent.ts'

// `parley record`: reads the agent's card, starts the webhook receiver, and records and prints exchanges until it is stopped.

export function recordAgent(call: VerbCall): Promise<number> {
  return withAgent(
    call,
    async (run) => {
      const { output } = run
      const { sessions, push } = run.engine
      const sessionId = sessions.currentSession()
      const webhook = await listen(run, call.flags['reach'] === 'all')
      output.line({ sessionId, webhook: webhook.url }, () => `Webhook  ${webhook.url}`)
      output.note('Recording. What is called there is answered with 200 and kept. Ctrl+C ends it.')
      try {
        await printExchanges(run, sessionId)
        await untilStopped(run.signal)
      } finally {
        await push.forget({ configId: webhook.id })
        await push.receiver.stop()
      }
      const { line, text } = sessionSum((await sessions.recording()).session ?? sessions.view(sessionId))
      output.line(line, text)
      return verbExitCodes.done
    },
    { untilStopped: true },
  )
}

/** Starts the receiver on an address with an unguessable path, for push configurations. */
async function listen({ engine: { push }, agent }: AgentRun, everywhere: boolean) {
  const { settings } = push.receiver.state()
  const reach = everywhere ? ({ kind: 'all' } as const) : settings.reach
  const { problem } = await push.receiver.start({ ...settings, reach })
  if (problem !== undefined) throw new Failure('failed', problem)
  return push.configs.prepare({ agentId: agent.id, options: { token: { kind: 'none' } } })
}
