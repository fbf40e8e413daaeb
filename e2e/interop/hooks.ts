// Parley's own webhook receiver for the agents of one server: their calls are verified, judged and recorded as in the app.

import { createOwnPorts } from '#engine/platform/net.ts'
import { createConfigurations, hookUrl, openReceiverFile } from '#engine/receiver/configurations.ts'
import { createProof, madeSecret } from '#engine/receiver/proof.ts'
import { createReceiver } from '#engine/receiver/receiver.ts'
import { usualPlan } from '#engine/receiver/response-plan.ts'
import type { SessionRecord } from '#engine/store/record.ts'
import type { Judge } from '#engine/wire/reading.ts'
import type { Wire } from '#engine/wire/wire.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { WebhookEntry } from '#shared/record/entry.ts'
import { present } from './verdict.ts'

export interface Hook {
  readonly url: string
  readonly token: string
  /** Its calls in order of arrival; does not end. */
  calls(): AsyncGenerator<WebhookEntry>
}

export interface Hooks {
  open(agentConfigId: string, dialect: DialectId): Promise<Hook>
  close(): Promise<void>
}

interface HooksDeps {
  readonly dataDir: string
  readonly wire: Wire
  readonly record: SessionRecord
  readonly judge: Judge
  readonly sessionId: string
}

export async function openHooks({ dataDir, wire, record, judge, sessionId }: HooksDeps): Promise<Hooks> {
  const file = await openReceiverFile(dataDir)
  const configurations = createConfigurations(file)
  const receiver = createReceiver({
    ...{ wire, record, judge, file, configurations },
    currentSession: () => sessionId,
    ownPorts: createOwnPorts(),
  })
  const { listening } = await receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  const { address, port } = present(listening, 'port the receiver could listen on')
  let closed = false

  async function* callsOf(configId: string): AsyncGenerator<WebhookEntry> {
    for (let after = 0; !closed; ) {
      const page = await record.read({ after, waitMs: 1_000, filter: { sessionId, kinds: ['webhook'] } })
      for (const entry of page.entries)
        if (entry.kind === 'webhook' && entry.registration?.configId === configId) yield entry
      after = page.next
    }
  }

  return {
    async open(agentConfigId, dialect) {
      const [id, token, pathKey] = [crypto.randomUUID(), madeSecret(), madeSecret()]
      const url = hookUrl(`http://${address}:${port}`, pathKey)
      await configurations.add({
        id,
        agentId: 'interop',
        pathKey,
        url,
        agentConfigId,
        token: createProof(token),
        dialect,
        standing: 'confirmed',
        sentence: '',
        createdAt: Date.now(),
        calls: 0,
        plan: usualPlan,
      })
      return { url, token, calls: () => callsOf(id) }
    },
    async close() {
      closed = true
      await receiver.close()
    },
  }
}
