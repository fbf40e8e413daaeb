// Events and bytes a second over the life of the task, live. The chart is a picture; its numbers stand beside it as text.

import './valid-language.ts'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Rates } from '#shared/story/timeline/outline.ts'
import { useTheme } from '../../../state/theme.ts'
import { formatBytes } from '../../../ui/format.ts'
import { useWidth } from '../../../ui/use-width.ts'

const heightPx = 132

export function RateChart({ rates }: { readonly rates: Rates }) {
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
    <div ref={ref} className="rate-chart">
      <div ref={target} role="img" aria-label="Events and bytes per second over time" />
      <p className="rate-legend flex gap-14 muted small" aria-hidden={true}>
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
