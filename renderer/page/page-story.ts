// The conversations of a page, folded once by the same code as in the engine.

import { dialectOf } from '#shared/a2a/dialects.ts'
import type { TaskState } from '#shared/a2a/model.ts'
import { values } from '#shared/collections/list.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { ConversationRef, ConversationRow } from '#shared/contract/story.ts'
import { defined } from '#shared/defined.ts'
import { hasEveryWord } from '#shared/filter/words.ts'
import { programName } from '#shared/record/program-name.ts'
import { conversationIdOf, isListed, refOf } from '#shared/story/conversation-ref.ts'
import type { Causes } from '#shared/story/exchange-reducer.ts'
import { firstWords } from '#shared/story/part-words.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import type { FoldedConversation, Stories } from '#shared/story/stories.ts'
import type { ConversationView } from '#shared/story/task-view.ts'
import { createSlices } from '../record/slices.ts'
import type { PageData } from './page-data.ts'

export interface PageConversation extends FoldedConversation {
  readonly agentId: string
}

export function pageStories(
  { opened, exchanges }: PageData,
  console: Pick<EngineClient['console'], 'exchanges'>,
  projection: Projection,
): Stories<PageConversation> {
  const pageConversations = new Map<string, PageConversation>()
  const all = (agentId?: string) =>
    [...values(projection.snapshot().conversations)].filter(
      (view) => view.agentId === (agentId ?? view.agentId) && view.mergedInto === undefined,
    )
  const viewOf = (agentId: string, ref: ConversationRef) => {
    const id = conversationIdOf(ref)
    return all(agentId).find((view) => conversationIdOf(namesOf(view)) === id)
  }
  const report = (agentId: string, ref: ConversationRef): PageConversation => {
    const key = `${agentId} ${conversationIdOf(ref)}`
    const one = pageConversations.get(key) ?? {
      agentId,
      ref,
      projection: () => projection,
      view: () => viewOf(agentId, ref),
      progress: () => 1,
    }
    pageConversations.set(key, one)
    return one
  }
  const ofView = (id: string | undefined): PageConversation | undefined => {
    const view = id === undefined ? undefined : projection.conversation(id)
    return view && report(view.agentId ?? '', refOf(namesOf(view)))
  }

  return {
    choose(agentId, choice) {
      if (choice.kind === 'conversation') return choice
      const views = all(agentId).filter(({ startedSeq }) => startedSeq > choice.after)
      const view = views.findLast(({ isOurs }) => isOurs) ?? views.at(-1)
      return view && refOf(namesOf(view))
    },
    folded: report,
    ofTask: ({ taskId, agentId = '' }) => ofView(projection.task(`${agentId} ${taskId}`)?.conversationId),
    ofExchange: (exchangeId) => ofView(projection.exchange(exchangeId)?.conversationId),
    caughtUp: async () => undefined,
    followed: waitForChange,
    latest: () => projection.lastSeq(),
    async conversations({ agentId, named = '', offset, limit, ...filter }) {
      const views = all(agentId).toReversed()
      const shown = views.filter(
        (view) => isListed(view, filter) && hasEveryWord(firstWords(view.items) ?? '', named),
      )
      return {
        rows: shown.slice(offset, offset + limit).map((view) => rowOf(view, projection)),
        total: shown.length,
        others: views.filter(({ isOurs }) => !isOurs).length,
        version: 1,
      }
    },
    tasks: (agentId) =>
      all(agentId)
        .flatMap(({ tasks }) => [...values(tasks)])
        .flatMap((key) => projection.task(key)?.taskId ?? [])
        .toReversed(),
    calls: ({ filter, ...range }) => console.exchanges({ filter: `kind:webhook ${filter}`, ...range }),
    exchange: async (exchangeId) => exchanges.find(({ id }) => id === exchangeId),
    workingText: (agentId) => opened.agents.find(({ agent }) => agent.id === agentId)?.workingText,
    farSecret: '',
  }
}

/** A page never changes, so a request that waits for a change never resolves. */
export async function waitForChange<Answer extends { readonly version: number }>(
  { seen }: { readonly seen?: number | undefined },
  _options: unknown,
  look: () => Answer | Promise<Answer>,
): Promise<Answer & { readonly waitedMs: number }> {
  const answer = await look()
  if (answer.version === seen) await new Promise(() => undefined)
  return { ...answer, waitedMs: 0 }
}

/** A cause may be recorded after its effect; where the fold finds one, it runs again with all causes found. */
export async function foldPage({ rows, textOf }: PageData): Promise<Projection> {
  const breathe = createSlices()
  for (let causes: Causes = new Map(); ; ) {
    const projection = new Projection(createReading({ dialectOf, bodies: textOf }), { causes })
    for (const { packed } of rows) {
      projection.apply([packed])
      await breathe()
    }
    if (projection.causes().size === causes.size) return projection
    causes = projection.causes()
  }
}

function stateOf({ tasks }: ConversationView, projection: Projection): TaskState | undefined {
  const newest = [...values(tasks)].at(-1)
  return newest === undefined ? undefined : projection.task(newest)?.status?.state
}

function namesOf(view: ConversationView): ConversationRef {
  const { contextId, chatId } = view
  return { contextId, chatId, exchangeId: firstExchange(view) }
}

function firstExchange({ items }: ConversationView): string | undefined {
  for (const item of values(items)) if (item.kind === 'message') return item.message.first.exchangeId
  return undefined
}

function rowOf(view: ConversationView, projection: Projection): ConversationRow {
  const { isOurs, items, tasks, startedSeq, startedAt, lastAt } = view
  const names = namesOf(view)
  const text = firstWords(items)
  const via = projection.exchange(names.exchangeId ?? '')?.call?.via
  return {
    ...names,
    agentId: view.agentId ?? '',
    id: conversationIdOf(names),
    ...defined({ says: text, caller: via && programName(via) }),
    isOurs,
    tasks: tasks.length,
    ...defined({ state: stateOf(view, projection) }),
    startedSeq,
    startedAt,
    lastAt,
  }
}
