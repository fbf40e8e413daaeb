// What an agent sent, as text for a terminal.

import type { Artifact, Message, Part, Task } from '#shared/a2a/model.ts'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { formatCount } from '#shared/format-count.ts'
import { jsonText, printable } from '../output.ts'

/** The parts of a message, each on its own line; those of an artifact are pieces of one text where they are text. */
export function partsText(parts: readonly Part[], of: 'message' | 'artifact' = 'message'): string {
  return parts
    .map((part, at) => {
      const isPiece = of === 'artifact' && part.kind === 'text' && parts[at - 1]?.kind === 'text'
      return `${at === 0 || isPiece ? '' : '\n'}${partText(part)}`
    })
    .join('')
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return printable(part.text)
    case 'data':
      return jsonText(part.data, 2)
    case 'file-bytes': {
      const bytes = Math.floor((part.base64.replace(/=+$/, '').length * 3) / 4)
      return oneLine(`[file ${nameOf(part)}, ${formatCount(bytes)} bytes]`)
    }
    case 'file-url':
      return oneLine(`[file ${nameOf(part)}: ${part.url}]`)
    case 'unknown':
      return jsonText(part.raw)
  }
}

function nameOf({
  filename,
  mediaType,
}: {
  readonly filename?: string
  readonly mediaType?: string
}): string {
  return [filename ?? 'without a name', mediaType].filter((each) => each !== undefined).join(', ')
}

export function taskText(task: Task): string {
  const { id, contextId, status, artifacts = [], history = [] } = task
  return [
    `Task     ${oneLine(id)}`,
    ...(contextId === undefined ? [] : [`Context  ${oneLine(contextId)}`]),
    `State    ${status.state}`,
    ...(status.timestamp === undefined ? [] : [`Updated  ${oneLine(status.timestamp)}`]),
    ...(status.message ? ['', partsText(status.message.parts)] : []),
    ...artifacts.flatMap((artifact) => [
      '',
      `Artifact ${artifactName(artifact)}:`,
      partsText(artifact.parts, 'artifact'),
    ]),
    ...history.flatMap((message) => ['', `${whose(message)}:`, partsText(message.parts)]),
  ].join('\n')
}

function artifactName({ name, artifactId }: Pick<Artifact, 'name' | 'artifactId'>): string {
  return oneLine(name ?? artifactId)
}

function whose({ role }: Message): string {
  return role === 'user' ? 'User' : role === 'agent' ? 'Agent' : 'Unknown role'
}
