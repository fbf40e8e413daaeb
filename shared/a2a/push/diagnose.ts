// Why nothing arrived at a webhook, most likely first. From facts alone: each suspicion states how it was checked, and none
// contradicts the facts.

import type { Diagnosis, PushStanding, Suspicion } from '../../contract/push.ts'
import { defined } from '../../defined.ts'
import { shorten } from '../../shorten.ts'
import type { TaskState } from '../model.ts'
import { isNear } from '../rules/card/hosts.ts'
import { isSettled } from '../task-states.ts'

/** An error response to a call about the configuration. */
interface ReturnedError {
  readonly code?: number | undefined
  /** HTTP status, where there is no code. */
  readonly status?: number | undefined
  readonly message?: string | undefined
  readonly method: string
  /** The call sent the configuration; else it read it. */
  readonly isRegistration: boolean
  readonly exchangeId: string
}

export interface SilenceFacts {
  readonly configId: string
  readonly now: number
  readonly createdAt: number
  /** When it was sent to the agent, alone or with a message. */
  readonly sentAt?: number | undefined
  readonly silentSince: number
  readonly calls: number
  readonly standing: PushStanding
  readonly answered: string
  readonly exchangeId?: string | undefined
  readonly returned?: ReturnedError | undefined
  /** The address sent to the agent: `host` without its port. */
  readonly given: { readonly host: string; readonly hostAndPort: string }
  readonly agentHost?: string | undefined
  /** `capabilities.pushNotifications` of the card; undefined where the card does not state it. */
  readonly declaresPush?: boolean | undefined
  readonly listening: boolean
  readonly reachable: boolean
  readonly wokeAt?: number | undefined
  readonly task?: {
    readonly state: TaskState
    /** When its state last changed. */
    readonly since: number
  }
  /** Unmatched calls since the configuration was made. */
  readonly noise: number
  /** Result of listing the agent's configurations; undefined when that was not tried. */
  readonly listed?: 'there' | 'gone' | 'no-answer' | undefined
  /** Result of a call to our own address; undefined when that was not tried. */
  readonly ownCall?: 'reached' | 'not-reached' | 'untestable' | undefined
}

/** A shorter silence is normal. */
export const settledMs = 10_000

export function diagnose(facts: SilenceFacts): Diagnosis {
  const { configId, now, silentSince } = facts
  const silentMs = Math.max(0, now - silentSince)
  if (facts.calls > 0) return { configId, silentMs, settled: true, suspicions: [] }
  const slept = sleepSince(facts)
  const reasons = rules.flatMap((rule) => rule(facts) || [])
  // The agent may have called while this machine was asleep, so reasons on the agent's side follow that.
  const suspicions = slept === undefined ? reasons : [slept, ...reasons.map(lessLikely)]
  const order = { certain: 0, likely: 1, possible: 2 }
  return {
    configId,
    silentMs,
    settled: silentMs >= settledMs || suspicions.some(({ weight }) => weight === 'certain'),
    suspicions: suspicions.toSorted((a, b) => order[a.weight] - order[b.weight]),
  }
}

/** Returns nothing where it does not apply. */
type Rule = (facts: SilenceFacts) => Suspicion | false | undefined

const rules: readonly Rule[] = [
  ({ listening }) =>
    !listening && {
      sentence: 'The receiver is off: what the agent sends is lost.',
      checked: 'The receiver’s state was read.',
      weight: 'certain',
      remedy: 'Turn it on.',
    },
  ({ listening, reachable, given, ownCall }) =>
    !reachable &&
    listening &&
    ownCall !== 'reached' && {
      sentence: `The agent was given ${given.hostAndPort}, where Parley no longer listens.`,
      checked: `The registered address was compared with the one in use${ownCall === 'not-reached' ? ', and called: it doesn’t lead here' : ''}.`,
      weight: ownCall === 'not-reached' ? 'certain' : 'likely',
      remedy: 'Register the configuration again.',
    },
  ({ returned, standing }) => returned && suspicionOf(returned, standing),
  ({ standing, answered, exchangeId, returned }) =>
    standing === 'refused' &&
    !returned && {
      sentence: 'The agent rejected the request that carried the configuration.',
      checked: answered,
      weight: 'certain',
      ...defined({ exchangeId }),
    },
  ({ standing, answered, exchangeId, returned }) =>
    standing === 'sent' &&
    !returned && {
      sentence: 'The agent hasn’t confirmed that it has the configuration.',
      checked: answered,
      weight: 'possible',
      remedy: 'Read it back from the agent.',
      ...defined({ exchangeId }),
    },
  ({ standing }) =>
    standing === 'prepared' && {
      sentence: 'The agent never confirmed the configuration.',
      checked: 'The record has no response to it.',
      weight: 'likely',
      remedy: 'Send a message with it, or set it on the task.',
    },
  ({ listed, standing }) =>
    listed === 'gone' && {
      sentence:
        standing === 'confirmed'
          ? 'The agent no longer lists the configuration.'
          : 'The agent doesn’t list the configuration.',
      checked: 'The agent returned its list, and the configuration isn’t in it.',
      weight: standing === 'confirmed' ? 'certain' : 'likely',
      remedy: 'Register it again. Agents that keep configurations in memory lose them with a restart.',
    },
  ({ declaresPush }) =>
    declaresPush !== true && {
      sentence:
        declaresPush === false
          ? 'The card declares no support for push notifications.'
          : 'The agent doesn’t say that it supports push notifications.',
      checked: '`capabilities.pushNotifications` of its card was read.',
      weight: declaresPush === false ? 'likely' : 'possible',
    },
  ({ ownCall, given }) =>
    ownCall === 'not-reached' && {
      sentence: `${given.hostAndPort} does not even lead here from this machine.`,
      checked: 'Parley called its own address.',
      // Some networks do not let a machine reach itself by its public name, although others can.
      weight: isLoopbackHost(given.host) ? 'certain' : 'likely',
      remedy: 'Choose another of the offered addresses, or fix the tunnel or proxy.',
    },
  refusesPrivate,
  notFromThere,
  ({ task, sentAt, createdAt }) =>
    task &&
    isSettled(task.state) &&
    task.since <= (sentAt ?? createdAt) && {
      sentence: `The task was ${task.state} before the configuration was set: nothing was left to report.`,
      checked: 'Both times were compared on the record.',
      weight: 'certain',
    },
  ({ task }) =>
    task &&
    !isSettled(task.state) && {
      sentence: `The task is ${task.state}. Some agents only report final states, so there may be nothing to report yet.`,
      checked: 'The task’s last known state was read from the record.',
      weight: 'possible',
    },
  ({ noise }) =>
    noise > 0 && {
      sentence: 'A call arrived at a path that isn’t this configuration’s. A proxy may have changed it.',
      checked: `${noise} ${noise === 1 ? 'request' : 'requests'} matched no configuration since it was made.`,
      weight: 'possible',
    },
]

function suspicionOf(returned: ReturnedError, standing: PushStanding): Suspicion {
  const { code, status, message = '', method, isRegistration, exchangeId } = returned
  const error = [code ?? `HTTP ${status}`, shorten(message.replace(/\.$/, ''))].filter(Boolean).join(' ')
  const isCertain = standing !== 'confirmed' && (isRegistration || code === noPush)
  return {
    sentence: `The agent returned ${error} to ${method}: ${meaningOf(returned)}.`,
    checked: isRegistration
      ? 'The response on the record was read.'
      : 'Parley requested the agent’s configurations.',
    weight: isCertain ? 'certain' : standing === 'confirmed' ? 'possible' : 'likely',
    exchangeId,
  }
}

const noMethod = -32_601
const noPush = -32_003

function meaningOf({ code, isRegistration }: ReturnedError): string {
  if (code === noMethod) return 'it doesn’t support this method'
  if (code === noPush) return 'it doesn’t support push notifications'
  return isRegistration
    ? 'the configuration wasn’t registered'
    : 'whether it has the configuration isn’t known'
}

function sleepSince({ wokeAt, createdAt }: SilenceFacts): Suspicion | undefined {
  if (wokeAt === undefined || wokeAt <= createdAt) return undefined
  return {
    sentence: 'This computer was asleep: calls sent meanwhile didn’t arrive.',
    checked: 'Its clock kept running while Parley did not.',
    weight: 'likely',
    remedy: 'Get the task to see its state. Few agents retry a call.',
  }
}

function lessLikely(suspicion: Suspicion): Suspicion {
  return suspicion.weight === 'likely' ? { ...suspicion, weight: 'possible' } : suspicion
}

/** A loopback address means another machine elsewhere. */
function notFromThere({ given, agentHost: theirs, ownCall }: SilenceFacts): Suspicion | undefined {
  const ours = given.host
  if (theirs === undefined || !isLoopbackHost(ours)) return undefined
  const isHere = isLoopbackHost(theirs)
  return {
    sentence: isHere
      ? `The agent was given ${ours}. If it runs in a container, that is the container itself, not this machine.`
      : `The agent was given ${ours}. On its own machine, ${theirs}, that is the machine itself, unless ${theirs} leads to this one.`,
    checked: `The host of our address was compared with the agent’s.${ownCall === 'reached' ? ' From this machine the address leads here.' : ''}`,
    weight: isHere ? 'possible' : 'likely',
    remedy: isHere
      ? 'Let the receiver listen on the network, or give host.docker.internal.'
      : 'Let the receiver listen on the network, or set a public address, and register the configuration again.',
  }
}

function refusesPrivate({ given: { host } }: SilenceFacts): Suspicion | undefined {
  if (!isNear(host)) return undefined
  return {
    sentence: 'Some agents refuse to call loopback and private addresses, and say so in their own log only.',
    checked: `${host} is such an address.`,
    weight: 'possible',
    remedy:
      'Set a public address, or allow it at the agent. Newer Go, Rust and Java SDKs refuse it unless told otherwise: Go `AllowPrivateNetworks`, Rust `validate_urls: false`, in Java a validator of your own. The Python SDK refuses an address only with a `push_url_validator`, the JavaScript SDK none.',
  }
}

function isLoopbackHost(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)$/i.test(host)
}
