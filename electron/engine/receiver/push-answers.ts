// What an agent's answer about a push configuration means, in a sentence.

import type { PushConfig } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { shorten } from '#shared/shorten.ts'
import { taskIdOf, updatesOf } from '#shared/story/updates-of.ts'
import { type Performed, resultOf } from '../operation.ts'
import type { Outcome } from '../wire/wire.ts'
import type { StoredConfig } from './stored.ts'

type Mask = (text: string) => string
type Standing = Pick<StoredConfig, 'standing' | 'sentence'> & Partial<StoredConfig>

/** After setting it, or reading it back. */
export function standingAfter({ answer, outcome }: Performed, config: StoredConfig, mask: Mask): Standing {
  const { exchangeId } = answer
  const result = resultOf(outcome)
  if (result?.kind !== 'push-config') {
    const unsaid = config.standing === 'confirmed' ? 'confirmed' : 'sent'
    return {
      standing: isRefusal(outcome) ? 'refused' : unsaid,
      sentence: refusalOf(outcome, mask),
      exchangeId,
    }
  }
  const { id } = result.config
  return {
    standing: 'confirmed',
    sentence: confirmation(result.config, config, mask),
    exchangeId,
    ...(id !== undefined && id !== '' && { agentConfigId: id }),
  }
}

/**
 * After it went along with a message: agents do not say what they did with it. `streamed` is the task that a stream told of,
 * also one that broke off.
 */
export function standingAlong(
  { answer, outcome }: Performed,
  streamed: string | undefined,
  mask: Mask,
): Standing {
  const { exchangeId } = answer
  const sentence =
    'It was sent with a message. The agent accepted the message, but its response doesn’t mention the configuration.'
  if (outcome.kind === 'stream' || (outcome.kind === 'failure' && streamed !== undefined)) {
    return {
      standing: 'sent',
      sentence,
      exchangeId,
      ...defined({ taskId: streamed }),
    }
  }
  const result = resultOf(outcome)
  if (result === undefined) {
    const standing = isRefusal(outcome) ? 'refused' : 'sent'
    return { standing, sentence: refusalOf(outcome, mask), exchangeId }
  }
  const [update] = updatesOf(result)
  const taskId = update === undefined ? '' : taskIdOf(update)
  if (taskId === '') {
    const nothing = 'The agent returned a message and no task: there is nothing to notify about.'
    return { standing: 'sent', sentence: nothing, exchangeId }
  }
  return { standing: 'sent', sentence, exchangeId, taskId }
}

export function refusalOf(outcome: Outcome, mask: Mask): string {
  if (outcome.kind === 'failure') return mask(outcome.failure.message)
  if (outcome.kind === 'stream') return 'The agent answered with a stream instead of a single response.'
  const { decoded, httpStatus } = outcome
  switch (decoded.kind) {
    case 'error': {
      const { code, message } = decoded.error
      const status = `HTTP ${decoded.error.httpStatus ?? httpStatus}`
      if (code === undefined && message.startsWith(status))
        return `The agent answered ${shorten(mask(message))}.`
      const number = code ?? status
      const unsupported = code === -32003 ? ' It says that it does no push notifications.' : ''
      return `The agent refused (${number}): ${shorten(mask(message))}.${unsupported}`.replace('..', '.')
    }
    case 'unreadable':
      return `The agent's answer cannot be read: ${shorten(mask(decoded.reason))}.`.replace('..', '.')
    case 'result':
      return `The agent answered with a ${decoded.result.kind}, which says nothing about it.`
  }
}

function confirmation({ id, url }: PushConfig, config: StoredConfig, mask: Mask): string {
  if (url !== config.url) return `The agent keeps another address: ${shorten(mask(url))}.`
  if (id === undefined || id === '') return 'The agent stored it without an ID.'
  if (id !== config.agentConfigId) return `The agent keeps it under its own id, ${shorten(mask(id))}.`
  return 'The agent stored it as given.'
}

/** The agent's own word: what it did before a connection failed, or an answer made no sense, is not known. */
function isRefusal(outcome: Outcome): boolean {
  return outcome.kind === 'reply' && outcome.decoded.kind === 'error'
}
