import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const canceled = new Set()
const waiting = new Set(['input-required', 'auth-required'])
const gifts = {
  file: {
    kind: 'file',
    file: { bytes: Buffer.from('Lisbon').toString('base64'), name: 'lisbon.txt', mimeType: 'text/plain' },
  },
  link: {
    kind: 'file',
    file: { uri: 'https://lisbon.example/map.png', name: 'map.png', mimeType: 'image/png' },
  },
  data: { kind: 'data', data: { city: 'Lisbon', days: 3 } },
}

export const executor = {
  async execute({ taskId, contextId, userMessage, task }, bus) {
    const said = userMessage.parts.map(({ text = '' }) => text).join('')
    const [word, ...rest] = said.split(' ')
    const text = (value) => ({ kind: 'text', text: value })
    const says = (value) => ({
      kind: 'message',
      messageId: randomUUID(),
      role: 'agent',
      parts: [text(value)],
      contextId,
    })
    const status = (state, message) => ({ state, message, timestamp: new Date().toISOString() })
    const become = (state, message, final = true) =>
      bus.publish({ kind: 'status-update', taskId, contextId, status: status(state, message), final })
    const give = (parts, append = false, lastChunk = true) =>
      bus.publish({
        kind: 'artifact-update',
        taskId,
        contextId,
        artifact: { artifactId: 'answer', name: 'answer', parts },
        append,
        lastChunk,
      })

    if (word === 'direct') {
      bus.publish(says('direct answer'))
      bus.finished()
      return
    }
    if (task === undefined) {
      bus.publish({
        kind: 'task',
        id: taskId,
        contextId,
        status: status('submitted'),
        history: [userMessage],
      })
    } else if (waiting.has(task.status.state)) {
      give([text(`You chose: ${said}`)])
      become('completed')
      bus.finished()
      return
    }
    become('working', undefined, false)
    switch (word) {
      case 'echo':
        give([text(`echo: ${rest.join(' ')}`), ...userMessage.parts.slice(1)])
        become('completed')
        break
      case 'count':
        for (const [index, chunk] of ['one ', 'two ', 'three'].entries())
          give([text(chunk)], index > 0, index === 2)
        become('completed')
        break
      case 'ask':
        become('input-required', says('Which one?'))
        break
      case 'authorize':
        become('auth-required', says('Who are you?'))
        break
      case 'fail':
        become('failed', says('It broke.'))
        break
      case 'reject':
        become('rejected', says('Not here.'))
        break
      case 'file':
      case 'link':
      case 'data':
        give([gifts[word]])
        become('completed')
        break
      case 'slow':
        await sleep(2_500)
        give([text('done slowly')])
        become('completed')
        break
      case 'wait':
        for (let ticks = 0; ticks < 300 && !canceled.has(taskId); ticks++) await sleep(50)
        become('canceled')
        break
      default:
        become('failed')
    }
    bus.finished()
  },
  async cancelTask(taskId) {
    canceled.add(taskId)
  },
}
