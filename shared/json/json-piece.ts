import { stepsOf } from '../a2a/rules/pointer.ts'
import { type JsonToken, walkJson } from './json-tokens.ts'

/** The text of the value that a pointer names, found in steps. */
export function* findValueText(text: string, pointer: string): Generator<void, string | undefined> {
  const place = yield* findValue(text, pointer)
  return place && text.slice(place.start, place.end)
}

/** Its position. Of equal names the last one counts, as in JSON.parse. */
export function* findValue(text: string, pointer: string): Generator<void, JsonToken | undefined> {
  const steps = stepsOf(pointer)
  let place: JsonToken | undefined
  let openedAt: number | undefined
  for (const step of walkJson(text)) {
    if (!step) {
      yield
      continue
    }
    const { kind, start, end, inside } = step
    if (kind === 'name' || inside.length !== steps.length) continue
    if (!inside.every(({ key }, index) => String(key) === steps[index])) continue
    if (kind === 'open') openedAt = start
    else place = { start: (kind === 'close' ? openedAt : undefined) ?? start, end }
  }
  return place
}
