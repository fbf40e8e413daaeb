// What of one exchange may be recorded: the same rules for its head, its body, its frames, and what was found in them.

import type { Finding } from '#shared/a2a/finding.ts'
import type { CallFacts } from '#shared/record/entry.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import type { Told } from '../store/record.ts'
import type { RawFrame } from './framer.ts'
import type { HttpRequest } from './http.ts'
import type { ItemReading } from './item-reading.ts'
import type { About, Secrets } from './secrets.ts'
import type { TornSecrets } from './torn-secrets.ts'

export interface ExchangeMasking {
  /** What it is about shows in what was asked. */
  asked(request: HttpRequest): void
  /** Where it goes on. */
  moved(url: string): void
  /** Of what we sent, and masked, may go to the same origin again. */
  ours(text: string): string
  ourBytes(bytes: Buffer): Buffer
  sent(masked: string, original: string): void
  text(text: string): string
  /** Every text in a value of theirs. */
  all<T>(value: T): T
  /** `isCut`: the beginning of a secret may stand at the end. */
  bytes(bytes: Buffer, isCut: boolean): Buffer
  /** Of an event: its pieces of a secret too. */
  data(data: string): string
  /** The event as it came, after its data. */
  frame(frame: RawFrame & { readonly text: string }): string
  /** Does it where nothing in this text, which came at once, is to be masked. */
  ifHarmless(text: string, act: () => void): boolean
  /** Of an item in which something was masked: what was read there is read again from what is left. */
  reading(reading: ItemReading): ItemReading
  /** An agent's error may repeat a secret too. */
  told(told: Told): Told
  /** A finding may quote the value it is about. */
  finding(finding: Finding): Finding
}

export function createExchangeMasking(secrets: Secrets, call: CallFacts): ExchangeMasking {
  const isSignIn = call.purpose === 'sign-in'
  let about = aboutWhat(call)
  /** A card is addresses to call, not content. */
  const isCard = call.purpose === 'card' || call.operation === 'extended-card'
  let address = ''
  let torn: TornSecrets | undefined
  let isSound = false

  const text = (said: string): string => {
    const safe = secrets.text(said, 'theirs', about)
    return isCard ? secrets.addresses(safe, 'called', address) : safe
  }
  return {
    asked({ url, body }) {
      if (!isSignIn && isAboutPush(url, body)) about = 'push'
      address = url
    },
    moved(url) {
      address = url
    },
    ours: (said) => secrets.text(said, 'ours', about),
    ourBytes: (bytes) => secrets.bytes(bytes, 'ours', about),
    sent(masked, original) {
      if (masked !== original) secrets.sent(URL.parse(address)?.origin, masked, original)
    },
    text,
    all: (value) => mapStrings(value, text),
    bytes(bytes, isCut) {
      const known = secrets.bytes(bytes, 'theirs', about)
      if (!isCut && !isCard) return known
      const said = known.toString('latin1')
      const whole = isCard ? secrets.addresses(said, 'called', address) : said
      const safe = isCut ? secrets.cutText(whole) : whole
      return safe === said ? known : Buffer.from(safe, 'latin1')
    },
    data(data) {
      torn ??= secrets.torn()
      return text(isSound ? data : (torn?.mask(data) ?? data))
    },
    frame: (frame) => text(isSound ? frame.text : (torn?.mask(frame.text, 'also') ?? frame.text)),
    ifHarmless(said, act) {
      torn ??= secrets.torn()
      isSound = text(said) === said && (torn?.hasNone(said) ?? true)
      if (!isSound) return false
      try {
        act()
      } finally {
        isSound = false
      }
      return true
    },
    reading: ({ answer: _, update: __, taskId, told, ...rest }) => ({
      ...rest,
      ...(taskId !== undefined && { taskId: text(taskId) }),
      ...(told && {
        told: { ...told, ...(told.contextId !== undefined && { contextId: text(told.contextId) }) },
      }),
    }),
    told: ({ error, ...rest }) =>
      error === undefined ? rest : { ...rest, error: { ...error, message: text(error.message) } },
    finding: (finding) => ({
      ...finding,
      pointer: text(finding.pointer),
      message: text(finding.message),
      hint: text(finding.hint),
    }),
  }
}

function aboutWhat({ purpose, operation }: CallFacts): About | undefined {
  if (purpose === 'sign-in') return 'sign-in'
  return operation?.startsWith('push') ? 'push' : undefined
}

function isAboutPush(url: string, body: Buffer | undefined): boolean {
  if (/pushNotification/i.test(url)) return true
  return body !== undefined && /"method"\s*:\s*"[^"]*ushNotification/.test(body.toString('latin1'))
}
