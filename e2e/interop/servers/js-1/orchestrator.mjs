// An agent of @a2a-js/sdk 1.x that asks others: `name: text; name: text` goes to each at its address, with the task that it is for.

import { randomUUID } from 'node:crypto'
import { Role, SendMessageRequest, TaskState } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'

const [port, , ...given] = process.argv.slice(2)
const addresses = Object.fromEntries(given.map((each) => each.split(/=(.*)/)))
const waiting = new Map()
const canceled = new Set()

const executor = {
  async execute({ taskId, contextId, userMessage, task }, bus) {
    const said = textOf(userMessage)
    const become = (state, message) =>
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: statusOf(state, message) }))
    const begun = { id: taskId, contextId, status: statusOf(TaskState.TASK_STATE_SUBMITTED) }
    // A stream begins with the task, also where it goes on.
    bus.publish(
      AgentEvent.task(task ?? { ...begun, artifacts: [], history: [userMessage], metadata: undefined }),
    )
    become(TaskState.TASK_STATE_WORKING)
    const resumed = waiting.get(taskId)
    waiting.delete(taskId)
    const asked = resumed
      ? [{ ...resumed, text: said }]
      : said.split(';').map((each) => {
          const [name, text] = each.split(/:(.*)/)
          return { name: name.trim(), text: text.trim() }
        })
    const answers = await Promise.all(asked.map((each) => ask(each, taskId)))
    if (canceled.has(taskId)) return bus.finished()
    const open = answers.find(({ state }) => state === TaskState.TASK_STATE_INPUT_REQUIRED)
    if (open) {
      waiting.set(taskId, { name: open.name, taskId: open.taskId, contextId: open.contextId })
      become(TaskState.TASK_STATE_INPUT_REQUIRED, messageOf(`${open.name} asks: ${open.question}`, contextId))
    } else {
      const parts = [partOf(answers.map(({ name, texts }) => `${name}: ${texts.join('')}`).join('\n'))]
      const artifact = { artifactId: 'answers', name: 'answers', description: '', parts, extensions: [] }
      bus.publish(AgentEvent.artifactUpdate({ taskId, contextId, artifact, append: false, lastChunk: true }))
      become(TaskState.TASK_STATE_COMPLETED)
    }
    bus.finished()
  },
  async cancelTask(taskId, bus) {
    canceled.add(taskId)
    const status = statusOf(TaskState.TASK_STATE_CANCELED)
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId: '', status }))
  },
}

async function ask({ name, text, taskId: of = '', contextId = '' }, taskId) {
  const client = await new ClientFactory().createFromUrl(addresses[name])
  const request = SendMessageRequest.fromJSON({
    message: {
      ...{ messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
      ...{ taskId: of, contextId, referenceTaskIds: [taskId] },
    },
  })
  const answer = { name, taskId: of, contextId, state: undefined, question: '', texts: [] }
  for await (const { payload } of client.sendMessageStream(request)) {
    const { $case, value } = payload
    answer.taskId = ($case === 'task' ? value.id : value.taskId) || answer.taskId
    answer.contextId = value.contextId || answer.contextId
    if (value.status) {
      answer.state = value.status.state
      answer.question = textOf(value.status.message)
    }
    if ($case === 'artifactUpdate') answer.texts.push(textOf(value.artifact))
  }
  return answer
}

function textOf(said) {
  return (said?.parts ?? []).map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('')
}

function partOf(value) {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: '' }
}

function messageOf(text, contextId) {
  const empty = { taskId: '', extensions: [], metadata: undefined, referenceTaskIds: [] }
  return { messageId: randomUUID(), role: Role.ROLE_AGENT, parts: [partOf(text)], contextId, ...empty }
}

function statusOf(state, message) {
  return { state, message, timestamp: new Date().toISOString() }
}

const card = {
  name: 'Planner',
  description: 'Asks other agents.',
  version: '1.0.0',
  supportedInterfaces: [
    {
      url: `http://127.0.0.1:${port}/rpc`,
      protocolBinding: 'JSONRPC',
      protocolVersion: '1.0',
      tenant: '',
    },
  ],
  capabilities: { streaming: true, pushNotifications: false, extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
  signatures: [],
}
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
const app = express()
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))
app.listen(Number(port), '127.0.0.1')
