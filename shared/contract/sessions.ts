// Sessions: the current one, stored ones, imported ones. `record` reads their entries.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars, maxNameChars, maxNoteChars } from '../bounded.ts'
import type { EntryKind } from '../record/entry.ts'
import type { ReplayOutline } from '../replay/outline.ts'
import type { Run } from '../replay/runs.ts'
import type { Agent } from './agents.ts'
import type { Discovery } from './card.ts'
import type { WorkingText } from './chat.ts'

export const sessionIdSchema = z.string().min(1).max(maxIdChars)

export interface SessionView {
  readonly id: string
  /** Given by the user; else empty. */
  readonly name: string
  readonly note: string
  readonly pinned: boolean
  readonly origin: 'recorded' | 'imported'
  readonly state: 'recording' | 'paused' | 'kept'
  readonly createdAt: number
  readonly firstAt?: number
  readonly lastAt?: number
  readonly agents: readonly { readonly id: string; readonly name: string }[]
  readonly entries: number
  readonly exchanges: number
  readonly tasks: number
  readonly findings: number
  readonly sizeBytes: number
  /** How much of it is deleted, from 0 to 1: it can no longer be opened or kept. */
  readonly deleted?: number
  /** Whether its deletion can be canceled, or was, so that the rest is a session again soon. Absent without a deletion. */
  readonly canceling?: 'possible' | 'begun'
  /** Part of it was deleted before that was canceled. */
  readonly partlyDeleted?: true
}

export type CompactStep =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly beforeBytes: number; readonly afterBytes: number }

export interface SessionPage {
  readonly sessions: readonly SessionView[]
  /** Pass as `after` of the next call; absent at the end. */
  readonly next?: string
}

/**
 * `paused` and `stopped`: calls continue and are shown, but are not stored; they end with the engine. A paused session
 * continues with its recording, after a stopped one a new session begins.
 */
export interface Recording {
  readonly state: 'recording' | 'paused' | 'stopped'
  /** The session being recorded, or paused; absent when stopped. */
  readonly session?: SessionView
  /** The session that a live window shows: that one, or the last; absent where it was deleted. */
  readonly shownId?: string
}

export interface SearchHit {
  readonly sessionId: string
  /** The name of the session, or its agents. */
  readonly session: Pick<SessionView, 'name' | 'agents' | 'state'>
  readonly exchangeId: string
  readonly seq: number
  readonly at: number
  readonly kind: EntryKind
  readonly sentBy: 'you' | 'agent' | 'caller'
  /** The name of that agent or program; absent for one without. */
  readonly sender?: string
  /** The match with the text around it. */
  readonly excerpt: string
  /** From the text of a message, an artifact, a card or an error; else raw as recorded. */
  readonly isReadable?: true
}

export interface SearchPage {
  /** The newest first. */
  readonly hits: readonly SearchHit[]
  readonly total: number
}

/** A session to show, with the facts that its panes need besides its entries. */
export interface OpenedSession {
  readonly session: SessionView
  /** The agent that was called first, which is shown first. */
  readonly firstCalled?: string
  readonly agents: readonly {
    readonly agent: Agent
    readonly discovery: Discovery
    /** The credentials that its card requires, in words. */
    readonly needs: string
    /** How the user chose to show its texts at work. */
    readonly workingText?: WorkingText
  }[]
}

/** Of a search through the sessions; refused. */
const maxSearchChars = 500

const nameSchema = z.string().trim().max(maxNameChars)
const session = z.object({ sessionId: sessionIdSchema })

export const sessions = {
  /** Pinned ones first, then the newest. */
  list: oc
    .input(z.object({ after: z.string().max(maxNameChars).optional(), limit: z.int().min(1).max(200) }))
    .output(type<SessionPage>()),
  recording: oc.output(type<Recording>()),
  record: oc.input(z.object({ action: z.enum(['start', 'pause', 'stop', 'new']) })).output(type<Recording>()),
  edit: oc
    .input(
      session.extend({
        changes: z.object({
          name: nameSchema.optional(),
          note: z.string().max(maxNoteChars).optional(),
          pinned: z.boolean().optional(),
        }),
      }),
    )
    .output(type<SessionView>()),
  /**
   * Immediate; a window uses `removals`. Returns when its entries, bodies and indexed words are deleted from the disk; the list
   * reports the progress. It cannot be opened from the beginning on; a deletion that Parley's end interrupts continues at the
   * next start. The current session cannot be removed.
   */
  remove: oc.input(session).output(type<{ readonly removed: boolean }>()),
  /**
   * Keeps what is not deleted yet: exchanges whose deletion has begun are deleted completely, then the rest is a session again,
   * and `remove` returns that it was not removed. Returns false where that is too late.
   */
  cancelRemoval: oc.input(session).output(type<{ readonly canceled: boolean }>()),
  /** Shrinks the files as far as possible. Finished steps stay finished without listeners. */
  compact: oc.output(eventIterator(type<CompactStep>())),
  search: oc
    .input(
      z.object({
        text: z.string().trim().min(1).max(maxSearchChars),
        skip: z.int().min(0).max(100_000),
        limit: z.int().min(1).max(100),
      }),
    )
    .output(type<SearchPage>()),
  /** By its id, its name, or as "last": the newest stored one. */
  find: oc.input(z.object({ named: z.string().min(1).max(maxNameChars) })).output(type<SessionView>()),
  open: oc.input(session).output(type<OpenedSession>()),
  /** Times of its events: what a replay needs before it plays. */
  outline: oc.input(session).output(type<ReplayOutline>()),
  /** Its prompts with their results, to compare with those of another. */
  runs: oc.input(session).output(type<readonly Run[]>()),
}
