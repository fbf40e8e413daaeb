// Rows of the sequence and edges of the map in words: for titles, screen readers and export.

import type { Edge, KeptRunning, ReasonKind, SequenceRow, Why } from '#shared/story/sequence/sequence.ts'
import { counted, formatDuration, joinDefined } from '../../../ui/format.ts'
import { shortId, visibleString } from '../../../ui/visible-text.ts'

const reasonKinds = ['span', 'trace', 'reference', 'context', 'forwarded', 'inside'] as const
const reasonWords: Readonly<Record<ReasonKind, string>> = {
  span: 'parent span',
  trace: 'same trace',
  reference: 'refers to the task',
  context: 'same context',
  forwarded: 'same message',
  inside: 'while the task was open',
}

/** A row without its lanes. */
export function rowWords(row: SequenceRow, names: readonly string[]): string {
  switch (row.kind) {
    case 'call':
      return visibleString(row.label)
    case 'calls': {
      const { calls, open, failed, aborted, medianMs } = row.tally
      const states = Object.entries(row.states).map(([state, count]) => `${count} ${state}`)
      return joinDefined(
        ' · ',
        `${calls} × ${visibleString(row.label)}`,
        ...states,
        failed > 0 && !row.states.failed && `${failed} failed`,
        aborted > 0 && `${aborted} aborted`,
        open > 0 && `${open} open`,
        medianMs !== undefined && `median ${formatDuration(medianMs)}`,
      )
    }
    case 'state':
      return row.tookMs === undefined ? row.state : `${row.state} · ${formatDuration(row.tookMs)}`
    case 'events':
      return counted(row.count, 'event')
    case 'push':
      return `push${row.state ? ` ${row.state}` : ''}${row.count > 1 ? ` × ${row.count}` : ''}`
    case 'answer':
      return [
        row.problem
          ? visibleString(row.problem)
          : (row.state ?? (row.aborted ? 'aborted by the caller' : 'response')),
        formatDuration(row.tookMs),
      ].join(' · ')
    case 'canceled':
      return `after the cancel: ${runningWords(row.running, names)}`
  }
}

/** Each lane once. */
function runningWords(running: readonly KeptRunning[], names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const { lane, state, endedMs } of running) {
    const how =
      endedMs === undefined
        ? `still ${state ?? 'open'}`
        : `${state ?? 'done'} ${formatDuration(endedMs)} later`
    const words = `${visibleString(names[lane] ?? '')} ${how}`
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].map(([words, count]) => (count > 1 ? `${count} × ${words}` : words)).join('; ')
}

function whyWords({ reasons, guess, taskId }: Why): string {
  const task = taskId === undefined ? '' : ` (task ${shortId(taskId)})`
  return `${guess ? 'A guess: ' : ''}${reasons.map((reason) => reasonWords[reason]).join(', ')}${task}`
}

export function rowSentence(row: SequenceRow, names: readonly string[]): string {
  const between = `${visibleString(names[row.from] ?? '')} to ${visibleString(names[row.to] ?? '')}`
  const why = (row.kind === 'call' || row.kind === 'calls') && row.why
  return joinDefined(
    '. ',
    `${between}: ${rowWords(row, names)}`,
    why && whyWords(why),
    row.chain && `Step ${row.chain.step} of ${row.chain.length} in a chain`,
  )
}

/** The caller is identified only by its User-Agent or the time. */
export function isGuess(row: SequenceRow): boolean {
  return (row.kind === 'call' || row.kind === 'calls') && row.why?.guess === true
}

/** All of its calls are guesses; pushes do not count. */
export function isGuessed({ calls, guessed }: Edge): boolean {
  return calls > 0 && guessed === calls
}

export function edgeWords(edge: Edge): string {
  const { calls, guessed, open, failed, aborted, medianMs, p95Ms, pushes, cards } = edge
  const counts = calls > 0 && counted(calls, 'call')
  return joinDefined(
    ' · ',
    isGuessed(edge) ? `guess: ${counts}` : counts,
    !isGuessed(edge) && guessed > 0 && `of these ${counted(guessed, 'guess', 'guesses')}`,
    calls === 0 && cards > 0 && 'agent card only',
    pushes > 0 && counted(pushes, 'push', 'pushes'),
    open > 0 && `${open} open`,
    failed > 0 && `${failed} failed`,
    aborted > 0 && `${aborted} aborted`,
    medianMs !== undefined && `median ${formatDuration(medianMs)}`,
    p95Ms !== undefined && `p95 ${formatDuration(p95Ms)}`,
  )
}

/** Why calls are attributed to the caller; empty where Parley or another program sent them itself. */
export function edgeReasons({ reasons }: Edge): string {
  return reasonKinds
    .flatMap((kind) => (reasons[kind] ? [`${reasonWords[kind]} × ${reasons[kind]}`] : []))
    .join(', ')
}
