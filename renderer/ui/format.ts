// Figures as lists show them: short, aligned, comparable.

import { counted, formatCount } from '#shared/format-count.ts'

export { counted, formatCount }

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

export function formatDuration(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** With microseconds, for durations often below a millisecond. */
export function formatFine(ms: number): string {
  if (ms < 0.0005) return '0'
  if (ms < 1) return `${Math.round(ms * 1000)} µs`
  if (ms < 10) return `${Number(ms.toFixed(2))} ms`
  return formatDuration(ms)
}

/** Time since a start: +0.482 */
export function formatOffset(ms: number): string {
  return `+${(Math.max(0, ms) / 1000).toFixed(3)}`
}

/** Made once: making a formatter costs a hundred times what using it does. */
const clock = new Intl.DateTimeFormat(undefined, {
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hour12: false,
})

export function formatClock(at: number): string {
  return clock.format(at)
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** A time of day, with the date where it is not today. */
export function whenOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? formatClock(at) : `${day.format(at)}, ${formatClock(at)}`
}

const minute = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: 'numeric', hour12: false })

/** The time of day, or the date where it is not today. */
export function formatBriefly(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? minute.format(at) : day.format(at)
}

/** Joins the words that are present. */
export function joinDefined(separator: string, ...words: readonly (string | false | undefined)[]): string {
  return words.filter(Boolean).join(separator)
}
