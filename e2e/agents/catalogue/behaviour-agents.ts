// Agents that speak correct 1.0 but each break one rule. Those for 0.3 end in `-0.3`.

import type { AgentOptions } from '../agent.ts'
import * as framing from '../quirks/framing.ts'
import * as shapes from '../quirks/shapes.ts'
import * as wrongs from '../quirks/wrongs.ts'
import { orphan, silence } from '../scripts.ts'
import { type NamedAgent, named } from './named-agent.ts'

const wrong = (name: string, mirrors: string, does: string, options: Partial<AgentOptions>): NamedAgent =>
  named(name, mirrors, does, { dialect: '1.0', ...options })
const old = (name: string, mirrors: string, does: string, options: Partial<AgentOptions>): NamedAgent =>
  named(name, mirrors, does, { dialect: '0.3', ...options })

export const behaviourAgents: readonly NamedAgent[] = [
  wrong('terminal-then-more', '§7.1', 'Works on after it has completed', {
    quirks: [wrongs.terminalThenMore],
  }),
  old('terminal-then-more-0.3', '§7.1', 'Works on after a final event', {
    quirks: [wrongs.terminalThenMore],
  }),
  wrong('jumps-back', '§7.1', 'Goes from completed to submitted and asks for input', {
    quirks: [wrongs.jumpsBack],
  }),
  wrong('duplicate-events', '§9.5', 'Sends every event twice', { quirks: [wrongs.duplicateEvents] }),
  wrong('swapped-chunks', '§9.5', 'Sends every two chunks in the wrong order', {
    quirks: [wrongs.swappedChunks],
  }),
  wrong('append-to-unknown', '§7.10', 'Appends to an artifact it never began', { script: orphan() }),
  old('append-to-unknown-0.3', '§7.10', 'Appends to an artifact it never began', { script: orphan() }),
  wrong('append-after-last', '§7.10', 'Appends after the last chunk', { quirks: [wrongs.appendAfterLast] }),
  wrong('id-drift', '§9.5', 'Goes on under another task id and context id', { quirks: [wrongs.idDrift] }),
  wrong('closed-early', '§3.5', 'Closes the stream before the task has ended', {
    quirks: [wrongs.closedEarly],
  }),
  old('closed-early-0.3', '§3.5', 'Closes the stream without a final event', {
    quirks: [wrongs.closedEarly],
  }),
  wrong('left-open', '§3.5', 'Leaves the stream open after the task has ended', {
    quirks: [wrongs.leftOpen],
  }),
  old('left-open-0.3', '§3.5', 'Leaves the stream open after the final event', { quirks: [wrongs.leftOpen] }),
  wrong('get-disagrees', '§7.10', 'Tells GetTask another ending than it streamed', {
    quirks: [wrongs.getDisagrees],
  }),
  wrong('heeds-no-limits', '§7.9', 'Gives the whole history and all artifacts, whatever was asked for', {
    quirks: [wrongs.heedsNoLimits],
  }),
  wrong('no-first-task', '§3.5', 'Begins its streams with an update', { quirks: [wrongs.noFirstTask] }),
  wrong('snapshots-only', '§3.5', 'Sends the whole task again for every change', {
    quirks: [wrongs.snapshotsOnly],
  }),
  wrong('silent', '§3.5', 'Takes the call and never says a word', { script: silence() }),
  wrong('throws', '§3.5', 'Ends a stream with an error event when its executor throws', {
    quirks: [wrongs.throwsFault()],
  }),
  wrong('kind-and-wrapper', '§3.7', 'Writes a kind beside every wrapper', {
    quirks: [shapes.kindBesideWrapper],
  }),
  old('kindless', '§3.7', 'Leaves out every kind', { quirks: [shapes.kindless] }),
  wrong('enum-numbers', '§3.3', 'Gives its states as numbers', { quirks: [shapes.enumsAsNumbers] }),
  wrong('double-result', '§3.7', 'Puts its result in another result', { quirks: [shapes.doubleResult] }),
  wrong('text-id', '§9.5', 'Gives back a numeric id as text', { quirks: [shapes.numericIdAsText] }),
  wrong('null-error', '§9.5', 'Says error: null beside every result', { quirks: [shapes.nullError] }),
  wrong('crlf', '§3.5', 'Ends its lines with CRLF', { quirks: [framing.crlf] }),
  wrong('cr', '§3.5', 'Ends its lines with a bare CR', { quirks: [framing.carriageReturns] }),
  wrong('multi-line-data', '§3.5', 'Spreads its events over many data lines', {
    quirks: [framing.prettyPrinted],
  }),
  wrong('every-sse-field', '§3.5', 'Uses comments, retry, event, id and a field nobody knows', {
    quirks: [framing.everyField],
  }),
  wrong('ids-after-data', '§3.5', 'Puts an id line after the data of each event', {
    quirks: [framing.idsAfterData],
  }),
  wrong('keep-alives', '§3.5', 'Sends a comment before every event', { quirks: [framing.keepAlives] }),
  wrong('stream-bom', '§3.5', 'Begins its streams with a byte order mark', {
    quirks: [framing.byteOrderMark],
  }),
  wrong('record-separators', '§3.5', 'Puts U+001E before the JSON of each event', {
    quirks: [framing.recordSeparators],
  }),
  wrong('unended-event', '§3.5', 'Leaves out the blank line after the last event', {
    quirks: [framing.unendedLastEvent],
  }),
  wrong('ndjson', '§3.5', 'Streams lines of JSON instead of events', { quirks: [framing.ndjson] }),
  wrong('bare-lines', '§3.5', 'Streams lines of JSON as text/event-stream', { quirks: [framing.bareLines] }),
  old('errors-as-events', '§3.5', 'Answers a bad streaming call with an event', {
    quirks: [framing.errorsAsEvents],
  }),
]
