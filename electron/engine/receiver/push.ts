// All about push notifications, put together: the receiver, its configurations, and the desk that deals with the agents.

import type { Inputs } from '#shared/contract/contract.ts'
import type { PushConfiguration, ReceiverState } from '#shared/contract/push.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { Operations } from '../operation.ts'
import type { OwnPorts } from '../own-ports.ts'
import type { SessionRecord } from '../store/record.ts'
import type { Wire } from '../wire/wire.ts'
import { createConfigurations } from './configurations.ts'
import { createDiagnosis } from './diagnosis.ts'
import { createPushDesk } from './push-desk.ts'
import { createReceiver, type ReceiverDeps } from './receiver.ts'
import { openReceiverFile } from './stored.ts'
import { createUseKeys } from './use-keys.ts'

export type Push = Awaited<ReturnType<typeof openPush>>

type Asked = Inputs['push']

interface PushDeps {
  readonly dataDir: string
  readonly wire: Wire
  readonly record: SessionRecord
  readonly judge: ReceiverDeps['judge']
  readonly currentSession: () => string
  readonly operations: Operations
  readonly discovery: DiscoveryService
  readonly ownPorts: OwnPorts
  readonly clock?: Clock
}

export async function openPush(deps: PushDeps) {
  const { dataDir, wire, record, currentSession, operations, discovery, clock = systemClock } = deps
  const file = await openReceiverFile(dataDir)
  const configurations = createConfigurations(file)
  const receiver = createReceiver({ ...deps, file, configurations, clock })
  const { mask } = wire
  const desk = createPushDesk({ configurations, receiver, operations, discovery, record, mask, clock })
  return {
    receiver,
    desk,
    configurations,
    async forget({ configId }: Asked['forget']): Promise<ReceiverState> {
      await configurations.forget(configId)
      desk.forgotten(configId)
      return receiver.state()
    },
    forgetAgent: configurations.forgetAgent,
    async answerWith({ configId, plan }: Asked['answerWith']): Promise<PushConfiguration> {
      return receiver.view(await configurations.change(configId, { plan }))
    },
    useKeys: createUseKeys({ wire, currentSession, configurations, receiver }),
    diagnose: createDiagnosis({ configurations, receiver, desk, discovery, record, clock }),
    close: receiver.close,
  }
}
