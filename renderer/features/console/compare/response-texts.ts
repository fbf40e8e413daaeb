// The result of an exchange as texts, folded as in the chat: final artifacts, states with their messages, a direct reply, an
// error. And the sent message.

import { slice } from '#shared/collections/list.ts'
import type { Entry } from '#shared/record/entry.ts'
import { artifactTitle, wholeParts } from '#shared/story/artifact-content.ts'
import { type NamedText, wordsOf, wordsOfMessage } from '#shared/story/part-words.ts'
import { foldExchange } from '#shared/story/projection.ts'
import type { TaskView } from '#shared/story/task-view.ts'

interface ExchangeTexts {
  /** Of the sent message, if any. */
  readonly sentText: string | undefined
  readonly texts: readonly NamedText[]
}

export function responseTexts(
  entries: readonly Entry[],
  bodies: (hash: string) => string | undefined,
): ExchangeTexts {
  const { tasks, sent, replies, problems } = foldExchange(entries, bodies)
  return {
    sentText: sent && wordsOfMessage(sent),
    texts: [
      ...tasks.flatMap(taskTexts),
      ...replies.map((message) => ({ name: 'Direct reply', text: wordsOfMessage(message) })),
      ...problems.map(({ what, detail }) => ({ name: 'Error', text: `${what}: ${detail}` })),
    ],
  }
}

function taskTexts({ artifacts, events, statuses }: TaskView): readonly NamedText[] {
  const states = slice(statuses).flatMap((position) => {
    const fact = events.at(position)?.fact
    if (fact?.kind !== 'status') return []
    const { state, message } = fact.status
    return [[state, message && wordsOf(message.parts)].filter(Boolean).join(' ')]
  })
  return [
    ...slice(artifacts).map((artifact) => ({
      name: artifactTitle(artifact),
      text: wordsOf(wholeParts(artifact.content)),
    })),
    ...(states.length > 0 ? [{ name: 'States', text: states.join('\n') }] : []),
  ]
}
