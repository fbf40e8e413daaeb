import { expect, it } from 'vitest'
import {
  began,
  deletedAt,
  lastOf,
  listedBy,
  notified,
  type PushStep,
  requested,
  webhookUrl,
} from '#testing/rules/cases/push-cases.ts'

const created = requested('push-create', { taskId: 't', webhookUrl })
const withMessage = { webhookUrl }

it.each<readonly [string, readonly PushStep[]]>([
  ['a list that was on its way when the configuration was deleted', [deletedAt(2_000), listedBy(1_000)]],
  [
    'one that is created again under its id',
    [deletedAt(1), requested('push-create', { taskId: 't', configId: 'c', webhookUrl }), listedBy(2)],
  ],
  ['one that may have got the same id again', [deletedAt(1), created, listedBy(2)]],
  [
    'one that goes along with a message',
    [deletedAt(1), requested('stream', { taskId: 't', webhookUrl }), listedBy(2)],
  ],
  ['a notification of the webhook’s own task', [created, began('t'), notified('t')]],
  ['one of a task whose beginning wasn’t seen', [created, notified('u')]],
  ['one to a webhook whose registration wasn’t seen', [began('u'), notified('u')]],
  [
    'one to a webhook of several tasks',
    [created, began('u'), requested('push-create', { taskId: 'u', webhookUrl }), notified('u')],
  ],
  [
    'one that comes before the answer to the message that registers it',
    [created, began('u'), requested('send', withMessage), notified('u')],
  ],
  [
    'one of a task whose message registered the webhook',
    [created, requested('send', withMessage), began('u', withMessage), notified('u')],
  ],
])('no finding: %s', (_what, steps) => {
  expect(lastOf(...steps)).toEqual([])
})

it.each<readonly [string, readonly PushStep[], string]>([
  [
    'a deleted configuration beside a new one of another id',
    [deletedAt(1_000), requested('push-create', { taskId: 't', configId: 'd', webhookUrl }), listedBy(4_000)],
    'A deleted push configuration is still there: `c` of the task `t` was deleted 3 s before this request and not created again.',
  ],
  [
    'a notification to the webhook of two other tasks',
    [created, requested('send', withMessage), began('v', withMessage), began('u'), notified('u')],
    'Notification for another task: it is about `u`, but the webhook was registered for `t` and 1 more.',
  ],
])('a finding: %s', (_what, steps, message) => {
  expect(lastOf(...steps)).toMatchObject([{ message }])
})
