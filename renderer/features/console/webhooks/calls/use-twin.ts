import { useMemo } from 'react'
import { at } from '#shared/collections/list.ts'
import type { WebhookCallView } from '#shared/story/webhook-call.ts'
import { useRecord } from '../../../../record/use-record.ts'
import { type Twin, twinOf } from './twin.ts'

/** Beside what else the call stands; undefined when it brought no event, or the window has not read it. */
export function useTwin(exchangeId: string, view: WebhookCallView | undefined): Twin | undefined {
  const event = useRecord((record) => {
    const { taskKey, landing } = view?.told ?? {}
    const task = taskKey === undefined ? undefined : record.task(taskKey)
    return task && landing ? at(task.events, landing.index) : undefined
  })
  return useMemo(() => event && twinOf(event, exchangeId), [event, exchangeId])
}
