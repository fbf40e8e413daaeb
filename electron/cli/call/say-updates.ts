// What an agent says about its work, while it says it: for people, text as it grows on standard output and states beside it; as JSON, a
// line for each, in the words of A2A 1.0, whatever version the agent speaks.

import { agentSideOf } from '#shared/a2a/agent-side.ts'
import type { Result } from '#shared/a2a/dialect.ts'
import type { Artifact, ArtifactUpdate, Message, Task, TaskState, Update } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { updateIn } from '#shared/story/updates-of.ts'
import type { Output } from '../output.ts'
import { partsText } from './parts-text.ts'

interface KnownTask {
  readonly id: string
  readonly contextId?: string
  readonly state?: TaskState
}

export interface Saying {
  take(result: Result): void
  /** The task that was named last. */
  task(): KnownTask | undefined
  end(): void
}

export function sayUpdates(output: Output): Saying {
  const agentSide = agentSideOf('1.0')
  const text = sayText(output)
  let known: KnownTask | undefined
  return {
    take(result) {
      const update = updateIn(result)
      if (!update) return
      const before = known
      known = taskAfter(known, update)
      if (output.isJson) return output.line(agentSide.encodeUpdate(update), () => '')
      if (known?.state !== undefined && (known.id !== before?.id || known.state !== before.state)) {
        text.closeLine()
        output.note(`Task ${known.id}: ${known.state}`)
      }
      text.say(update)
    },
    task: () => known,
    end: text.closeLine,
  }
}

function taskAfter(known: KnownTask | undefined, update: Update): KnownTask | undefined {
  const named = (id: string, contextId: string | undefined, state: TaskState | undefined): KnownTask => ({
    ...(known?.id === id && known),
    id,
    ...defined({ contextId, state }),
  })
  switch (update.kind) {
    case 'message':
      return known
    case 'task':
      return named(update.task.id, update.task.contextId, update.task.status.state)
    case 'status':
      return named(update.status.taskId, update.status.contextId, update.status.status.state)
    case 'artifact':
      return named(update.artifact.taskId, update.artifact.contextId, undefined)
  }
}

/** Each text once: what a task repeats of what was streamed is left out. */
function sayText(output: Output): { say(update: Update): void; closeLine(): void } {
  const said = new Set<string>()
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
    if (said.has(`message ${messageId}`)) return
    if (messageId !== '') said.add(`message ${messageId}`)
    closeLine()
    piece(partsText(parts))
    closeLine()
  }
  const whole = ({ artifactId, parts }: Artifact) => {
    if (said.has(`artifact ${artifactId}`)) return
    closeLine()
    piece(partsText(parts, 'artifact'))
    closeLine()
    said.add(`artifact ${artifactId}`)
  }
  const grown = ({ artifact: { artifactId, parts }, append }: ArtifactUpdate) => {
    if (!append || open !== artifactId) closeLine()
    open = artifactId
    said.add(`artifact ${artifactId}`)
    piece(partsText(parts, 'artifact'))
  }
  const task = ({ artifacts = [], status }: Task) => {
    for (const artifact of artifacts) whole(artifact)
    if (status.message) message(status.message)
  }
  const say = (update: Update) => {
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
  return { say, closeLine }
}
