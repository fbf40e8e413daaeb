import { TaskState } from '@a2a-js/sdk'
import type { Scene } from '../scene.ts'

const ANNOUNCEMENTS = [
  'The train is being cleaned',
  'The train is at platform 7',
  'Doors are open',
  'First call',
  'Last call',
] as const

export const gate: Scene = {
  id: 'gate',
  name: 'Call me back',
  description:
    'Push notifications: register a webhook with the message, or on the task while it runs, and every change is also sent there.',
  tags: ['push-notifications'],
  prompts: ['Tell me when boarding starts'],
  matches: /\b(boarding|gate)\b/i,
  async run(stage) {
    stage.open()
    const webhooks = await stage.webhookCount()
    stage.status(
      TaskState.TASK_STATE_WORKING,
      webhooks > 0
        ? 'I will call your webhook at every change'
        : 'No webhook is registered for this task yet: add one, and I will call it at every change from then on',
    )
    for (const announcement of ANNOUNCEMENTS) {
      await stage.beat(20)
      stage.status(TaskState.TASK_STATE_WORKING, announcement)
    }
    await stage.beat(20)
    stage.status(TaskState.TASK_STATE_COMPLETED, 'Boarding has started. Have a good journey.')
  },
}
