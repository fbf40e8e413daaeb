import './valid-language.ts'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { Outline, Rates } from '#shared/story/timeline/outline.ts'
import { formatBytes, formatCount, formatDuration, formatOffset } from '../../ui/format.ts'
import { timeInWords, tookMs } from './took.ts'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../state/appearance.ts'
import { useWidth } from '../../ui/hooks.ts'
import './timeline.css'

const heightPx = 132

export function FigureList({ outline }: { readonly outline: Outline }) {
  return (
    <div className="column">
      <RateChart rates={outline.rates} />
      <dl className="figure-list column py-4 small" aria-label="Figures">
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

/** A smaller difference is caused by transmission rather than by a wrong clock. */
const noticeableMs = 1_000

function clockInWords({ least, most }: { readonly least: number; readonly most: number }): string {
  if (Math.abs(least) < noticeableMs && Math.abs(most) < noticeableMs) return 'agrees with ours'
  const middle = (least + most) / 2
  return `${formatDuration(Math.abs(middle))} ${middle < 0 ? 'behind' : 'ahead of'} ours`
}

// Events and bytes a second over the life of the task, live. The chart is a picture; its numbers are beside it as text.

function RateChart({ rates }: { readonly rates: Rates }) {
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const target = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const latest = useRef(rates)
  latest.current = rates
  const theme = useTheme((state) => state.shown)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    if (!target.current || widthPx === 0) return
    const made = new uPlot(optionsOf(target.current, widthPx), seriesOf(latest.current), target.current)
    chart.current = made
    return () => {
      chart.current = undefined
      made.destroy()
    }
  }, [widthPx, theme])
  useEffect(() => chart.current?.setData(seriesOf(rates)), [rates])

  return (
    <div ref={ref} className="rate-chart rule-below">
      <div ref={target} role="img" aria-label="Events and bytes per second over time" />
      <p className="rate-legend flex gap-14 dim small" aria-hidden={true}>
        <span>events/s</span>
        <span className="rate-bytes">bytes/s</span>
      </p>
    </div>
  )
}

function seriesOf({ stepMs, events, bytes }: Rates): uPlot.AlignedData {
  const perSecond = 1_000 / stepMs
  return [
    events.map((_, step) => (step * stepMs) / 1_000),
    events.map((count) => count * perSecond),
    bytes.map((count) => count * perSecond),
  ]
}

function optionsOf(element: HTMLElement, width: number): uPlot.Options {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const axis = {
    stroke: colour('faint'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
    font: `10.5px ${style.fontFamily}`,
  }
  return {
    width,
    height: heightPx,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 0, 0, 0],
    scales: { x: { time: false }, bytes: { range: fromZero }, y: { range: fromZero } },
    series: [
      {},
      { stroke: colour('working'), fill: `${colour('working')}30`, width: 1.5, points: { show: false } },
      { stroke: colour('source-push'), width: 1.25, dash: [4, 3], scale: 'bytes', points: { show: false } },
    ],
    axes: [
      { ...axis, size: 22, values: (_, splits) => splits.map((seconds) => `${seconds} s`) },
      { ...axis, size: 40 },
      {
        ...axis,
        side: 1,
        scale: 'bytes',
        size: 54,
        grid: { show: false },
        values: (_, splits) => splits.map(formatBytes),
      },
    ],
  }
}

function fromZero(_: uPlot, _least: number, most: number): [number, number] {
  return [0, most > 0 ? most * 1.1 : 1]
}
