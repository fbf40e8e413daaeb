// The estimated cost of drawing an SVG: a few hundred bytes can refer to themselves until a browser draws a billion shapes.
// Each element counts as often as it is drawn, through every reference to it.

import { readSvgElements, type SvgElement } from './svg-elements.ts'

interface SvgSize {
  readonly width: number
  readonly height: number
}

export type SvgReading =
  | { readonly kind: 'drawing'; readonly size: SvgSize | undefined; readonly weight: number }
  | { readonly kind: 'refused'; readonly reason: string }

// Weight of a drawing in simple shapes; a heavier one is refused.
const maxWeight = 20_000
// References in a chain.
const maxChain = 24

/** The cost of one element, with everything it refers to. */
interface Sum {
  /** In simple shapes. */
  readonly weight: number
  /** Elements that inherit the attributes of the surrounding one. */
  readonly elements: number
  /** Numbers in their outlines: each has a marker. */
  readonly points: number
  /** Length of their outlines in the drawing's own units, at most. */
  readonly length: number
}

const nothing: Sum = { weight: 0, elements: 0, points: 0, length: 0 }

export function readSvg(xml: string): SvgReading {
  if (declaresEntities(xml)) return refused('declares entities')
  const encoding = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/i.exec(xml)?.[1]
  if (encoding !== undefined && !/^(?:utf-8|us-ascii|iso-8859-1)$/i.test(encoding))
    return refused('is not in UTF-8')
  const root = readSvgElements(xml)
  if (!root) return refused('isn’t XML that can be read, or is nested too deep')
  const all = flattened(root)
  const odd = all.map(oddityOf).find((oddity) => oddity !== undefined)
  if (odd !== undefined) return refused(odd)
  try {
    const { weight } = createSums(all, root)(root)
    // NaN where the sum overflows.
    if (!(weight <= maxWeight)) return refused('would take too long to draw')
    return { kind: 'drawing', size: sizeOf(root), weight }
  } catch (error) {
    if (error instanceof ChainError) return refused('refers to itself over and over')
    throw error
  }
}

function declaresEntities(xml: string): boolean {
  if (/<!ENTITY/i.test(xml)) return true
  return xml
    .split(/<!DOCTYPE/i)
    .slice(1)
    .some((behind) => behind.slice(0, behind.indexOf('>') >>> 0).includes('['))
}

class ChainError extends Error {}

function refused(reason: string): SvgReading {
  return { kind: 'refused', reason }
}

/** In the order of the document: of equal ids the first counts. */
function flattened(root: SvgElement): readonly SvgElement[] {
  const all: SvgElement[] = []
  const next = [root]
  for (let element = next.pop(); element; element = next.pop()) {
    all.push(element)
    for (const child of element.children.toReversed()) next.push(child)
  }
  return all
}

/** A feature that cannot be judged statically, or refers to another document. */
function oddityOf({ name, attributes, text }: SvgElement): string | undefined {
  if (name === 'foreignObject') return 'holds a page'
  if (name === 'image' || name === 'feImage') {
    const href = attributes.get('href') ?? ''
    if (/^\s*data:\s*image\/svg/i.test(href)) return 'holds another drawing'
  }
  const style = name === 'style' ? text : (attributes.get('style') ?? '')
  if (style.includes('\\')) return 'has a style that hides what it says'
  if (name === 'style' && /url\(|@import|image\(|image-set\(/i.test(style.replaceAll(fontData, '')))
    return 'repeats parts of itself by its style'
  if (style.includes('--') && /url\(/i.test(style)) return 'repeats parts of itself by its style'
  return undefined
}

const fontData = /url\(\s*["']?data:(?:font|application)\/[\w;,+/=-]*["']?\s*\)/gi

/** In simple shapes, for each time it is drawn. */
const heavy: Readonly<Record<string, number>> = {
  animate: 500,
  animateMotion: 500,
  animateTransform: 500,
  set: 500,
  image: 500,
  feImage: 500,
  feTurbulence: 2_000,
  feConvolveMatrix: 2_000,
  feMorphology: 2_000,
  feDiffuseLighting: 2_000,
  feSpecularLighting: 2_000,
  filter: 200,
  mask: 50,
  pattern: 20,
}

/** Elements that draw the target of their `href`. */
const drawing = /^(?:use|image|feImage|pattern|textPath|tref|linearGradient|radialGradient|mask|filter)$/
/** Inherited by all descendants; other attributes apply to the element alone. */
const inherited = /^(?:fill|stroke|marker|style)/
const inStyle = /(?:^|[;{\s])(?:stroke-dasharray)\s*:\s*([^;}]*)/g
const number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi

function createSums(all: readonly SvgElement[], root: SvgElement): (element: SvgElement) => Sum {
  const byId = new Map<string, SvgElement>()
  for (const element of all) {
    const id = element.attributes.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  const sums = new Map<SvgElement, Sum>()
  const open = new Set<SvgElement>()
  let chain = 0

  const sumOf = (element: SvgElement): Sum => {
    const before = sums.get(element)
    if (before) return before
    if (open.has(element)) throw new ChainError()
    open.add(element)
    let sum = ownOf(element)
    for (const child of element.children) sum = added(sum, sumOf(child))
    const { attributes } = element
    const href = attributes.get('href')?.trim()
    if (href?.startsWith('#') && drawing.test(element.name)) sum = added(sum, targetOf(href.slice(1)))
    for (const [name, value] of attributes) {
      const places = sum.elements + (/marker/.test(name + value) ? sum.points : 0)
      const times = inherited.test(name) ? places : 1
      for (const id of referredTo(value)) sum = { ...sum, weight: sum.weight + times * targetOf(id).weight }
    }
    const dashes = attributes.get('stroke-dasharray') ?? ''
    const styled = attributes.get('style') ?? ''
    sum = { ...sum, weight: sum.weight + dashWeight(sum, [dashes, ...dashesIn(styled)]) }
    open.delete(element)
    sums.set(element, sum)
    return sum
  }
  const targetOf = (id: string): Sum => {
    const target = byId.get(id)
    if (!target) return nothing
    chain += 1
    if (chain > maxChain) throw new ChainError()
    const sum = sumOf(target)
    chain -= 1
    return sum
  }

  return (element) => {
    const sum = sumOf(element)
    if (element !== root) return sum
    const styles = all.flatMap(({ name, text }) => (name === 'style' ? [text] : [])).join('\n')
    const matching = (styles.length * all.length) / matchedCharacters
    return { ...sum, weight: sum.weight + matching + dashWeight(sum, dashesIn(styles)) }
  }
}

/** The ids in `url(#…)`; an unclosed one extends to the end, as in a browser. */
function referredTo(value: string): readonly string[] {
  const ids: string[] = []
  const opening = /url\(\s*(["']?)\s*/gi
  for (let open = opening.exec(value); open; open = opening.exec(value)) {
    // Without an end: up to the last character.
    const end = value.indexOf(open[1] || ')', opening.lastIndex) >>> 0
    const target = value.slice(opening.lastIndex, end).trimEnd()
    if (target.startsWith('#')) ids.push(target.slice(1))
    opening.lastIndex = end
  }
  return ids
}

function added(a: Sum, b: Sum): Sum {
  return {
    weight: a.weight + b.weight,
    elements: a.elements + b.elements,
    points: a.points + b.points,
    length: a.length + b.length,
  }
}

const charactersOfShape = 60
/** Characters of a style matched against one element that cost as much as a shape. */
const matchedCharacters = 2_000

function ownOf({ name, attributes, text }: SvgElement): Sum {
  const outline = attributes.get('d') ?? attributes.get('points') ?? ''
  const shape = ['x1', 'x2', 'y1', 'y2', 'r', 'rx', 'ry', 'width', 'height']
    .map((owner) => attributes.get(owner) ?? '')
    .join(' ')
  const numbers = numbersIn(`${outline} ${shape}`)
  const drawnText = name === 'style' ? 0 : text.trim().length
  return {
    weight: (heavy[name] ?? 1) + (outline.length + drawnText) / charactersOfShape,
    elements: 1,
    points: numbers.length,
    // An arc is longer than its numbers; at most seven times its radius.
    length: numbers.reduce((sum, each) => sum + Math.abs(each), 0) * 7,
  }
}

/** A dash is a small part of a shape; browsers draw a million of them to a path. */
function dashWeight({ length }: Sum, patterns: readonly string[]): number {
  const periods = patterns.map((pattern) => numbersIn(pattern).reduce((sum, each) => sum + Math.abs(each), 0))
  const shortest = Math.min(...periods.filter((period) => period > 0), Number.POSITIVE_INFINITY)
  return length / shortest / 50
}

function dashesIn(style: string): readonly string[] {
  return [...style.matchAll(inStyle)].map(([, dashes = '']) => dashes)
}

function numbersIn(text: string): readonly number[] {
  return (text.match(number) ?? []).map(Number)
}

/** As stated in pixels, or by its view box. */
function sizeOf({ attributes }: SvgElement): SvgSize | undefined {
  const [, , boxWidth, boxHeight] = numbersIn(attributes.get('viewBox') ?? '')
  const width = pixels(attributes.get('width')) ?? boxWidth
  const height = pixels(attributes.get('height')) ?? boxHeight
  return width && height && width > 0 && height > 0 ? { width, height } : undefined
}

const perUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
}

function pixels(length: string | undefined): number | undefined {
  const [, value, unit = ''] = /^\s*([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '') ?? []
  const factor = perUnit[unit.toLowerCase()]
  return value === undefined || factor === undefined ? undefined : Number(value) * factor
}
