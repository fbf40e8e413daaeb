import { stepsOf } from '../a2a/rules/pointer.ts'
import { type JsonToken, tokensOf, tokensOfStep } from './json-tokens.ts'

interface Container {
  readonly isArray: boolean
  /** On the way to what is looked for. */
  readonly leads: boolean
  index: number
  key: string
}

/** The text of the value that a pointer names, as it stands there, found step by step. */
export function* findingPiece(text: string, pointer: string): Generator<void, string | undefined> {
  const place = yield* findingPlace(text, pointer)
  return place && text.slice(place.start, place.end)
}

/** Where that is. Of equal names the last one counts, as it does for JSON.parse. */
export function* findingPlace(text: string, pointer: string): Generator<void, JsonToken | undefined> {
  const steps = stepsOf(pointer)
  const containers: Container[] = []
  let jsonToken: JsonToken | undefined
  let from: { readonly start: number; readonly depth: number } | undefined
  let expectsKey = false
  let tokens = 0
  for (const { start, end } of tokensOf(text)) {
    if (++tokens % tokensOfStep === 0) yield
    const piece = text.slice(start, end)
    const top = containers.at(-1)
    if (piece === '}' || piece === ']') {
      containers.pop()
      expectsKey = false
      if (from?.depth !== containers.length) continue
      jsonToken = { start: from.start, end }
      from = undefined
    } else if (piece === ',') {
      if (top) top.index += 1
      expectsKey = top !== undefined && !top.isArray
    } else if (piece === ':') expectsKey = false
    else if (expectsKey && top) top.key = JSON.parse(piece)
    else {
      const leads =
        !top || (top.leads && (top.isArray ? String(top.index) : top.key) === steps[containers.length - 1])
      const isIt = leads && containers.length === steps.length
      expectsKey = piece === '{'
      if (piece === '{' || piece === '[') {
        if (isIt) from = { start, depth: containers.length }
        containers.push({ isArray: piece === '[', leads, index: 0, key: '' })
      } else if (isIt) jsonToken = { start, end }
    }
  }
  return jsonToken
}
