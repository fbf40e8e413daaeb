import { TaskState } from '@a2a-js/sdk'
import type { Scene } from '../scene.ts'

export const moon: Scene = {
  id: 'moon',
  name: 'Refuse',
  description: 'A task that is rejected before any work is done.',
  tags: ['rejected'],
  prompts: ['Plan a weekend on the Moon'],
  matches: /\bmoon\b/i,
  async run(stage) {
    stage.open()
    await stage.beat()
    stage.status(TaskState.TASK_STATE_REJECTED, 'I only plan trips that a train can reach.')
  },
}
