// What differs between two texts: by lines where they have several, else by words (Myers 1986). Bounded: where more than
// `maxEdits` pieces differ, what lies between the common beginning and the common end is shown as replaced.

export interface TextChange {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Edits looked for between two texts; with more the middle is shown as replaced. */
const maxEdits = 300
/** Words compared; with more the middle is shown as replaced. */
const maxDiffPieces = 40_000

export function textChanges(before: string, after: string): readonly TextChange[] {
  const byLine = before.includes('\n') || after.includes('\n')
  const left = piecesOf(before, byLine)
  const right = piecesOf(after, byLine)
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++

  const changes: TextChange[] = []
  const say = (kind: TextChange['kind'], text: string) => {
    if (text !== '') changes.push({ kind, text })
  }
  say('same', left.slice(0, start).join(''))
  const gone = left.slice(start, left.length - end)
  const come = right.slice(start, right.length - end)
  const steps = gone.length + come.length > maxDiffPieces ? undefined : shortestEdit(gone, come)
  if (steps === undefined) {
    say('removed', gone.join(''))
    say('added', come.join(''))
  } else for (const { kind, text } of joined(steps)) say(kind, text)
  say('same', left.slice(left.length - end).join(''))
  return changes
}

/** With the characters that end each, so that the pieces add up to the text. */
function piecesOf(text: string, byLine: boolean): readonly string[] {
  return text.match(byLine ? /[^\n]*\n|[^\n]+/g : /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** Undefined when it takes more than `maxEdits`. */
function shortestEdit(before: readonly string[], after: readonly string[]): TextChange[] | undefined {
  const most = Math.min(maxEdits, before.length + after.length)
  const reached = new Int32Array(2 * most + 3)
  const at = (diagonal: number) => reached[diagonal + most + 1] ?? 0
  const rounds: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    rounds.push(reached.slice())
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
      let x = down ? at(diagonal + 1) : at(diagonal - 1) + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      reached[diagonal + most + 1] = x
      if (x >= before.length && x - diagonal >= after.length) return wayBack(before, after, rounds, most)
    }
  }
  return undefined
}

function wayBack(
  before: readonly string[],
  after: readonly string[],
  rounds: readonly Int32Array[],
  most: number,
): TextChange[] {
  const steps: TextChange[] = []
  let x = before.length
  let y = after.length
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const at = (diagonal: number) => rounds[edits]?.[diagonal + most + 1] ?? 0
    const diagonal = x - y
    const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
    const fromX = edits === 0 ? 0 : down ? at(diagonal + 1) : at(diagonal - 1)
    const fromY = edits === 0 ? 0 : fromX - (down ? diagonal + 1 : diagonal - 1)
    while (x > fromX && y > fromY) {
      x--
      y--
      steps.push({ kind: 'same', text: before[x] ?? '' })
    }
    if (edits === 0) break
    if (down) steps.push({ kind: 'added', text: after[--y] ?? '' })
    else steps.push({ kind: 'removed', text: before[--x] ?? '' })
  }
  return steps.reverse()
}

/** Neighbours of a kind as one; between two runs that are the same, what went stands before what came. */
function joined(steps: readonly TextChange[]): readonly TextChange[] {
  const result: TextChange[] = []
  let texts = { same: [] as string[], removed: [] as string[], added: [] as string[] }
  const flush = () => {
    for (const kind of ['removed', 'added', 'same'] as const) {
      if (texts[kind].length > 0) result.push({ kind, text: texts[kind].join('') })
    }
    texts = { same: [], removed: [], added: [] }
  }
  for (const { kind, text } of steps) {
    if (kind !== 'same' && texts.same.length > 0) flush()
    texts[kind].push(text)
  }
  flush()
  return result
}
