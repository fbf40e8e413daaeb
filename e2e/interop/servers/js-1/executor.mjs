import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Role, TaskState } from '@a2a-js/sdk'
import { AgentEvent } from '@a2a-js/sdk/server'

const canceled = new Set()
const waiting = new Set([TaskState.TASK_STATE_INPUT_REQUIRED, TaskState.TASK_STATE_AUTH_REQUIRED])
const part = ($case, value, more = {}) => ({
  content: { $case, value },
  metadata: undefined,
  filename: '',
  mediaType: '',
  ...more,
})
const text = (value) => part('text', value)
const gifts = {
  file: part('raw', Buffer.from('Lisbon'), { filename: 'lisbon.txt', mediaType: 'text/plain' }),
  link: part('url', 'https://lisbon.example/map.png', { filename: 'map.png', mediaType: 'image/png' }),
  data: part('data', { city: 'Lisbon', days: 3 }),
}

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
    } else if (waiting.has(task.status?.state)) {
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
      case 'authorize':
        become(TaskState.TASK_STATE_AUTH_REQUIRED, says('Who are you?'))
        await sleep(4_000)
        break
      case 'fail':
        become(TaskState.TASK_STATE_FAILED, says('It broke.'))
        break
      case 'reject':
        become(TaskState.TASK_STATE_REJECTED, says('Not here.'))
        break
      case 'file':
      case 'link':
      case 'data':
        give([gifts[word]])
        complete()
        break
      case 'slow':
        await sleep(2_500)
        give([text('done slowly')])
        complete()
        break
      case 'wait':
        for (let ticks = 0; ticks < 300 && !canceled.has(taskId); ticks++) await sleep(50)
        become(TaskState.TASK_STATE_CANCELED)
        break
      default:
        become(TaskState.TASK_STATE_FAILED)
    }
    bus.finished()
  },
  async cancelTask(taskId) {
    canceled.add(taskId)
  },
}
