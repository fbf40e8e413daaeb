import type { Block } from '#shared/story/chat/chat-row.ts'

interface Selected {
  /** Key of a task. */
  readonly taskId: string | undefined
  readonly exchangeId: string | undefined
}

interface LoadedRows {
  readonly total: number
  blockAt(index: number): Pick<Block, 'taskKey' | 'place'> | undefined
}

/** The first row of a new selection, the task before the exchange; undefined where there is none. */
export function rowToShow(rows: LoadedRows, now: Selected, before: Selected): number | undefined {
  const { taskId, exchangeId } = now
  if (taskId !== undefined && taskId !== before.taskId)
    return firstOf(rows, (block) => block.taskKey === taskId)
  if (exchangeId !== undefined && exchangeId !== before.exchangeId)
    return firstOf(rows, (block) => block.place.exchangeId === exchangeId)
  return undefined
}

function firstOf(
  { total, blockAt }: LoadedRows,
  isTarget: (block: Pick<Block, 'taskKey' | 'place'>) => boolean,
): number | undefined {
  for (let index = 0; index < total; index++) {
    const block = blockAt(index)
    if (block && isTarget(block)) return index
  }
  return undefined
}
