import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { PushConfiguration } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { askForKeys } from '../discovery/signature/fetch-keys.ts'
import type { Wire } from '../wire/wire.ts'
import type { Configurations } from './configurations.ts'
import { keySetOf } from './jwt.ts'
import type { Receiver } from './receiver.ts'
import type { StoredConfig } from './stored.ts'

interface UseKeysDeps {
  readonly wire: Pick<Wire, 'request' | 'addresses'>
  readonly currentSession: () => string
  readonly configurations: Configurations
  readonly receiver: Receiver
}

/** The keys that a configuration's JWTs are held against, from now on. */
export function createUseKeys({ wire, currentSession, configurations, receiver }: UseKeysDeps) {
  async function fetched(address: string, agentId: string, signal: AbortSignal | undefined): Promise<string> {
    const sent = askForKeys(wire, {
      ...{ agentId, signal, url: address },
      sessionId: currentSession(),
      purpose: 'card',
      label: 'GET keys of notifications',
    })
    const outcome = await sent.done
    if (outcome.kind === 'failure') {
      throw new Fault('unavailable', `The keys could not be fetched. ${outcome.failure.message}`)
    }
    if (outcome.kind === 'body' && outcome.status === 200) return Buffer.from(outcome.body).toString('utf8')
    const status = outcome.kind === 'body' ? outcome.status : outcome.httpStatus
    throw new Fault('unavailable', `The address of the keys answered ${status}.`)
  }

  return async (
    { configId, keys, issuer }: Inputs['push']['useKeys'],
    signal?: AbortSignal,
  ): Promise<PushConfiguration> => {
    const config = configurations.get(configId)
    if (keys.kind === 'none') {
      const { keys: _, ...without } = config
      return receiver.view(await configurations.replace(without))
    }
    const text = keys.kind === 'text' ? keys.text : await fetched(keys.address, config.agentId, signal)
    const set = keySetOf(text)
    if (set === undefined) {
      throw new Fault(
        'bad-input',
        'That isn’t a JSON Web Key Set: an object with the member “keys” was expected.',
      )
    }
    const kept: StoredConfig['keys'] = {
      from: keys.kind === 'address' ? wire.addresses.addresses(keys.address, 'called') : 'pasted',
      text,
      count: set.keys.length,
      ...defined({ issuer }),
    }
    return receiver.view(await configurations.change(configId, { keys: kept }))
  }
}
