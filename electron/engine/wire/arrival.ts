// Arrival times of the events of one stream, and the agent's timestamps in them: a few numbers per stream.

import type { Update } from '#shared/a2a/model.ts'
import type { StreamTiming } from '#shared/a2a/rules/wire/http-facts.ts'
import { timeOf } from '#shared/story/status-identity.ts'
import { statusOf } from '#shared/story/updates-of.ts'

export interface ArrivalTrack {
  sentMs: number
  firstEventMs: number | undefined
  earliestMs: number
  latestMs: number
}

export function newArrival(): ArrivalTrack {
  return {
    sentMs: Number.NaN,
    firstEventMs: undefined,
    earliestMs: Number.POSITIVE_INFINITY,
    latestMs: Number.NEGATIVE_INFINITY,
  }
}

export function trackArrival(track: ArrivalTrack, update: Update, nowMs: number): void {
  track.firstEventMs ??= nowMs
  const stampMs = timeOf(statusOf(update)?.timestamp)
  if (stampMs === undefined) return
  track.earliestMs = Math.min(track.earliestMs, stampMs)
  track.latestMs = Math.max(track.latestMs, stampMs)
}

export function timingOf(
  { sentMs, firstEventMs, earliestMs, latestMs }: ArrivalTrack,
  lastEventMs: number,
): StreamTiming | undefined {
  if (firstEventMs === undefined || Number.isNaN(firstEventMs - sentMs) || latestMs <= earliestMs)
    return undefined
  return {
    waitedMs: firstEventMs - sentMs,
    arrivalMs: lastEventMs - firstEventMs,
    timestampsMs: latestMs - earliestMs,
  }
}
