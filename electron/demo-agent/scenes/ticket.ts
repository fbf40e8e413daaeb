import { TaskState } from '@a2a-js/sdk'
import { textPart } from '../parts.ts'
import type { Scene } from '../scene.ts'

const lines = [
  'Lisboa Oriente to Porto Campanha\n',
  'Coach 12, seats 41 and 43\n',
  'Departs 09:39, platform 3\n',
]

export const ticket: Scene = {
  id: 'ticket',
  name: 'Answer at once',
  description: 'A task that is completed as soon as it is asked, with an artifact in three pieces.',
  tags: ['streaming', 'artifacts'],
  prompts: ['Show me the ticket'],
  matches: /\bshow (me )?the ticket\b/i,
  async run(stage) {
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING)
    for (const [index, line] of lines.entries()) {
      const position = { append: index > 0, last: index === lines.length - 1 }
      stage.artifact({ id: 'ticket', name: 'Ticket' }, [textPart(line)], position)
    }
    stage.status(TaskState.TASK_STATE_COMPLETED)
  },
}
