// Finds known values wherever they are repeated. Few are looked for one by one; of many, as a file with another key in each
// address brings them, a text is gone through once, by how they begin.

export interface Hunt {
  /** Every spelling in which a value may be repeated, none shorter than `shortestHunted`. */
  add(spellings: Iterable<string>, mark: string): void
  /** Of two that overlap the longer one is replaced whole. What is left of one where a text was cut goes, too. */
  replace(text: string): string
  clear(): void
}

/** Shorter ones would hit innocent text. */
export const shortestHunted = 6

interface Found {
  readonly from: number
  readonly to: number
  readonly mark: string
}

const ellipsis = '…'
const few = 32
const tableBits = 16

export function createHunt(): Hunt {
  const marks = new Map<string, string>()
  const byStart = new Map<string, string[]>()
  let longestFirst: readonly string[] = []
  let longest = 0
  /** Whether any of them begins so, by a hash of its first characters. */
  const starts = new Uint8Array(1 << tableBits)

  const oneByOne = (text: string): string => {
    let replaced = text
    for (const needle of longestFirst) {
      if (replaced.includes(needle)) replaced = replaced.replaceAll(needle, () => marks.get(needle) ?? '')
    }
    return replaced
  }
  const foundIn = (text: string): readonly Found[] => {
    const found: Found[] = []
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      hash = nextHash(hash, text.charCodeAt(at))
      if (starts[slotOf(hash)] === 0) continue
      const from = at + 1 - shortestHunted
      for (const needle of byStart.get(text.slice(Math.max(0, from), at + 1)) ?? []) {
        if (!text.startsWith(needle, from)) continue
        found.push({ from, to: from + needle.length, mark: marks.get(needle) ?? '' })
      }
    }
    return found
  }

  /** An ellipsis says that there was more: the beginning of a value before it is a part of the value. */
  const withoutBeginnings = (text: string): string => {
    if (!text.includes(ellipsis)) return text
    const said = text.split(ellipsis)
    const whole = said.pop() ?? ''
    return [...said.map(withoutBeginning), whole].join(ellipsis)
  }
  const withoutBeginning = (said: string): string => {
    for (let from = Math.max(0, said.length - longest); from <= said.length - shortestHunted; from++) {
      const begins = byStart.get(said.slice(from, from + shortestHunted))
      const needle = begins?.find((each) => each.startsWith(said.slice(from)))
      if (needle !== undefined) return said.slice(0, from) + marks.get(needle)
    }
    return said
  }

  return {
    add(spellings, mark) {
      for (const needle of spellings) {
        if (marks.has(needle)) continue
        marks.set(needle, mark)
        longest = Math.max(longest, needle.length)
        const start = needle.slice(0, shortestHunted)
        const same = byStart.get(start)
        if (same) same.push(needle)
        else byStart.set(start, [needle])
        starts[slotOf(hashOf(start))] = 1
      }
      if (marks.size <= few) longestFirst = [...marks.keys()].toSorted((a, b) => b.length - a.length)
    },
    replace(whole) {
      const text = withoutBeginnings(whole)
      if (marks.size <= few) return oneByOne(text)
      const found = foundIn(text)
      return found.length === 0 ? text : withMarks(text, found)
    },
    clear() {
      marks.clear()
      longest = 0
      byStart.clear()
      longestFirst = []
      starts.fill(0)
    },
  }
}

function withMarks(text: string, found: readonly Found[]): string {
  const taken = new Uint8Array(text.length)
  const chosen = found
    .toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
    .filter(({ from, to }) => {
      // What was taken is no shorter, so it cannot lie in between.
      if (taken[from] === 1 || taken[to - 1] === 1) return false
      taken.fill(1, from, to)
      return true
    })
    .toSorted((a, b) => a.from - b.from)
  const pieces: string[] = []
  let done = 0
  for (const { from, to, mark } of chosen) {
    pieces.push(text.slice(done, from), mark)
    done = to
  }
  return pieces.join('') + text.slice(done)
}

function hashOf(start: string): number {
  let hash = 0
  for (let at = 0; at < start.length; at++) hash = nextHash(hash, start.charCodeAt(at))
  return hash
}

/** Five bits a character: the one before the last six is shifted out. */
function nextHash(hash: number, code: number): number {
  return ((hash << 5) ^ code) & 0x3fffffff
}

function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - tableBits)
}
