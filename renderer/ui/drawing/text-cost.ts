// What it takes a browser to lay out a text, in elements of a page: to break it into lines, to shape what is not Latin, to order what
// goes both ways, and to draw the marks of what is not seen.

const charactersOfElement = 80
const linesOfElement = 4
/** Written right to left, joined, stacked or without spaces between words; measured at a quarter of an element each. */
const shaped = /[\u0590-\u1FFF\uFB1D-\uFEFC\u{10800}-\u{10FFF}\u{1F000}-\u{1FFFF}\p{M}]/gv
/** What `visible-text.ts` makes a mark of, and some that it does not. */
const marked = /[\p{C}--[\t\n]]/gv

export function textCost(text: string): number {
  const lines = text.split('\n').length / linesOfElement
  return Math.ceil(text.length / charactersOfElement + lines + count(text, marked) + count(text, shaped) / 4)
}

function count(text: string, of: RegExp): number {
  let found = 0
  for (const _ of text.matchAll(of)) found += 1
  return found
}
