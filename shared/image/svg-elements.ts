// The elements of an SVG with their attributes and text, read like a browser's XML parser as far as it matters for the cost of
// drawing. Linear in the text; nothing is created from it.

export interface SvgElement {
  readonly name: string
  /** Names without prefixes, values with their entities resolved. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: SvgElement[]
  /** The text between its tags, without children. */
  text: string
}

// Deeper ones are not drawings.
const maxSvgDepth = 200

/** The root; undefined for invalid XML or one nested deeper than any drawing. */
export function readSvgElements(xml: string): SvgElement | undefined {
  const top: SvgElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [top]
  let at = 0
  while (at < xml.length) {
    const tag = xml.indexOf('<', at)
    const inside = open.at(-1) ?? top
    inside.text += xml.slice(at, tag < 0 ? xml.length : tag)
    if (tag < 0) break
    const skipped = afterAside(xml, tag)
    if (skipped !== undefined) {
      if (xml.startsWith('<![CDATA[', tag)) inside.text += xml.slice(tag + 9, skipped - 3)
      at = skipped
      continue
    }
    const end = endOfTag(xml, tag + 1)
    if (end === undefined) return undefined
    const inner = xml.slice(tag + 1, end)
    at = end + 1
    if (inner.startsWith('/')) {
      if (open.length > 1) open.pop()
      continue
    }
    const element = elementOf(inner)
    inside.children.push(element)
    if (inner.endsWith('/')) continue
    open.push(element)
    if (open.length > maxSvgDepth) return undefined
  }
  return top.children.find(({ name }) => name === 'svg')
}

const asides = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** After a comment, a section, an instruction or a declaration. */
function afterAside(xml: string, at: number): number | undefined {
  const aside = asides.find(([begin]) => xml.startsWith(begin, at))
  if (!aside) return undefined
  const [begin, last] = aside
  const end = xml.indexOf(last, at + begin.length)
  return end < 0 ? xml.length : end + last.length
}

/** A bracket in quotes does not end a tag. */
function endOfTag(xml: string, from: number): number | undefined {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const char = xml.charAt(at)
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at
  }
  return undefined
}

/** Matches a name without a value, too, so that it is read once. */
const attribute = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g

function elementOf(tag: string): SvgElement {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of tag.matchAll(attribute)) {
    const value = double ?? single
    if (value !== undefined) attributes.set(localName(name), resolved(value))
  }
  return { name: localName(/^[^\s/]*/.exec(tag)?.[0] ?? ''), attributes, children: [], text: '' }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Custom entities do not matter here: such documents are refused. */
function resolved(value: string): string {
  if (!value.includes('&')) return value
  return value.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
