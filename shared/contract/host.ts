import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxNameChars, maxUrlChars } from '../bounded.ts'
import { commandIds } from '../commands.ts'
import { maxProblemMessageChars, maxStackChars } from './constants.ts'
import { windowOpeningSchema } from './opening.ts'
import { keyChoicesSchema } from './preferences.ts'
import { type RedirectQuestion, redirectAnswerSchema } from './redirects.ts'

/** What the place Parley runs in can do. The window requests an ability, never for the name of its host. */
export interface HostCapabilities {
  readonly productVersion: string
  readonly platform: 'darwin' | 'linux' | 'win32' | 'other'
  /** Where secrets live, to be reported where they are typed. */
  readonly secretStore: 'os-vault' | 'memory'
  /** The host opens a link in the user's browser itself, after asking. Else the window does. */
  readonly opensLinks: boolean
  /** The host draws a menu and sends its commands. */
  readonly nativeMenu: boolean
  /** Where the record is kept. */
  readonly dataDir: string
  /** Where the log is, to be reported when something broke. */
  readonly logFile: string
  /** Chosen on the command line; else the window keeps the one it had. */
  readonly theme?: 'system' | 'light' | 'dark'
}

/** Something of ours that broke in the window. */
const problemSchema = z.object({
  what: z.string().max(maxNameChars),
  message: z.string().max(maxProblemMessageChars),
  stack: z.string().max(maxStackChars).optional(),
})
export type Problem = z.infer<typeof problemSchema>

export interface ProblemReport {
  /** Redacted, to be pasted where people help. */
  readonly report: string
  readonly logFile: string
}

/** An error inside the engine that it survived: what it was about was given up, and all else goes on. */
export interface InternalErrorReport extends ProblemReport {
  /** The listener that broke. */
  readonly where: string
  /** How many there were in this run, this one included. */
  readonly count: number
}

/** What the native menu shows: the commands that can run now. */
const menuOfferSchema = z.object({
  commands: z.array(z.enum(commandIds)).max(commandIds.length),
  keys: keyChoicesSchema,
})
export type MenuOffer = z.infer<typeof menuOfferSchema>

export const host = {
  capabilities: oc.output(type<HostCapabilities>()),
  openLink: oc
    .input(z.object({ url: z.url({ protocol: /^https?$/ }).max(maxUrlChars) }))
    .output(type<{ opened: boolean }>()),
  /** Puts a problem of the window into the log. */
  reportProblem: oc.input(problemSchema).output(type<ProblemReport>()),
  /** The latest error that the engine survived, as they come, for as long as the window listens. */
  internalErrors: oc.output(eventIterator(type<InternalErrorReport>())),
  /** Commands chosen in the native menu, for as long as the window listens. */
  menuCommands: oc.output(eventIterator(z.enum(commandIds))),
  /** The native menu offers these commands from now on, with the user's keys. */
  offerCommands: oc.input(menuOfferSchema).output(type<{ offered: number }>()),
  /** What was asked to be opened from outside the window, for as long as it listens. */
  openings: oc.output(eventIterator(windowOpeningSchema)),
  /** The redirects that wait for an answer: all of them, whenever that changes, for as long as the window listens. */
  redirects: oc.output(eventIterator(type<readonly RedirectQuestion[]>())),
  /** False when another window answered before, or the request has ended. */
  answerRedirect: oc.input(redirectAnswerSchema).output(type<{ answered: boolean }>()),
}
