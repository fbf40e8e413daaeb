// Attached coding agents: their calls are shown in every window, and any window can stop them.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { AttachedAgent, CodingAgentCall, Consent } from '#shared/contract/coding-agents.ts'
import { defined } from '#shared/defined.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { createNews } from './platform/async.ts'

/** Coding agents attached at once; one more is refused with a sentence. */
const maxAttachedAgents = 8

const acting = new AsyncLocalStorage<string>()

/** Requests within `act` are recorded as the coding agent's. */
export function actAs<T>(name: string | undefined, act: () => T): T {
  return acting.run(shorten(name || 'coding agent', maxTitleChars), act)
}

/** The coding agent whose call is being processed. */
export const actingAgent = (): string | undefined => acting.getStore()

export interface Attachment {
  /** Returns a function to call at the call's end. */
  began(call: CodingAgentCall & { readonly name: string | undefined }): () => void
  waitsFor(consent: Consent | undefined): void
  close(): void
}

export type CodingAgents = ReturnType<typeof createCodingAgents>

export function createCodingAgents() {
  const attached = new Map<string, { readonly shown: AttachedAgent; stop(): void }>()
  const news = createNews()
  let attachments = 0

  return {
    /** `stop` is called when a window stops it. Undefined beyond the limit. */
    attach(stop: () => void): Attachment | undefined {
      if (attached.size === maxAttachedAgents) return undefined
      attachments += 1
      const id = `${attachments}`
      let shown: AttachedAgent = { id, calls: 0 }
      const show = (next: AttachedAgent) => {
        shown = next
        if (attached.has(id)) attached.set(id, { shown, stop })
        news.changed()
      }
      attached.set(id, { shown, stop })
      news.changed()
      return {
        began({ name, ...call }) {
          const calls = shown.calls + 1
          show({ ...shown, ...defined({ name }), calls, last: { ...call, isRunning: true } })
          return () => {
            // A later call is already shown.
            if (shown.calls === calls) show({ ...shown, last: { ...call, isRunning: false } })
          }
        },
        waitsFor(consent) {
          const { waitsFor: _, ...others } = shown
          show(consent ? { ...others, waitsFor: consent } : others)
        },
        close() {
          attached.delete(id)
          news.changed()
        },
      }
    },
    follow: (signal: AbortSignal) =>
      news.follow(() => [...attached.values()].map(({ shown }) => shown), signal),
    stop(id: string) {
      const match = attached.get(id)
      match?.stop()
      return { stopped: match !== undefined }
    },
  }
}
