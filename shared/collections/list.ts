// A persistent list for many readers and one writer: a tree of 32-wide nodes, shared between versions. Appending and replacing
// cost the same whatever the length, a version never changes, and a version is plain data (it survives a structured clone).
// Read it with `at`, `slice` and `values`.

const bits = 5
const width = 1 << bits
const mask = width - 1

type Node<T> = Branch<T> | Leaf<T>
interface Leaf<T> {
  /** The builder that may write into this node; others copy it first. */
  readonly owner: object
  readonly items: T[]
}
interface Branch<T> {
  readonly owner: object
  readonly nodes: Node<T>[]
}

export interface List<T> {
  readonly length: number
  /** Levels of branches above the leaves. */
  readonly depth: number
  readonly root: Leaf<T> | Branch<T>
}

export interface ListBuilder<T> {
  readonly length: number
  at(index: number): T | undefined
  push(item: T): void
  /** An index outside the list is ignored. */
  set(index: number, item: T): void
  /** The same reference while nothing changes. */
  freeze(): List<T>
}

export const emptyList: List<never> = Object.freeze({
  length: 0,
  depth: 0,
  root: Object.freeze({ owner: Object.freeze({}), items: [] }),
})

/** Continues `from`, which stays unchanged. */
export function createListBuilder<T>(from: List<T> = emptyList): ListBuilder<T> {
  let { length, depth, root } = from
  let owner: object = {}
  let frozen: List<T> | undefined = from

  const owned = (node: Node<T>): Node<T> => {
    if (node.owner === owner) return node
    return 'items' in node ? { owner, items: node.items.slice() } : { owner, nodes: node.nodes.slice() }
  }

  /** The leaf for `index`, with every node above it writable; grows where the list ends. */
  const writableLeaf = (index: number): Leaf<T> => {
    root = owned(root)
    let node: Node<T> = root
    for (let level = depth; level > 0; level--) {
      if ('items' in node) break
      const slot = (index >>> (level * bits)) & mask
      const below = node.nodes[slot]
      const next: Node<T> =
        below !== undefined ? owned(below) : level === 1 ? { owner, items: [] } : { owner, nodes: [] }
      node.nodes[slot] = next
      node = next
    }
    return 'items' in node ? node : { owner, items: [] }
  }

  /** Appends go here until the leaf is full, without walking the tree. */
  let tail: Leaf<T> | undefined

  return {
    get length() {
      return length
    },
    at: (index) => find(root, depth, length, index),
    push(item) {
      if ((length & mask) === 0) {
        if (length === width ** (depth + 1)) {
          root = { owner, nodes: [root] }
          depth++
        }
        tail = undefined
      }
      tail ??= writableLeaf(length)
      tail.items[length & mask] = item
      length++
      frozen = undefined
    },
    set(index, item) {
      if (!Number.isInteger(index) || index < 0 || index >= length) return
      writableLeaf(index).items[index & mask] = item
      frozen = undefined
    },
    freeze() {
      if (frozen) return frozen
      frozen = { length, depth, root }
      owner = {}
      tail = undefined
      return frozen
    },
  }
}

export function at<T>(list: List<T>, index: number): T | undefined {
  return find(list.root, list.depth, list.length, index)
}

export function slice<T>(list: List<T>, from = 0, to = list.length): T[] {
  const items: T[] = []
  const end = Math.min(to, list.length)
  for (let index = Math.max(0, from); index < end; ) {
    const leaf = leafOf(list.root, list.depth, index)
    const stop = Math.min(end, (index | mask) + 1)
    for (; index < stop; index++) items.push(leaf[index & mask] as T)
  }
  return items
}

export function* values<T>(list: List<T>): Generator<T, void, undefined> {
  for (let index = 0; index < list.length; ) {
    const leaf = leafOf(list.root, list.depth, index)
    const stop = Math.min(list.length, (index | mask) + 1)
    for (; index < stop; index++) yield leaf[index & mask] as T
  }
}

/** For short lists that have no builder. */
export function appended<T>(list: List<T>, item: T): List<T> {
  const builder = createListBuilder(list)
  builder.push(item)
  return builder.freeze()
}

export function listOf<T>(items: Iterable<T>): List<T> {
  const builder = createListBuilder<T>()
  for (const item of items) builder.push(item)
  return builder.freeze()
}

/** Without a builder. */
export function listOfOne<T>(item: T): List<T> {
  return { length: 1, depth: 0, root: { owner: {}, items: [item] } }
}

function find<T>(root: Node<T>, depth: number, length: number, index: number): T | undefined {
  if (!Number.isInteger(index) || index < 0 || index >= length) return undefined
  return leafOf(root, depth, index)[index & mask]
}

function leafOf<T>(root: Node<T>, depth: number, index: number): readonly T[] {
  let node = root
  for (let level = depth; level > 0 && 'nodes' in node; level--) {
    const below: Node<T> | undefined = node.nodes[(index >>> (level * bits)) & mask]
    if (below === undefined) return []
    node = below
  }
  return 'items' in node ? node.items : []
}

/** Binary search: the first place from which on `holds` is true; `length` where there is none. */
export function firstMatch(length: number, holds: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
