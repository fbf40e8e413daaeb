// `parley push set`, `list` and `delete`.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { Result } from '#shared/a2a/dialect.ts'
import type { PushConfig } from '#shared/a2a/model.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { hearCall, resultOfCall } from '../call/run-call.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { withEnvironment } from '../flags.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { type AgentRun, withAgent } from '../with-agent.ts'

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
      engine.push.desk.elsewhere(agent.id, { kind: 'push-create', taskId, config }, signal),
    (result) => (result.kind === 'push-config' ? [result.config] : undefined),
  )
}

export function listConfigs(call: VerbCall): Promise<number> {
  const [, taskId = ''] = call.operands
  return withResult(
    call,
    ({ engine, agent, signal }) => engine.push.desk.list({ agentId: agent.id, taskId }, signal),
    (result) => (result.kind === 'push-configs' ? result.page.configs : undefined),
  )
}

export function deleteConfig(call: VerbCall): Promise<number> {
  const [, taskId = '', configId = ''] = call.operands
  return withAgent(call, async (run) => {
    const { engine, agent, signal } = run
    const operation = { kind: 'push-delete', taskId, configId } as const
    await hearCall(
      run,
      () => engine.push.desk.elsewhere(agent.id, operation, signal),
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
    output.data(agentSideOf('1.0').encodeResult(result), () => configs.map(configText).join('\n'))
    if (configs.length === 0) output.note('No webhooks.')
    return verbExitCodes.done
  })
}

function configText({ id, url }: PushConfig): string {
  return `${oneLine(id ?? '-')}  ${oneLine(url)}`
}
