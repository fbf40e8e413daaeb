// Permission given outside the protocol, as a credential is (1.0 §7.6): a page of this agent with two buttons. A scene asks
// and waits; the page answers.

import { once } from 'node:events'

export type Decision = 'allowed' | 'refused'

export type Permissions = ReturnType<typeof createPermissions>

const PATIENCE_MS = 10 * 60_000

export function createPermissions(patienceMs = PATIENCE_MS) {
  const asked = new Map<string, EventTarget>()
  return {
    /** Waits for the traveller, and takes a long silence for a no; an aborted signal ends the wait. */
    async ask(taskId: string, signal: AbortSignal): Promise<Decision> {
      const question = new EventTarget()
      asked.set(taskId, question)
      try {
        const patience = AbortSignal.timeout(patienceMs)
        patience.addEventListener('abort', () => question.dispatchEvent(new Event('answer')))
        const [event] = await once(question, 'answer', { signal })
        return event instanceof CustomEvent && event.detail === 'allowed' ? 'allowed' : 'refused'
      } finally {
        if (asked.get(taskId) === question) asked.delete(taskId)
      }
    },
    isAsked: (taskId: string): boolean => asked.has(taskId),
    /** False when nobody is asking. */
    answer(taskId: string, verdict: Decision): boolean {
      return asked.get(taskId)?.dispatchEvent(new CustomEvent('answer', { detail: verdict })) ?? false
    },
  }
}
