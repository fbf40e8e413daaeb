// What the agent told of a task while it lived, and what it keeps of it, as two documents that can be compared: states,
// what was said with them, and the artifacts with neighbouring texts joined, for how a text was cut says nothing.

import type { JsonObject, JsonValue, Part, Task } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { StreamedTask } from '#shared/story/streamed-task.ts'

/** A stored task is one whose every word came at once. */
export function documentOf({ status, artifacts = [] }: StreamedTask | Task): JsonObject {
  return {
    state: status?.state ?? null,
    ...(status?.message && { message: contentOf(status.message.parts) }),
    artifacts: artifacts.map(({ artifactId, name, parts }) => ({
      id: artifactId,
      ...defined({ name }),
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
