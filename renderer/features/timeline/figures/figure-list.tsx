import type { Outline } from '#shared/story/timeline/outline.ts'
import { formatBytes, formatCount, formatDuration, formatOffset } from '../../../ui/format.ts'
import { timeInWords, tookMs } from '../took.ts'
import { RateChart } from './rate-chart.tsx'
import './figures.css'

/** Everything that was measured, and events over time. */
export function FigureList({ outline }: { readonly outline: Outline }) {
  return (
    <div className="column">
      <RateChart rates={outline.rates} />
      <dl className="figure-list column py-4" aria-label="Figures">
        {figuresOf(outline).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function figuresOf(outline: Outline): readonly (readonly [name: string, value: string])[] {
  const { figures, artifacts, rows } = outline
  const { firstByteMs, firstEventMs, firstNoteMs, firstTextMs, events, receivedBytes, longestSilence } =
    figures
  const { lastSecond, clockSkewMs } = figures
  const totalMs = tookMs(outline)
  const perSecond = totalMs < 1 ? undefined : (events * 1_000) / totalMs
  return [
    ['Time to the first byte', timeInWords(firstByteMs)],
    ['Time to the first event', timeInWords(firstEventMs)],
    ...(firstNoteMs === undefined ? [] : ([['Time to the first note', timeInWords(firstNoteMs)]] as const)),
    ['Time to the first text', timeInWords(firstTextMs)],
    ['Total', timeInWords(totalMs)],
    [
      'Longest gap',
      longestSilence
        ? `${timeInWords(longestSilence.ms)}, from ${formatOffset(longestSilence.fromMs)} s`
        : '—',
    ],
    ['Events', `${formatCount(events)} in ${formatCount(rows)} rows`],
    ['Received', formatBytes(receivedBytes)],
    ['On average', perSecond === undefined ? '—' : `${rateOf(perSecond)} events/s`],
    ['In its last second', `${formatCount(lastSecond.events)} events, ${formatBytes(lastSecond.bytes)}`],
    ['Artifacts', formatCount(artifacts.length)],
    ['The agent\u2019s clock', clockSkewMs ? clockInWords(clockSkewMs) : 'no timestamps'],
  ]
}

function rateOf(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : formatCount(Math.round(perSecond))
}

/** Below this it is the way that takes time, not a clock that is wrong. */
const noticeableMs = 1_000

function clockInWords({ least, most }: { readonly least: number; readonly most: number }): string {
  if (Math.abs(least) < noticeableMs && Math.abs(most) < noticeableMs) return 'agrees with ours'
  const middle = (least + most) / 2
  return `${formatDuration(Math.abs(middle))} ${middle < 0 ? 'behind' : 'ahead of'} ours`
}
