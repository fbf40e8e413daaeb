// What webhook calls tell: of the agent that their path was given to, and each body once.

import type { Update } from '../a2a/model.ts'
import { defined } from '../defined.ts'
import type { WebhookEntry } from '../record/entry.ts'
import { proofOf } from '../record/webhook-proof.ts'
import { placeOf } from './place-of.ts'
import { timeOf } from './status-identity.ts'
import type { TaskFold } from './tasks.ts'
import { type Folds, type Ongoing, tellAgain, tellUpdate } from './tell-update.ts'
import { statusOf, taskIdOf } from './updates-of.ts'
import { type CallTold, createWebhookCalls } from './webhook-call.ts'
import { createWebhookPaths } from './webhook-paths.ts'

export function createHeardWebhooks(folds: Folds) {
  const paths = createWebhookPaths()
  const calls = createWebhookCalls()
  return {
    registered: paths.registered,
    answered: calls.answered,
    /** Whose calls come to this path, and by which channel. */
    pathOf: ({ registration, path }: WebhookEntry) => {
      const { agentId, channel } = paths.of(path)
      return { agentId: registration?.agentId ?? agentId, channel }
    },
    heard(state: Ongoing, entry: WebhookEntry, update: Update | undefined) {
      const place = { ...placeOf(entry, 'push', state.channel), unasked: true }
      // Anybody may have sent it: it stands in the task's timeline, and changes nothing of it.
      if (entry.verdict && proofOf(entry.verdict) === 'wrong') {
        const taskId = (update && taskIdOf(update)) ?? entry.registration?.taskId
        const task = taskId === undefined ? undefined : folds.tasks.find(state.agentId, taskId)
        task?.recorder.did({ kind: 'unproven', place })
        const told = update && toldBy(update, undefined)
        state.exchange.webhook = calls.met(entry, { tell: () => told, again: () => undefined })
        return
      }
      state.exchange.webhook = calls.met(entry, {
        tell(before) {
          if (!update) return undefined
          const repeats = before?.landing?.index
          tellUpdate(folds, state, update, repeats === undefined ? place : { ...place, repeats })
          return toldBy(update, state.latest?.task)
        },
        again({ landing }) {
          if (!update || update.kind === 'message' || !landing) return
          tellAgain(folds, state, taskIdOf(update), landing.index, place)
        },
      })
    },
  }
}

function toldBy(update: Update, task: TaskFold | undefined): CallTold {
  const what = update.kind
  if (what === 'message') return { what }
  const status = statusOf(update)
  const claimed = { what, ...defined({ state: status?.state }) }
  if (!task) return claimed
  const since = timeOf(status?.timestamp)
  return { ...claimed, taskKey: task.key, ...defined({ since, landing: task.landing() }) }
}
