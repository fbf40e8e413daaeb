// What the agent told of a task while it lived, and what it keeps of it, as two documents that can be compared: states,
// what was said with them, and the artifacts with neighbouring texts joined, for how a text was cut says nothing.

import type { Artifact, JsonObject, JsonValue, Part, Task, TaskStatus } from '#shared/a2a/model.ts'
import { at, slice, values } from '#shared/collections/list.ts'
import type { TaskEvent, TaskView } from '#shared/story/task-view.ts'

export function streamedOf(task: TaskView): JsonValue {
  const status = toldStatus(task)
  const artifacts = slice(task.artifacts).filter(({ assembled }) => assembled.length > 0)
  return documentOf(
    status,
    artifacts.map(({ artifactId, name, assembled }) => ({
      artifactId,
      ...(name !== undefined && { name }),
      parts: [...values(assembled)].flatMap(({ parts }) => parts),
    })),
  )
}

export function storedOf({ status, artifacts = [] }: Task): JsonValue {
  return documentOf(status, artifacts)
}

/** The last state that came by itself: what a poll brought is what the agent stores. */
function toldStatus({ statuses, events }: TaskView): TaskStatus | undefined {
  for (let index = statuses.length - 1; index >= 0; index--) {
    const event = at(events, at(statuses, index) ?? 0)
    if (event?.fact.kind === 'status' && !event.fact.late && cameByItself(event)) return event.fact.status
  }
  return undefined
}

function cameByItself({ first, others }: TaskEvent): boolean {
  return first.source !== 'poll' || slice(others).some(({ source }) => source !== 'poll')
}

function documentOf(
  status: TaskStatus | undefined,
  artifacts: readonly Pick<Artifact, 'artifactId' | 'name' | 'parts'>[],
): JsonObject {
  return {
    state: status?.state ?? null,
    ...(status?.message && { message: contentOf(status.message.parts) }),
    artifacts: artifacts.map(({ artifactId, name, parts }) => ({
      id: artifactId,
      ...(name !== undefined && { name }),
      content: contentOf(parts),
    })),
  }
}

function contentOf(parts: readonly Part[]): JsonValue {
  const joined: JsonValue[] = []
  let text: string[] = []
  const flush = () => {
    if (text.length > 0) joined.push(text.join(''))
    text = []
  }
  for (const part of parts) {
    if (part.kind === 'text') text.push(part.text)
    else {
      flush()
      joined.push(partValue(part))
    }
  }
  flush()
  return joined.length === 1 ? (joined[0] ?? null) : joined
}

function partValue(part: Exclude<Part, { kind: 'text' }>): JsonValue {
  switch (part.kind) {
    case 'data':
      return { data: part.data }
    case 'file-bytes':
      return { file: part.filename ?? null, mediaType: part.mediaType ?? null, base64: part.base64 }
    case 'file-url':
      return { file: part.filename ?? null, mediaType: part.mediaType ?? null, url: part.url }
    case 'unknown':
      return part.raw
  }
}
