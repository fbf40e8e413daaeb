import { expect, test } from 'vitest'
import { cpuMs } from '#testing/cpu-ms.ts'
import { readSvg } from './svg-weight.ts'

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" ${more}>${inside}</svg>`
const times = (count: number, select: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => select(index)).join('')
/** Each level refers ten times to the previous one. */
const levels = (
  count: number,
  refer: (index: number) => string,
  wrap: (index: number, inside: string) => string,
) => svg(times(count, (index) => wrap(index, index === 0 ? '<rect/>' : times(10, () => refer(index - 1)))))
const nested = (refer: (index: number) => string) =>
  levels(8, refer, (index, inside) => `<g id="n${index}">${inside}</g>`)

const uses = nested((index) => `<use href="#n${index}"/>`)
const dashed = 'stroke-dasharray="1 1"'

test.each([
  ['nested use', uses],
  ['nested use with prefixes', uses.replaceAll('href', 'x:href')],
  ['nested use in elements with prefixes', uses.replaceAll(/(<\/?)(use|g|svg)/g, '$1s:$2')],
  ['nested use, its marks written as entities', uses.replaceAll('"#', '"&#x23;')],
  ['nested use in single quotes', uses.replaceAll('"', "'")],
  ['nested use behind a comment with brackets', uses.replace('<g', '<!-- > < --><g')],
  ['nested use behind a bracket in an attribute', uses.replace('<g', '<g class=">"/><g')],
  ['nested patterns', nested((index) => `<rect fill="url(#n${index})"/>`)],
  ['nested patterns in quotes', nested((index) => `<rect fill="url( '#n${index}' )"/>`)],
  ['nested patterns in capitals', nested((index) => `<rect fill="URL(#n${index})"/>`)],
  ['nested patterns that are not closed', nested((index) => `<rect style="fill:url(#n${index}"/>`)],
  [
    'nested patterns whose names hold a bracket',
    nested((index) => `<rect fill="url('#)${index}')"/>`).replaceAll('id="n', 'id=")'),
  ],
  ['nested masks by a style', nested((index) => `<rect style="mask:url(#n${index})"/>`)],
  ['nested masks by a style sheet', svg(`<style>${times(9, (i) => `.a${i}{mask:url(#n${i})}`)}</style>`)],
  ['a style sheet that hides what it says', svg('<style>.a{mask:u\\72l(#n)}</style>')],
  ['a style that is handed down', svg('<g style="--m: url(#n)"/>')],
  [
    'what a group hands down to many',
    svg(`<pattern id="p">${'<rect/>'.repeat(200)}</pattern><g fill="url(#p)">${'<rect/>'.repeat(200)}</g>`),
  ],
  [
    'a marker at each of many points',
    svg(
      `<marker id="m">${'<rect/>'.repeat(100)}</marker><path marker-mid="url(#m)" d="M${'0 0L'.repeat(400)}"/>`,
    ),
  ],
  ['a circle of references', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
  [
    'a million dashes, many times',
    svg(`<g stroke-dasharray="1 1">${'<path d="M0 0L900000 1"/>'.repeat(200)}</g>`),
  ],
  [
    'a million dashes by a style sheet',
    svg(`<style>path{stroke-dasharray:.1}</style>${'<path d="M0 0L900000 1"/>'}`),
  ],
  [
    'expensive filters',
    svg(`<filter id="f">${'<feTurbulence/>'.repeat(20)}</filter>${'<rect filter="url(#f)"/>'.repeat(20)}`),
  ],
  ['animations without end', svg('<rect><animate/></rect>'.repeat(100))],
  ['elements nested deeper than any drawing', svg('<g>'.repeat(5_000) + '</g>'.repeat(5_000))],
  ['more elements than a drawing has', svg('<rect/>'.repeat(30_000))],
  [
    'a style sheet held against many elements',
    svg(`<style>${'* * b{x:y}'.repeat(2_000)}</style>${'<g/>'.repeat(9_000)}`),
  ],
  ['a drawing in the drawing', svg('<image href="data:image/svg+xml,<svg/>"/>')],
  ['a page in the drawing', svg('<foreignObject/>')],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
  ['an encoding of its own', `<?xml version="1.0" encoding="iso-2022-jp"?>${svg('')}`],
  ['a tag that never ends', svg('').replace('</svg>', '<g "')],
])('%s is refused', (_name, drawing) => {
  expect(readSvg(drawing).kind).toBe('refused')
})

test.each([
  [
    'a chart with its glyphs by reference',
    svg(
      `<style>*{stroke-linejoin: round}</style><defs><path id="g" d="M1 2L3 4z"/></defs>${'<use href="#g" x="3"/>'.repeat(2_000)}`,
    ),
  ],
  ['dashed lines of a grid', svg(`<path d="M57.6 307L57.6 41.4" ${dashed}/>`.repeat(40))],
  [
    'arrows of a diagram',
    svg(
      `<marker id="a"><path d="M0 0L9 9"/></marker>${'<path d="M0 0L9 9C1 2 3 4 5 6" marker-end="url(#a)"/>'.repeat(300)}`,
    ),
  ],
  [
    'shadows',
    svg(`<filter id="s"><feGaussianBlur/><feOffset/></filter>${'<rect filter="url(#s)"/>'.repeat(60)}`),
  ],
  [
    'gradients by reference',
    svg(
      `<linearGradient id="a"><stop/></linearGradient><linearGradient id="b" href="#a"/>${'<rect fill="url(#b)"/>'.repeat(500)}`,
    ),
  ],
  [
    'a font of its own',
    svg('<style>@font-face{src: url("data:font/woff2;base64,AAAA")}</style><text>a</text>'),
  ],
  ['an outline of a country', svg(`<path d="M${'12.34,56.78 '.repeat(20_000)}z"/>`)],
])('%s is drawn', (_name, drawing) => {
  expect(readSvg(drawing)).toMatchObject({ kind: 'drawing', size: { width: 400, height: 300 } })
})

test.each([
  ['width="10" height="20"', { width: 10, height: 20 }],
  ['width="1in" height="2.54cm"', { width: 96, height: 96 }],
  ['width="100%" height="50"', { width: 400, height: 50 }],
])('%s', (attributes, size) => {
  expect(readSvg(svg('', attributes))).toMatchObject({ size })
})

const long = 500_000

test.each([
  ['a reference behind spaces', svg(`<rect fill="url(#${' '.repeat(long)}x"/>`)],
  ['references that are not closed', svg(`<rect fill="${'url('.repeat(long / 4)}"/>`)],
  ['as many references', svg(`<rect fill="${'url(#a)'.repeat(long / 7)}"/>`)],
  ['an attribute without a value', svg(`<rect ${'a'.repeat(long)}/>`)],
  ['attributes without values', svg(`<rect ${'a '.repeat(long / 2)}/>`)],
  ['declarations that do not end', '<!DOCTYPE'.repeat(long / 9)],
  ['a name of dashes', svg(`<rect style="${'-'.repeat(long)}:url(#a)"/>`)],
  ['dashes of a style', svg(`<style>${';stroke-dasharray '.repeat(long / 18)}</style>`)],
  ['an encoding behind spaces', `<?xml${' '.repeat(long)}encoding${' '.repeat(long)}?>`],
])('%s is read in time', async (_name, drawing) => {
  const ms = await cpuMs(() => readSvg(drawing))
  // At most 60 ms on a quiet machine; quadratic time took minutes.
  expect(ms).toBeLessThan(1_000)
})
