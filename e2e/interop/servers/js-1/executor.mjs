import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Role, TaskState } from '@a2a-js/sdk'
import { AgentEvent } from '@a2a-js/sdk/server'

const canceled = new Set()
const text = (value) => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: '',
})

export const executor = {
  async execute({ taskId, contextId, userMessage, task }, bus) {
    const said = userMessage.parts
      .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
      .join('')
    const [word, ...rest] = said.split(' ')
    const says = (value) => ({
      messageId: randomUUID(),
      role: Role.ROLE_AGENT,
      parts: [text(value)],
      taskId: '',
      contextId,
      extensions: [],
      metadata: undefined,
      referenceTaskIds: [],
    })
    const status = (state, message) => ({ state, message, timestamp: new Date().toISOString() })
    const become = (state, message) =>
      bus.publish(
        AgentEvent.statusUpdate({ taskId, contextId, status: status(state, message), metadata: undefined }),
      )
    const give = (parts, append = false, lastChunk = true) =>
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact: {
            artifactId: 'answer',
            name: 'answer',
            description: '',
            parts,
            metadata: undefined,
            extensions: [],
          },
          append,
          lastChunk,
          metadata: undefined,
        }),
      )
    const complete = () => become(TaskState.TASK_STATE_COMPLETED)

    if (word === 'direct') {
      bus.publish(AgentEvent.message(says('direct answer')))
      bus.finished()
      return
    }
    if (task === undefined) {
      bus.publish(
        AgentEvent.task({
          id: taskId,
          contextId,
          status: status(TaskState.TASK_STATE_SUBMITTED),
          artifacts: [],
          history: [userMessage],
          metadata: undefined,
        }),
      )
    } else if (task.status?.state === TaskState.TASK_STATE_INPUT_REQUIRED) {
      give([text(`You chose: ${said}`)])
      complete()
      bus.finished()
      return
    }
    become(TaskState.TASK_STATE_WORKING)
    switch (word) {
      case 'echo':
        give([text(`echo: ${rest.join(' ')}`), ...userMessage.parts.slice(1)])
        complete()
        break
      case 'count':
        for (const [index, chunk] of ['one ', 'two ', 'three'].entries())
          give([text(chunk)], index > 0, index === 2)
        complete()
        break
      case 'ask':
        become(TaskState.TASK_STATE_INPUT_REQUIRED, says('Which one?'))
        break
      case 'slow':
        await sleep(1_500)
        give([text('done slowly')])
        complete()
        break
      case 'wait':
        for (let ticks = 0; ticks < 300 && !canceled.has(taskId); ticks++) await sleep(50)
        become(TaskState.TASK_STATE_CANCELED)
        break
    }
    bus.finished()
  },
  async cancelTask(taskId) {
    canceled.add(taskId)
  },
}
