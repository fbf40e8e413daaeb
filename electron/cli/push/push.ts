import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { Result } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { PushConfig } from '#shared/a2a/model.ts'
import { isSettled } from '#shared/a2a/task-states.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { createReading } from '#shared/story/reading.ts'
import { printUpdates, type UpdatePrinter } from '../call/print-updates.ts'
import { bodyTextsOf, resultOfCall, runCall } from '../call/run-call.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { withEnvironment } from '../flags.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { type AgentRun, withAgent } from '../with-agent.ts'

// Time-out of one read of the record, which is then repeated.
const maxWebhookWaitMs = 60_000

export function setConfig(call: VerbCall): Promise<number> {
  const [, taskId = '', url = ''] = call.operands
  if (!URL.canParse(url)) {
    throw new WrongUsage(`WEBHOOK is an address such as https://hooks.example/a2a, not "${url}".`)
  }
  const { config: id, token } = call.flags
  const config: PushConfig = {
    url,
    taskId,
    ...(typeof id === 'string' && { id }),
    ...(typeof token === 'string' && { token: withEnvironment(token, call.caller) }),
  }
  return withResult(
    call,
    ({ engine, agent, signal }) =>
      engine.push.configs.elsewhere(agent.id, { kind: 'push-create', taskId, config }, signal),
    (result) => (result.kind === 'push-config' ? [result.config] : undefined),
  )
}

export function listConfigs(call: VerbCall): Promise<number> {
  const [, taskId = ''] = call.operands
  return withResult(
    call,
    ({ engine, agent, signal }) => engine.push.configs.list({ agentId: agent.id, taskId }, signal),
    (result) => (result.kind === 'push-configs' ? result.page.configs : undefined),
  )
}

export function deleteConfig(call: VerbCall): Promise<number> {
  const [, taskId = '', configId = ''] = call.operands
  return withAgent(call, async (run) => {
    const { engine, agent, signal } = run
    const operation = { kind: 'push-delete', taskId, configId } as const
    await runCall(
      run,
      () => engine.push.configs.elsewhere(agent.id, operation, signal),
      () => undefined,
    )
    return verbExitCodes.done
  })
}

function withResult(
  call: VerbCall,
  perform: (run: AgentRun) => Promise<{ readonly exchangeId?: string }>,
  configsIn: (result: Result) => readonly PushConfig[] | undefined,
): Promise<number> {
  return withAgent(call, async (run) => {
    const { output } = run
    const { result, configs } = await resultOfCall(
      run,
      () => perform(run),
      (result) => {
        const configs = configsIn(result)
        return configs && { result, configs }
      },
      'The agent returned no push configuration.',
    )
    const lines = configs.map(({ id, url }) => `${oneLine(id ?? '-')}  ${oneLine(url)}`)
    output.data(agentSideOf('1.0').encodeResult(result), () => lines.join('\n'))
    if (configs.length === 0) output.note('No webhooks.')
    return verbExitCodes.done
  })
}

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
    const { receiver, configs, forget } = engine.push
    const { listening, problem } = await receiver.start(receiver.state().settings)
    if (!listening) throw new Failure('failed', problem ?? 'Couldn’t start the webhook receiver.')
    const after = engine.record.latest()
    const options = typeof baseUrl === 'string' ? { baseUrl } : {}
    const config = await configs.set({ agentId: agent.id, taskId, options }, signal)
    try {
      if (config.standing === 'refused') throw new Failure('failed', config.sentence)
      output.note(`Listening at ${new URL(config.url).origin} until the task ends. Ctrl+C stops.`)
      const turn = printUpdates(output)
      await receiveWebhooks(run, config.id, after, turn)
      turn.end()
      return verbExitCodes.done
    } finally {
      if (config.standing !== 'refused') await configs.delete({ configId: config.id }).catch(() => undefined)
      await forget({ configId: config.id })
      await receiver.stop()
    }
  })
}

async function receiveWebhooks(
  { engine: { record }, signal }: AgentRun,
  configId: string,
  from: number,
  turn: UpdatePrinter,
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
      if (answer.kind === 'result') turn.take(answer.result)
      if (isSettled(turn.task()?.state)) return
    }
  }
}
