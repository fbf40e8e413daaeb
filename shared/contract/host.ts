import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxNameChars, maxUrlChars } from '../bounded.ts'
import { commandIds } from '../commands.ts'
import { maxProblemMessageChars, maxStackChars } from './constants.ts'
import { windowOpeningSchema } from './opening.ts'
import { keyChoicesSchema } from './preferences.ts'
import { type RedirectQuestion, redirectAnswerSchema } from './redirects.ts'

/** What the host of Parley can do. The window checks abilities, never the name of its host. */
export interface HostCapabilities {
  readonly productVersion: string
  readonly platform: 'darwin' | 'linux' | 'win32' | 'other'
  /** Where secrets are stored, which is shown where they are typed. */
  readonly secretStore: 'os-vault' | 'memory'
  /** The host opens links in the user's browser, after a question. Else the window does. */
  readonly opensLinks: boolean
  /** The host draws a menu and sends its commands. */
  readonly nativeMenu: boolean
  /** Directory of the record. */
  readonly dataDir: string
  /** The log file, shown when something broke. */
  readonly logFile: string
  /** From the command line; by default the window's own setting. */
  readonly theme?: 'system' | 'light' | 'dark'
}

/** An error in the window. */
const problemSchema = z.object({
  what: z.string().max(maxNameChars),
  message: z.string().max(maxProblemMessageChars),
  stack: z.string().max(maxStackChars).optional(),
})
export type Problem = z.infer<typeof problemSchema>

export interface ProblemReport {
  /** Redacted, for sharing where people help. */
  readonly report: string
  readonly logFile: string
}

/** An error that the engine survived: the affected work was given up, all else continues. */
export interface InternalErrorReport extends ProblemReport {
  /** The listener that broke. */
  readonly where: string
  /** Number of errors in this run, including this one. */
  readonly count: number
}

/** The commands of the native menu that can run now. */
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
  /** Logs a problem of the window. */
  reportProblem: oc.input(problemSchema).output(type<ProblemReport>()),
  /** The latest error that the engine survived, and each later one, for as long as the window listens. */
  internalErrors: oc.output(eventIterator(type<InternalErrorReport>())),
  /** Commands chosen in the native menu, for as long as the window listens. */
  menuCommands: oc.output(eventIterator(z.enum(commandIds))),
  /** Sets the commands of the native menu, with the user's keys. */
  offerCommands: oc.input(menuOfferSchema).output(type<{ offered: number }>()),
  /** Requests from outside the window to open something, for as long as it listens. */
  openings: oc.output(eventIterator(windowOpeningSchema)),
  /** The redirects that wait for an answer: all of them, whenever that changes, for as long as the window listens. */
  redirects: oc.output(eventIterator(type<readonly RedirectQuestion[]>())),
  /** False when another window answered before, or the request has ended. */
  answerRedirect: oc.input(redirectAnswerSchema).output(type<{ answered: boolean }>()),
}
