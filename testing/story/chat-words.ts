// A chat as text: a line for each block, with its accessible name and its content.

import { toolNewsIn, toolWord } from '#shared/a2a/tool-calls.ts'
import type { BareRow, Block } from '#shared/story/chat/chat-row.ts'
import type { SendProblem } from '#shared/story/chat/send-problem.ts'
import type { Also } from '#shared/story/turn-body.ts'

export function chatWords(rows: readonly (BareRow & { readonly block: Pick<Block, 'key' | 'label'> })[]) {
  const blocks = new Map(rows.map(({ block }) => [block.key, block]))
  return [...blocks.values()].map(({ key, label }) => {
    const own = rows.filter(({ block }) => block.key === key)
    return [label, ...own.flatMap(wordsOf)].join(' | ')
  })
}

function wordsOf(row: BareRow): readonly string[] {
  switch (row.kind) {
    case 'text':
      return [row.piece.text.trim()]
    case 'artifact':
      return ['artifact', ...alsoOf(row.also)]
    case 'also':
      return alsoOf(row.also)
    case 'part': {
      const tools = row.part.kind === 'data' ? toolNewsIn(row.part) : []
      return tools.length > 0 ? tools.map((news) => `${news.name} ${toolWord(news)}`) : [row.part.kind]
    }
    case 'offer':
      return [row.kind]
    case 'problem':
      return [problemWords(row.problem)]
    case 'task-foot':
      return row.task.broken ? [problemWords(row.task.broken)] : []
    default:
      return []
  }
}

function problemWords({ what, detail }: SendProblem): string {
  return `${what}: ${detail}`
}

function alsoOf({ states, told, closing }: Also): readonly string[] {
  const places = [states && `${states} states`, told && `${told} of its history`, closing && 'closing']
  const also = places.filter(Boolean)
  return also.length > 0 ? [`also ${also.join(', ')}`] : []
}
