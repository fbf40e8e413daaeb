// `parley push listen`.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { isSettled } from '#shared/a2a/task-states.ts'
import { createReading } from '#shared/story/reading.ts'
import { type Saying, sayUpdates } from '../call/print-updates.ts'
import { bodyTextsOf } from '../call/run-call.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { type AgentRun, withAgent } from '../with-agent.ts'

export async function listen(call: VerbCall): Promise<number> {
  const [, taskId = ''] = call.operands
  const { 'public-url': baseUrl } = call.flags
  if (typeof baseUrl === 'string' && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new WrongUsage(
      `--public-url expects an address such as https://abc.tunnel.example, not "${baseUrl}".`,
    )
  }
  return withAgent(call, async (run) => {
    const { engine, agent, signal, output } = run
    const { receiver, desk, forget } = engine.push
    const { listening, problem } = await receiver.start(receiver.state().settings)
    if (!listening) throw new Failure('failed', problem ?? 'Couldn’t start the webhook receiver.')
    const after = engine.record.latest()
    const options = typeof baseUrl === 'string' ? { baseUrl } : {}
    const config = await desk.set({ agentId: agent.id, taskId, options }, signal)
    try {
      if (config.standing === 'refused') throw new Failure('failed', config.sentence)
      output.note(`Listening at ${new URL(config.url).origin} until the task ends. Ctrl+C stops.`)
      const saying = sayUpdates(output)
      await hearWebhooks(run, config.id, after, saying)
      saying.end()
      return verbExitCodes.done
    } finally {
      if (config.standing !== 'refused') await desk.delete({ configId: config.id }).catch(() => undefined)
      await forget({ configId: config.id })
      await receiver.stop()
    }
  })
}

// Between two looks at the record, where nothing new wakes the reader; it then looks again.
const maxWebhookWaitMs = 60_000

async function hearWebhooks(
  { engine: { record }, signal }: AgentRun,
  configId: string,
  from: number,
  saying: Saying,
): Promise<void> {
  const reading = createReading({ dialectOf, bodies: bodyTextsOf(record) })
  let after = from
  while (!signal.aborted) {
    const page = await record.read({
      after,
      waitMs: maxWebhookWaitMs,
      filter: { kinds: ['webhook'] },
      signal,
    })
    after = page.next
    for (const entry of page.entries) {
      if (entry.kind !== 'webhook' || entry.registration?.configId !== configId) continue
      const answer = reading.answer(entry, undefined, undefined)
      if (answer.kind === 'result') saying.take(answer.result)
      if (isSettled(saying.task()?.state)) return
    }
  }
}
