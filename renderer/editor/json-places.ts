// Where in a JSON text the values lie that pointers name: one pass over the text, no recursion, nothing thrown. A text
// that breaks off gives what was read until there; a member that is missing is shown at what should have had it.
// Each pass is a generator: an agent's text may have a million tokens, and the window goes on between two steps.

import { type JsonToken, tokensOf, tokensOfStep } from '#shared/json/json-tokens.ts'

export type Place = JsonToken

interface PointerTree {
  readonly children: Map<string, PointerTree>
  readonly pointers: string[]
}

interface Container {
  /** Undefined below values that nobody requested. */
  readonly pointers: PointerTree | undefined
  readonly isArray: boolean
  index: number
}

export function* placesOf(
  text: string,
  pointers: Iterable<string>,
): Generator<void, ReadonlyMap<string, Place>> {
  const root: PointerTree = { children: new Map(), pointers: [] }
  const all = new Set(pointers)
  for (const pointer of all) addPointer(root, pointer)
  const places = yield* scan(text, root)
  for (const pointer of all) {
    if (!places.has(pointer)) places.set(pointer, nearest(places, pointer) ?? { start: 0, end: 0 })
  }
  return places
}

interface Opened {
  readonly pointer: string
  readonly isArray: boolean
  index: number
  key: string
}

/** What stands at a place of the text: a value or its name, else what it lies in. */
export function* pointerAt(text: string, offset: number): Generator<void, string> {
  const stack: Opened[] = []
  let expectsKey = false
  let tokens = 0
  for (const { start, end } of tokensOf(text)) {
    if (++tokens % tokensOfStep === 0) yield
    const top = stack.at(-1)
    if (start > offset) return top?.pointer ?? ''
    const piece = text.slice(start, end)
    const here = top === undefined ? '' : `${top.pointer}/${top.isArray ? top.index : escaped(top.key)}`
    const isHere = offset < end
    if (piece === '{' || piece === '[') {
      if (isHere) return here
      stack.push({ pointer: here, isArray: piece === '[', index: 0, key: '' })
      expectsKey = piece === '{'
    } else if (piece === '}' || piece === ']') {
      const closed = stack.pop()
      if (isHere) return closed?.pointer ?? ''
      expectsKey = false
    } else if (piece === ',') {
      if (top) top.index += 1
      expectsKey = top !== undefined && !top.isArray
    } else if (piece === ':') expectsKey = false
    else if (expectsKey && top && piece.startsWith('"')) {
      top.key = unquote(piece)
      if (isHere) return `${top.pointer}/${escaped(top.key)}`
    } else if (isHere) return here
  }
  return ''
}

/** RFC 6901 §3. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function addPointer(root: PointerTree, pointer: string): void {
  let node = root
  let path = ''
  if (root.pointers.length === 0) root.pointers.push('')
  for (const raw of pointer.split('/').slice(1)) {
    path += `/${raw}`
    const step = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    const child: PointerTree = node.children.get(step) ?? { children: new Map(), pointers: [] }
    node.children.set(step, child)
    if (!child.pointers.includes(path)) child.pointers.push(path)
    node = child
  }
}

function nearest(places: ReadonlyMap<string, Place>, pointer: string): Place | undefined {
  let path = pointer
  while (path !== '') {
    path = path.slice(0, path.lastIndexOf('/'))
    const place = places.get(path)
    if (place) return place
  }
  return undefined
}

function* scan(text: string, root: PointerTree): Generator<void, Map<string, Place>> {
  const places = new Map<string, Place>()
  const stack: Container[] = []
  let key: { readonly name: string; readonly place: Place } | undefined
  let expectsKey = false

  const note = (pointerTree: PointerTree | undefined, place: Place) => {
    // The last of two equal names counts, as it does for JSON.parse.
    for (const pointer of pointerTree?.pointers ?? []) places.set(pointer, place)
  }
  const wantedHere = (): PointerTree | undefined => {
    const top = stack.at(-1)
    if (!top) return root
    return top.pointers?.children.get(top.isArray ? String(top.index) : (key?.name ?? ''))
  }

  let tokens = 0
  for (const { start, end } of tokensOf(text)) {
    if (++tokens % tokensOfStep === 0) yield
    const piece = text.slice(start, end)
    const top = stack.at(-1)
    if (piece === '{' || piece === '[') {
      const pointerTree = wantedHere()
      // A container is shown by its name; the root and the items of arrays by their bracket.
      note(pointerTree, key && top && !top.isArray ? key.place : { start, end })
      stack.push({ pointers: pointerTree, isArray: piece === '[', index: 0 })
      expectsKey = piece === '{'
      key = undefined
    } else if (piece === '}' || piece === ']') {
      stack.pop()
      key = undefined
      expectsKey = false
    } else if (piece === ',') {
      if (top) top.index += 1
      expectsKey = top !== undefined && !top.isArray
      key = undefined
    } else if (piece === ':') expectsKey = false
    else if (expectsKey && piece.startsWith('"')) key = { name: unquote(piece), place: { start, end } }
    else note(wantedHere(), { start, end })
  }
  return places
}

function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}
