// Where in the body of a request the address of a webhook stands, byte by byte, so that nothing else of it changes.

import { tokensOf } from '#shared/json/json-tokens.ts'
import { pushMembers } from '#shared/story/read-asked.ts'

interface Place {
  readonly start: number
  readonly end: number
}

/** Objects around the address of a webhook in a request; deeper down it stays the caller's, and bypasses the tap. */
const maxWebhookDepth = 5
// Of the name of a member on the way there; a longer one leads to no webhook.
const maxWayNameChars = 100
const memberNames: ReadonlySet<string> = new Set(pushMembers)

/** `isBare`: what is asked for is itself a configuration. The body is JSON. */
export function webhookPlaces(body: Buffer, url: string, isBare: boolean): readonly Place[] {
  // One character a byte.
  const text = body.toString('latin1')
  const places: Place[] = []
  const names: string[] = []
  const areLists: boolean[] = []
  let expectsKey = false
  for (const { start, end } of tokensOf(text)) {
    switch (text[start]) {
      case '{':
      case '[':
        names.push('')
        areLists.push(text[start] === '[')
        expectsKey = text[start] === '{'
        break
      case '}':
      case ']':
        names.pop()
        areLists.pop()
        expectsKey = false
        break
      case ',':
        expectsKey = areLists.at(-1) === false
        break
      case ':':
        expectsKey = false
        break
      case '"':
        if (expectsKey) names[names.length - 1] = end - start > maxWayNameChars ? '' : read(text, start, end)
        else if (isWebhook(names, isBare) && read(text, start, end) === url) places.push({ start, end })
    }
  }
  return places
}

function isWebhook(names: readonly string[], isBare: boolean): boolean {
  if (names.length > maxWebhookDepth || names.at(-1) !== 'url') return false
  const way = names.slice(names[0] === 'params' ? 1 : 0, -1)
  return way.every((name) => memberNames.has(camelCase(name))) && (isBare || way.length > 0)
}

/** Some libraries write JSON in the spelling of their own language. */
function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function read(text: string, start: number, end: number): string {
  try {
    return String(JSON.parse(Buffer.from(text.slice(start, end), 'latin1').toString('utf8')))
  } catch {
    return ''
  }
}
