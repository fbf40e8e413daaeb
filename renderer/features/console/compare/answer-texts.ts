// What an agent answered, as texts: each artifact as it ended, the states with their words, a direct reply, an error.

import type { Part } from '#shared/a2a/model.ts'
import { artifactTitle } from '#shared/story/artifact-title.ts'
import type { Answer } from '#shared/story/known-answers.ts'
import { type NamedText, wordsOf } from '#shared/story/part-words.ts'
import { statusOf, updatesOf } from '#shared/story/updates-of.ts'

export function answerTexts(answers: readonly Answer[]): readonly NamedText[] {
  const artifacts = new Map<string, { name: string; parts: readonly Part[] }>()
  const states: string[] = []
  const others: NamedText[] = []
  for (const answer of answers) {
    if (answer.kind === 'error') {
      const { code, message } = answer.error
      others.push({ name: 'Error', text: code === undefined ? message : `${code} ${message}` })
    }
    if (answer.kind !== 'result') continue
    for (const update of updatesOf(answer.result)) {
      if (update.kind === 'message') {
        others.push({ name: 'Direct reply', text: wordsOf(update.message.parts) })
      }
      const pieces =
        update.kind === 'task'
          ? (update.task.artifacts ?? []).map((artifact) => ({ artifact, append: false }))
          : update.kind === 'artifact'
            ? [update.artifact]
            : []
      for (const { artifact, append } of pieces) {
        const before = append ? artifacts.get(artifact.artifactId) : undefined
        artifacts.set(artifact.artifactId, {
          name: before?.name ?? artifactTitle(artifact),
          parts: [...(before?.parts ?? []), ...artifact.parts],
        })
      }
      const status = statusOf(update)
      const line =
        status && [status.state, status.message && wordsOf(status.message.parts)].filter(Boolean).join(' ')
      if (line !== undefined && line !== states.at(-1)) states.push(line)
    }
  }
  return [
    ...[...artifacts.values()].map(({ name, parts }) => ({ name, text: wordsOf(parts) })),
    ...(states.length > 0 ? [{ name: 'States', text: states.join('\n') }] : []),
    ...others,
  ]
}
