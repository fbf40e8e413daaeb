import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { taskStates } from '#shared/a2a/model.ts'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

const surfaces = ['bg', 'panel', 'raised', 'sunken', 'accent-bg']
const inks = ['text', 'dim', 'faint', 'accent', ...taskStates, 'source-push']

test.each(['dark', 'light'])(
  'every text colour of the %s theme reads on every surface (AA, 4.5 to 1)',
  (theme) => {
    const tokens = tokensOf(theme)
    const poor = surfaces.flatMap((surface) =>
      inks
        .map((ink) => ({ ink, surface, ratio: contrast(colour(tokens, ink), colour(tokens, surface)) }))
        .filter(({ ratio }) => ratio < 4.5),
    )
    expect(poor).toEqual([])
    expect(contrast(colour(tokens, 'on-accent'), colour(tokens, 'accent'))).toBeGreaterThanOrEqual(4.5)
  },
)

function tokensOf(theme: string): ReadonlyMap<string, string> {
  const block = css.split(`[data-theme="${theme}"]`)[1]?.split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  )
}

function colour(tokens: ReadonlyMap<string, string>, name: string): readonly number[] {
  const hex = tokens.get(name)
  if (!hex) throw new Error(`no token --${name}`)
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(left: readonly number[], right: readonly number[]): number {
  const [a, b] = [luminance(left), luminance(right)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
