// Masks everything of one exchange for the record, by the same rules: head, body, frames and findings.

import type { Finding } from '#shared/a2a/finding.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import { type Body, type CallFacts, maxInlineBodyBytes, type RawHeaders } from '#shared/record/entry.ts'
import { isOneLine } from '#shared/record/plain-frame.ts'
import type { ExchangeFacts, SessionRecord } from '../store/record.ts'
import { bytesOf, type RawFrame } from './framer.ts'
import type { HttpRequest } from './http.ts'
import type { ItemReading } from './item-reading.ts'
import type { About, Secrets } from './secrets.ts'
import type { SplitSecrets } from './split-secrets.ts'

/** Headers, in lower case, and query keys whose values are credentials. */
export interface CredentialNames {
  readonly credentialNames: ReadonlySet<string>
  readonly credentialQuery: ReadonlySet<string>
}

export type ExchangeMasking = ReturnType<typeof createExchangeMasking>

export function createExchangeMasking(secrets: Secrets, call: CallFacts) {
  const isSignIn = call.purpose === 'sign-in'
  let about = aboutWhat(call)
  /** A card consists of addresses to call. */
  const isCard = call.purpose === 'card' || call.operation === 'extended-card'
  let address = ''

  /** A value of ours that was masked may be sent to the same origin again. */
  const sent = (masked: string, original: string) => {
    if (masked !== original) secrets.sent(URL.parse(address)?.origin, masked, original)
  }
  const ours = (text: string) => secrets.text(text, 'ours', about)
  const text = (text: string): string => {
    const safe = secrets.text(text, 'theirs', about)
    return isCard ? secrets.addresses(safe, 'called', address) : safe
  }
  return {
    ...createEventMasking(secrets, text),
    /** Derives from the request what it is about. `decoded` is the readable form of a compressed body. */
    request(request: HttpRequest, headers: RawHeaders, decoded: string | undefined, names: CredentialNames) {
      const { body } = request
      if (!isSignIn && isAboutPush(request.url, body)) about = 'push'
      address = request.url
      const readable = decoded === undefined ? undefined : ours(decoded)
      const url = secrets.url(request.url, 'ours', names.credentialQuery)
      const safe = secrets.headers(headers, 'ours', names.credentialNames)
      const bytes = body && secrets.bytes(body, 'ours', about)
      sent(url, request.url)
      sent(readable ?? '', decoded ?? '')
      for (const [index, [, value]] of safe.entries()) sent(value, headers[index]?.[1] ?? '')
      if (body && bytes && bytes !== body) sent(bytes.toString('latin1'), body.toString('latin1'))
      return { url, headers: safe, bytes, readable }
    },
    /** The request continues at this address. */
    moved(url: string) {
      address = url
    },
    ours,
    text,
    /** Masks all strings in a value of the agent. */
    all: <T>(value: T): T => mapStrings(value, text),
    /** `isCut`: the end may have the beginning of a secret. */
    bytes(bytes: Buffer, isCut: boolean): Buffer {
      const masked = secrets.bytes(bytes, 'theirs', about)
      if (!isCut && !isCard) return masked
      const text = masked.toString('latin1')
      const whole = isCard ? secrets.addresses(text, 'called', address) : text
      const safe = isCut ? secrets.cutText(whole) : whole
      return safe === text ? masked : Buffer.from(safe, 'latin1')
    },
    /** For an item with masked values: whatever was decoded from it is dropped or masked. */
    reading: ({ answer: _, update: __, taskId, exchangeFacts, ...rest }: ItemReading): ItemReading => ({
      ...rest,
      ...(taskId !== undefined && { taskId: text(taskId) }),
      ...(exchangeFacts && {
        exchangeFacts: {
          ...exchangeFacts,
          ...(exchangeFacts.contextId !== undefined && { contextId: text(exchangeFacts.contextId) }),
        },
      }),
    }),
    /** An agent's error may repeat a secret. */
    exchangeFacts: ({ error, ...rest }: ExchangeFacts): ExchangeFacts =>
      error === undefined ? rest : { ...rest, error: { ...error, message: text(error.message) } },
    /** A finding may quote the value. */
    finding: (finding: Finding): Finding => ({
      ...finding,
      pointer: text(finding.pointer),
      message: text(finding.message),
      hint: text(finding.hint),
    }),
  }
}

/** Events of a stream, in which a secret may arrive in pieces. */
function createEventMasking(secrets: Secrets, text: (text: string) => string) {
  let split: SplitSecrets | undefined
  let isSound = false
  return {
    data(data: string): string {
      split ??= secrets.split()
      return text(isSound ? data : (split?.mask(data) ?? data))
    },
    /** The raw event; call it after `data`. */
    frame: (frame: string): string => text(isSound ? frame : (split?.mask(frame, 'also') ?? frame)),
    /** Calls `act` if nothing in this text, which arrived at once, must be masked. */
    ifHarmless(frame: string, act: () => void): boolean {
      split ??= secrets.split()
      isSound = text(frame) === frame && (split?.hasNone(frame) ?? true)
      if (!isSound) return false
      try {
        act()
      } finally {
        isSound = false
      }
      return true
    },
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

// Bodies of one exchange for the record: masked, or, where that is impossible, reduced to their size.

interface PendingPiece {
  readonly bytes: Buffer
  readonly seenBytes?: number
}

/** The rest at the end of an exchange. */
export interface KeptAtEnd {
  readonly body?: PendingPiece
  readonly encodedBody?: PendingPiece
  readonly leftover?: Buffer
}

export type BodyKeeping = ReturnType<typeof createBodyKeeping>

export function createBodyKeeping(record: SessionRecord, secrets: Secrets, masking: ExchangeMasking) {
  /** Something of the agent was masked, so its encoded bytes may contain it, too. */
  let hid = false
  const keep = (
    pendingPiece: PendingPiece,
    isCut = (pendingPiece.seenBytes ?? 0) > pendingPiece.bytes.byteLength,
  ): Body => {
    const safe = masking.bytes(pendingPiece.bytes, isCut)
    hid ||= safe !== pendingPiece.bytes
    return record.keep(safe, pendingPiece.seenBytes)
  }
  const text = (text: string): Body => {
    const sizeBytes = Buffer.byteLength(text)
    return sizeBytes <= maxInlineBodyBytes ? { sizeBytes, text } : record.keep(Buffer.from(text))
  }
  /** Encoded bytes can't be masked: if they or their decoded form have a secret, only the size is stored. */
  const packed = (bytes: PendingPiece, holdsSecret: boolean): Body =>
    holdsSecret || secrets.bytes(bytes.bytes, 'theirs') !== bytes.bytes
      ? { sizeBytes: bytes.seenBytes ?? bytes.bytes.byteLength, truncated: true }
      : record.keep(bytes.bytes, bytes.seenBytes)
  const whole = (frame: RawFrame): Body => {
    if (frame.text === undefined) return keep({ bytes: bytesOf(frame) })
    const safe = masking.frame(frame.text)
    hid ||= safe !== frame.text
    return text(safe)
  }
  return {
    hid: () => hid,
    text,
    /** The masked data of a frame. */
    data(data: string): string {
      const readable = masking.data(data)
      hid ||= readable !== data
      return readable
    },
    frame(frame: RawFrame, isGrpc: boolean, data: string | undefined, readable: string | undefined): Body {
      if (isGrpc) return packed({ bytes: bytesOf(frame) }, readable !== data)
      // A frame that is only its data need not be searched again.
      const isPlain =
        frame.text !== undefined && data !== undefined && readable === data && isOneLine(frame.text, data)
      return isPlain ? text(frame.text) : whole(frame)
    },
    /** `safe` is the masked body. An encoded one can't be masked: `holdsSecret` is true if its decoded form has a secret. */
    request(bytes: Buffer, safe: Buffer, seenBytes: number | undefined, holdsSecret?: boolean): Body {
      if (holdsSecret !== undefined) return packed({ bytes }, holdsSecret)
      const isCut = seenBytes !== undefined && seenBytes > bytes.byteLength
      return isCut ? record.keep(safe, Math.max(seenBytes, safe.byteLength)) : record.keep(safe)
    },
    atEnd({ body, encodedBody, leftover }: KeptAtEnd, isCut: boolean) {
      return {
        ...(body && { body: isCut ? keep(body, true) : keep(body) }),
        ...(leftover && leftover.length > 0 && { leftover: keep({ bytes: leftover }, true) }),
        ...(encodedBody && { encodedBody: packed(encodedBody, hid) }),
      }
    },
  }
}
