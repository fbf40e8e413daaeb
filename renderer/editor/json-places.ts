// Finds the positions of JSON pointers in a text: one pass, no recursion, no exceptions. A truncated text yields the positions
// up to its end; a missing member yields the position of its parent. Each pass is a generator, so that the window can render
// between the steps of a text with a million tokens.

import { pointerTo } from '#shared/a2a/rules/pointer.ts'
import { type JsonContainer, type JsonToken, walkJson } from '#shared/json/json-tokens.ts'

export type Place = JsonToken

interface PointerTree {
  readonly children: Map<string, PointerTree>
  readonly pointers: string[]
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

/** The pointer to the value at an offset, or to the container around it. */
export function* pointerAt(text: string, offset: number): Generator<void, string> {
  for (const step of walkJson(text)) {
    if (!step) {
      yield
      continue
    }
    const { kind, start, end, inside } = step
    if (start > offset) return pointerTo(keysOf(kind === 'close' ? inside : inside.slice(0, -1)))
    if (offset < end) return pointerTo(keysOf(inside))
  }
  return ''
}

const keysOf = (inside: readonly JsonContainer[]) => inside.map(({ key }) => key)

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
  /** Undefined inside values that no requested pointer leads into. */
  const trees: (PointerTree | undefined)[] = []
  let name: Place | undefined
  for (const step of walkJson(text)) {
    if (!step) {
      yield
      continue
    }
    const { kind, start, end, inside } = step
    const place = { start, end }
    if (kind === 'close') trees.pop()
    else if (kind !== 'name') {
      const top = inside.at(-1)
      const tree = top ? trees.at(-1)?.children.get(String(top.key)) : root
      // A container is marked at its name; the root and array items at their bracket. The last of two equal names counts, as in
      // JSON.parse.
      for (const pointer of tree?.pointers ?? [])
        places.set(pointer, kind === 'open' ? (name ?? place) : place)
      if (kind === 'open') trees.push(tree)
    }
    name = kind === 'name' ? place : undefined
  }
  return places
}
