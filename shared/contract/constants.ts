// Values of the contract that the window needs. There are no schemas here, so the window loads no zod.

import type { ConnectionSettings } from './connection-settings.ts'

export const defaultConnectionSettings: ConnectionSettings = { substitutes: [], extensions: [] }

/** Of a prepared prompt; the field takes no more. */
export const maxPreparedChars = 4_000

/** Prompts of the presenter, as many as there are keys for. */
export const maxPrompts = 9

/** What the window shows, one at a time. */
export const modes = ['chat', 'console', 'checks'] as const

export const consoleTabs = ['wire', 'webhooks', 'findings', 'sequence'] as const

/** Sessions besides the live one that reopen with the window; the ones opened last. */
export const maxKeptTabs = 20

// Lists whose scroll position is restored when the window opens again; those scrolled last.
export const maxScrolled = 12

export const agentColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const

/** Of an agent card, fetched or pasted; reading stops there, and the attempt reports it. */
export const maxCardBytes = 5 * 1024 * 1024

/** Agents added at once as a group, as the window shows; more are chosen one by one. */
export const maxGroup = 200

// Rows opened in a chat; the one opened first closes.
export const maxOpenRows = 1000

// Rows in one answer; the list requests the next.
export const maxReadRows = 1_000

// Longest wait for a change; the window then waits again.
export const maxWaitMs = 30_000

/** For a task to be authorized while Parley polls by itself; it then stops, shows that, and a click continues. */
export const maxAuthorizationWaitMs = 10 * 60_000

/**
 * `prepared`: created, and not sent yet. `sent`: sent to the agent, without a response yet. `confirmed`: the agent listed or
 * returned it. `deleted`: at the agent, by a request of ours.
 */
export const pushStandings = ['prepared', 'sent', 'confirmed', 'refused', 'deleted'] as const

/** Base64 a draft may hold when it is kept; longer files are left out. */
export const maxKeptBase64Chars = 8_000_000

/** Of the message in the report of a broken window; the log has all of it. */
export const maxProblemMessageChars = 4_000

/** Of the stack in that report; the log has all of it. */
export const maxStackChars = 20_000

// Rows of a timeline in one answer; the pane requests the next.
export const maxTimelineRows = 200

/** Tasks on one clock; the pane shows how many of them it has. */
export const maxLanes = 24

// Rows of spans or traces in one answer; the view requests the next.
export const maxSpanPage = 500

// Rows of a sequence in one answer; the view requests the next.
export const maxSequenceRows = 300

// Requests that are open in one list.
export const maxOpenRequests = 100

// Shown first in the palette.
export const maxRecentCommands = 5

// More than the columns of all grids.
export const maxColumnChoices = 500
