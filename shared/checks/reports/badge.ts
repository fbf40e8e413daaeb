// A run as a badge for a README, without any text of the agent.

import { type CheckRun, countsOf } from '../run.ts'
import { ofLevel, type Verdict, verdictOf, versionOf } from '../summary.ts'
import { xmlText } from './escape.ts'

const colours: Readonly<Record<Verdict['state'], string>> = {
  passed: '#1f7a3a',
  failed: '#b42318',
  incomplete: '#8a6100',
  unmeasured: '#5b6470',
}

/** Width of a character in the badge's font, at most. */
const charWidth = 6.7
const padding = 8

export function badge(run: CheckRun): string {
  const label = ['A2A', [...new Set(run.ways.map(versionOf))].join(', ')].join(' ').trim()
  const { state } = verdictOf(run)
  const badgeText = wordsOf(run, state)
  const left = widthOf(label)
  const right = widthOf(badgeText)
  const title = xmlText(`${label}: ${badgeText}`)
  const text = (words: string, x: number, width: number) =>
    `<text x="${x + padding}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${xmlText(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${left + right}" height="20" rx="3" fill="#30363d"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="${colours[state]}"/>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">`,
    text(label, 0, left),
    text(badgeText, left, right),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

function wordsOf({ results }: CheckRun, state: Verdict['state']): string {
  const { total, skipped, passed } = countsOf(ofLevel(results, 'must'))
  const made = total - skipped
  switch (state) {
    case 'unmeasured':
      return 'inconclusive'
    case 'incomplete':
      return 'incomplete'
    case 'failed':
    case 'passed':
      return made === 0 ? 'no MUST test' : `${passed} of ${made} MUST`
  }
}

function widthOf(words: string): number {
  return Math.round(words.length * charWidth) + 2 * padding
}
