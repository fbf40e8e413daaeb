// Builds SVG elements as strings, with everything escaped.

type Attributes = Readonly<Record<string, string | number | undefined>>

export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${escaped(String(value))}"`,
  )
  return `<${name}${written.join('')}>${children.join('')}</${name}>`
}

export function textElement(x: number, y: number, words: string, attributes: Attributes = {}): string {
  return element('text', { x: round(x), y: round(y), ...attributes }, escaped(words))
}

interface DocumentTerms {
  readonly widthPx: number
  readonly heightPx: number
  readonly fontPx: number
  /** The accessible name. */
  readonly title: string
  readonly background: string
}

/** A self-contained drawing. */
export function svgDocument(terms: DocumentTerms, ...children: readonly string[]): string {
  const { fontPx, title, background } = terms
  const [width, height] = [round(terms.widthPx), round(terms.heightPx)]
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...{ width, height, viewBox: `0 0 ${width} ${height}` },
      'font-family': 'system-ui, -apple-system, Segoe UI, Noto Sans, sans-serif',
      'font-size': fontPx,
      role: 'img',
    },
    element('title', {}, title),
    element('rect', { width, height, fill: background }),
    ...children,
  )
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Characters that XML does not allow are removed. */
function escaped(words: string): string {
  return words
    .replace(/[^\t\n\r -\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

/** The current value of a theme token, by its name without dashes. */
export function themeColour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim()
}
