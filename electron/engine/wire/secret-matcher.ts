// Finds stored values wherever they are repeated, in any spelling: one pass over the text as it is, another over the
// text without escapes. A few spellings are searched one by one; for many, such as those of a file with a key in each
// address, the text is scanned once for their beginnings.

import { unescaped } from './undo-escapes.ts'

/** Shorter values would match innocent text. */
export const shortestHunted = 6

type MarkOf = (spelled: string) => string

interface SecretMatch {
  readonly from: number
  readonly to: number
  readonly needle: string
}

const ellipsis = '…'
const few = 24
const tableBits = 18

export class SecretMatcher {
  readonly #marks = new Map<string, () => string>()
  readonly #byStart = new Map<string, string[]>()
  #longest = 0
  /** Whether any spelling begins with these characters, by a hash. */
  #starts = new Uint8Array(0)
  /** Their characters: escapes of other characters need not be undone. */
  readonly #codes = new Set<number>()

  /** `markOf` gets the matched spelling: the value, or a text that encodes it. */
  add(value: string, markOf: MarkOf) {
    if (value.length < shortestHunted) return
    if (this.#starts.length === 0) this.#starts = new Uint8Array(1 << tableBits)
    const { plain, packed } = spellingsOf(value)
    for (const each of plain) {
      this.#lookFor(each, () => markOf(value))
      this.#lookFor(unescaped(each)?.text ?? each, () => markOf(value))
    }
    for (const each of packed) this.#lookFor(each, () => markOf(each))
  }

  /** Of two overlapping matches the longer is replaced. Remains of a value before a cut are masked, too. */
  readonly replace = (text: string): string =>
    this.#marks.size === 0 ? text : this.#replaceWhole(this.#withoutBeginnings(text))

  /** The same for a text that was cut off, such as a body whose connection broke. */
  replaceCut(text: string): string {
    return this.#marks.size === 0
      ? text
      : this.#withoutBeginning(this.#replaceWhole(this.#withoutBeginnings(text)))
  }

  get isEmpty() {
    return this.#marks.size === 0
  }

  clear() {
    this.#marks.clear()
    this.#longest = 0
    this.#byStart.clear()
    this.#codes.clear()
    this.#starts.fill(0)
  }

  readonly #matters = (code: number) => this.#codes.has(code)
  readonly #markOf = (needle: string) => this.#marks.get(needle)?.() ?? ''

  #foundIn(text: string): readonly SecretMatch[] {
    if (this.#marks.size <= few) return this.#oneByOne(text)
    const secretMatches: SecretMatch[] = []
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      hash = nextHash(hash, text.charCodeAt(at))
      if (this.#starts[slotOf(hash)] === 0) continue
      const from = at + 1 - shortestHunted
      for (const needle of this.#byStart.get(text.slice(Math.max(0, from), at + 1)) ?? []) {
        if (!text.startsWith(needle, from)) continue
        secretMatches.push({ from, to: from + needle.length, needle })
      }
    }
    return secretMatches
  }

  #oneByOne(text: string): readonly SecretMatch[] {
    const secretMatches: SecretMatch[] = []
    for (const needle of this.#marks.keys()) {
      for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + 1)) {
        secretMatches.push({ from, to: from + needle.length, needle })
      }
    }
    return secretMatches
  }

  #foundEscaped(text: string): readonly SecretMatch[] {
    const plain = unescaped(text, this.#matters)
    if (plain === undefined) return []
    return this.#foundIn(plain.text).map(({ from, to, needle }) => {
      const [start, end] = plain.placeOf(from, to)
      return { from: start, to: end, needle }
    })
  }

  /** An ellipsis marks a cut text: before it, the beginning of a value is masked, too. */
  #withoutBeginnings(text: string): string {
    if (!text.includes(ellipsis)) return text
    const texts = text.split(ellipsis)
    const whole = texts.pop() ?? ''
    return [...texts.map(this.#withoutBeginning), whole].join(ellipsis)
  }

  readonly #withoutBeginning = (text: string): string => {
    for (let from = Math.max(0, text.length - this.#longest); from <= text.length - shortestHunted; from++) {
      const begins = this.#byStart.get(text.slice(from, from + shortestHunted))
      const needle = begins?.find((each) => each.startsWith(text.slice(from)))
      if (needle !== undefined) return text.slice(0, from) + this.#markOf(needle)
    }
    return text
  }

  #replaceWhole(text: string): string {
    if (text.length < shortestHunted) return text
    const secretMatches = [...this.#foundIn(text), ...this.#foundEscaped(text)]
    return secretMatches.length === 0 ? text : withMarks(text, secretMatches, this.#markOf)
  }

  #lookFor(needle: string, mark: () => string) {
    if (this.#marks.has(needle) || needle.length < shortestHunted) return
    this.#marks.set(needle, mark)
    this.#longest = Math.max(this.#longest, needle.length)
    const start = needle.slice(0, shortestHunted)
    const same = this.#byStart.get(start)
    if (same) same.push(needle)
    else this.#byStart.set(start, [needle])
    this.#starts[slotOf(hashOf(start))] = 1
    for (let at = 0; at < needle.length; at++) this.#codes.add(needle.charCodeAt(at))
  }
}

function withMarks(text: string, secretMatches: readonly SecretMatch[], markOf: MarkOf): string {
  const taken = new Uint8Array(text.length)
  const chosen = secretMatches
    .toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
    .filter(({ from, to }) => {
      // Longer matches were taken first, so none lies within this one.
      if (taken[from] === 1 || taken[to - 1] === 1) return false
      taken.fill(1, from, to)
      return true
    })
    .toSorted((a, b) => a.from - b.from)
  const pieces: string[] = []
  let done = 0
  for (const { from, to, needle } of chosen) {
    pieces.push(text.slice(done, from), markOf(needle))
    done = to
  }
  return pieces.join('') + text.slice(done)
}

function hashOf(start: string): number {
  let hash = 0
  for (let at = 0; at < start.length; at++) hash = nextHash(hash, start.charCodeAt(at))
  return hash
}

/** Five bits per character: the one before the last six is shifted out. */
function nextHash(hash: number, code: number): number {
  return ((hash << 5) ^ code) & 0x3fffffff
}

function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - tableBits)
}

/** Spellings of a value that programs repeat. Mere escapes are undone in the text instead (`undo-escapes.ts`). */
interface Spellings {
  /** Those that read as the value. */
  readonly plain: ReadonlySet<string>
  /** Those that encode it. */
  readonly packed: ReadonlySet<string>
}

function spellingsOf(value: string): Spellings {
  const escaped = new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
  ])
  // Bytes are searched as Latin-1. Forms encode a space as a plus.
  const latin1 = Buffer.from(value).toString('latin1')
  return {
    plain: new Set([value, latin1, value.replaceAll(' ', '+'), latin1.replaceAll(' ', '+')]),
    packed: new Set([...escaped].flatMap((each) => packings(Buffer.from(each)))),
  }
}

function packings(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex')
  return [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((before) => base64Of(bytes, before))]
}

/** The characters that depend on the value alone, with `before` (modulo three) bytes before it and any after it. */
function base64Of(bytes: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
  const from = Math.ceil((before * 8) / 6)
  const to = Math.floor((whole.length * 8) / 6)
  return (['base64', 'base64url'] as const).map((form) => whole.toString(form).slice(from, to))
}
