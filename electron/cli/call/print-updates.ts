// Prints updates of an agent as they arrive: for people, streamed text on standard output and states on standard error;
// as JSON, one line for each update, in the terms of A2A 1.0 whatever version the agent speaks.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { Result } from '#shared/a2a/dialect.ts'
import type { Artifact, ArtifactUpdate, Message, Part, Task, TaskState, Update } from '#shared/a2a/model.ts'
import { partsText, partText } from '#shared/a2a/parts-text.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { defined } from '#shared/defined.ts'
import { updateIn } from '#shared/story/updates-of.ts'
import { jsonText, type Output, printable } from '../output.ts'

interface PrintedTask {
  readonly id: string
  readonly contextId?: string
  readonly state?: TaskState
}

export interface UpdatePrinter {
  take(result: Result): void
  /** The task of the last update. */
  task(): PrintedTask | undefined
  end(): void
}

export function printUpdates(output: Output): UpdatePrinter {
  const agentSide = agentSideOf('1.0')
  const text = createTextPrinter(output)
  let printedTask: PrintedTask | undefined
  return {
    take(result) {
      const update = updateIn(result)
      if (!update) return
      const before = printedTask
      printedTask = taskAfter(printedTask, update)
      if (output.isJson) return output.line(agentSide.encodeUpdate(update), () => '')
      if (
        printedTask?.state !== undefined &&
        (printedTask.id !== before?.id || printedTask.state !== before.state)
      ) {
        text.closeLine()
        output.note(`Task ${printedTask.id}: ${printedTask.state}`)
      }
      text.print(update)
    },
    task: () => printedTask,
    end: text.closeLine,
  }
}

function taskAfter(printedTask: PrintedTask | undefined, update: Update): PrintedTask | undefined {
  const named = (id: string, contextId: string | undefined, state: TaskState | undefined): PrintedTask => ({
    ...(printedTask?.id === id && printedTask),
    id,
    ...defined({ contextId, state }),
  })
  switch (update.kind) {
    case 'message':
      return printedTask
    case 'task':
      return named(update.task.id, update.task.contextId, update.task.status.state)
    case 'status':
      return named(update.status.taskId, update.status.contextId, update.status.status.state)
    case 'artifact':
      return named(update.artifact.taskId, update.artifact.contextId, undefined)
  }
}

/** Prints each text once: a task that repeats what was streamed adds nothing. */
function createTextPrinter(output: Output): { print(update: Update): void; closeLine(): void } {
  const sent = new Set<string>()
  let open: string | undefined
  let atLineStart = true

  const piece = (text: string) => {
    if (text === '') return
    output.piece(text)
    atLineStart = text.endsWith('\n')
  }
  const closeLine = () => {
    if (!atLineStart) piece('\n')
    open = undefined
  }
  const message = ({ messageId, parts }: Message) => {
    if (sent.has(`message ${messageId}`)) return
    if (messageId !== '') sent.add(`message ${messageId}`)
    closeLine()
    piece(messageText(parts))
    closeLine()
  }
  const whole = ({ artifactId, parts }: Artifact) => {
    if (sent.has(`artifact ${artifactId}`)) return
    closeLine()
    piece(artifactText(parts))
    closeLine()
    sent.add(`artifact ${artifactId}`)
  }
  const grown = ({ artifact: { artifactId, parts }, append }: ArtifactUpdate) => {
    if (!append || open !== artifactId) closeLine()
    open = artifactId
    sent.add(`artifact ${artifactId}`)
    piece(artifactText(parts))
  }
  const task = ({ artifacts = [], status }: Task) => {
    for (const artifact of artifacts) whole(artifact)
    if (status.message) message(status.message)
  }
  const print = (update: Update) => {
    switch (update.kind) {
      case 'message':
        return message(update.message)
      case 'task':
        return task(update.task)
      case 'status':
        return update.status.status.message && message(update.status.status.message)
      case 'artifact':
        return grown(update.artifact)
    }
  }
  return { print, closeLine }
}

const messageText = (parts: readonly Part[]) => partsText(parts, { textOf: printedPart })
const artifactText = (parts: readonly Part[]) => partsText(parts, { joinsTexts: true, textOf: printedPart })

function printedPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return printable(part.text)
    case 'data':
      return jsonText(part.data, 2)
    case 'unknown':
      return jsonText(part.raw)
    default:
      return oneLine(partText(part))
  }
}

export function taskText(task: Task): string {
  const { id, contextId, status, artifacts = [], history = [] } = task
  return [
    `Task     ${oneLine(id)}`,
    ...(contextId === undefined ? [] : [`Context  ${oneLine(contextId)}`]),
    `State    ${status.state}`,
    ...(status.timestamp === undefined ? [] : [`Updated  ${oneLine(status.timestamp)}`]),
    ...(status.message ? ['', messageText(status.message.parts)] : []),
    ...artifacts.flatMap((artifact) => [
      '',
      `Artifact ${artifactName(artifact)}:`,
      artifactText(artifact.parts),
    ]),
    ...history.flatMap((message) => ['', `${whose(message)}:`, messageText(message.parts)]),
  ].join('\n')
}

function artifactName({ name, artifactId }: Pick<Artifact, 'name' | 'artifactId'>): string {
  return oneLine(name ?? artifactId)
}

function whose({ role }: Message): string {
  return role === 'user' ? 'User' : role === 'agent' ? 'Agent' : 'Unknown role'
}
