import { TaskState } from '@a2a-js/sdk'
import { textPart } from '../parts.ts'
import type { Scene } from '../scene.ts'

export const packing: Scene = {
  id: 'packing',
  name: 'Build on an earlier task',
  description: 'Reads the tasks named in referenceTaskIds and says what it found there.',
  tags: ['reference-task-ids'],
  prompts: ['Make a packing list for that trip'],
  matches: /\bpacking list\b/i,
  outputModes: ['text/markdown'],
  async run(stage) {
    if (stage.references.length === 0) {
      const asked = stage.message.referenceTaskIds.length
      stage.reply(
        asked === 0
          ? 'Which trip? Plan one first, then send this with the id of its task in "referenceTaskIds".'
          : 'I know none of the tasks you referred to. Their ids must be of tasks I have worked on.',
      )
      return
    }
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING, 'Reading the earlier plan')
    await stage.beat(4)
    const lines = [
      '# Packing list\n\n',
      ...stage.references.map((task) => `For task \`${task.id}\`: ${artifactNames(task.artifacts)}\n\n`),
      '- [ ] Comfortable shoes, the hills are real\n',
      '- [ ] A light jacket for the river\n',
      '- [ ] The ticket, printed or not\n',
    ]
    stage.artifact(
      { id: 'packing', name: 'Packing list' },
      lines.map((line) => textPart(line, 'text/markdown')),
      { last: true },
    )
    stage.status(TaskState.TASK_STATE_COMPLETED)
  },
}

function artifactNames(artifacts: readonly { name: string }[]): string {
  if (artifacts.length === 0) return 'it left nothing to build on.'
  return `built on ${artifacts.map(({ name }) => name).join(', ')}.`
}
