import { TaskState } from '@a2a-js/sdk'
import type { Scene } from '../scene.ts'

export const atlantis: Scene = {
  id: 'atlantis',
  name: 'Fail',
  description: 'A task that starts well and fails, with the reason in its last status.',
  tags: ['failed'],
  prompts: ['Book a ferry to Atlantis'],
  matches: /\batlantis\b/i,
  async run(stage) {
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING, 'Asking the harbour')
    await stage.beat(8)
    stage.status(
      TaskState.TASK_STATE_FAILED,
      'The harbour answered: that pier has been under water for some time.',
    )
  },
}
