// Sessions: the one being recorded, those kept, those that was from a file. Reading their entries is `record`'s business.

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
  /** The user's; empty while they have given none. */
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
  /** How much of it is deleted, from 0 to 1: it can be neither opened nor kept any more. */
  readonly deleted?: number
  /** Of its deletion: whether it can be canceled, or was, so that what is left is a session again soon. Absent when nothing is. */
  readonly canceling?: 'possible' | 'begun'
  /** Some of it was deleted before that was canceled. */
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
 * `paused` and `stopped`: calls go on and are shown, but are not kept; they end with the engine. A paused session goes on
 * when recording does, after a stopped one a new session begins.
 */
export interface Recording {
  readonly state: 'recording' | 'paused' | 'stopped'
  /** The session being recorded, or paused; absent when stopped. */
  readonly session?: SessionView
  /** The one a live window is about: that one, or the last; absent where it was deleted. */
  readonly shownId?: string
}

export interface SearchHit {
  readonly sessionId: string
  /** What the session is called, or whom it was with. */
  readonly session: Pick<SessionView, 'name' | 'agents' | 'state'>
  readonly exchangeId: string
  readonly seq: number
  readonly at: number
  readonly kind: EntryKind
  readonly sentBy: 'you' | 'agent' | 'caller'
  /** The name of that agent or program; absent for one without. */
  readonly sender?: string
  /** The words found, with what stands around them. */
  readonly excerpt: string
  /** That is from the text of a message, an artifact, a card or an error; else it is as it was recorded. */
  readonly isReadable?: true
}

export interface SearchPage {
  /** The newest first. */
  readonly hits: readonly SearchHit[]
  readonly total: number
}

/** A session to look at, with what its panes ask besides its entries. */
export interface OpenedSession {
  readonly session: SessionView
  /** The agent that was called first: a reader begins with it. */
  readonly firstCalled?: string
  readonly agents: readonly {
    readonly agent: Agent
    readonly discovery: Discovery
    /** What its card requests, in words. */
    readonly needs: string
    /** How the user read what it said while it worked. */
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
   * At once; a window removes by `removals`. Its entries, its bodies and its words are gone from the disk when this answers, its list
   * reports how far that is. Nobody can open it from the first moment on; what an end of Parley interrupts goes on at the next start. The
   * current one cannot be removed.
   */
  remove: oc.input(session).output(type<{ readonly removed: boolean }>()),
  /**
   * What is not deleted yet is kept: exchanges that are begun go all the same, then the rest is a session again, and `remove` answers that
   * it was not removed. Answers false where that is too late.
   */
  cancelRemoval: oc.input(session).output(type<{ readonly canceled: boolean }>()),
  /** Makes the files as small as they can be. What was done stays done when nobody listens any more. */
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
  /** By its id, its name, or as "last": the newest kept one. */
  find: oc.input(z.object({ named: z.string().min(1).max(maxNameChars) })).output(type<SessionView>()),
  open: oc.input(session).output(type<OpenedSession>()),
  /** When what happened: what a replay needs to know of the whole before it plays. */
  outline: oc.input(session).output(type<ReplayOutline>()),
  /** Its prompts and what came of each, to compare with those of another. */
  runs: oc.input(session).output(type<readonly Run[]>()),
}
