// The kind of a file, by its bytes first and its declared type second: it is drawn only if both agree, or nothing contradicts.

import { defined } from '#shared/defined.ts'
import { mediaTypeOf, mediaTypeOfName } from '#shared/media-type.ts'

type FileKind = 'image' | 'audio' | 'video' | 'pdf' | 'html' | 'csv' | 'json' | 'markdown' | 'text' | 'other'

export interface FileFacts {
  readonly kind: FileKind
  /** The type for the browser; for images and media one that matches the bytes. */
  readonly type: string
  /** By the first bytes; undefined without a matching signature. */
  readonly sniffed?: string
  /** The bytes differ from the declared type. */
  readonly contradicts: boolean
}

const signatures: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavi'],
  ['image/bmp', 0, 'BM'],
  ['application/pdf', 0, '%PDF-'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['video/mp4', 4, 'ftyp'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/gzip', 0, '\x1f\x8b'],
  ['application/x-7z-compressed', 0, '7z\xbc\xaf\x27\x1c'],
  ['application/x-executable', 0, '\x7fELF'],
  ['application/x-msdownload', 0, 'MZ'],
  ['application/vnd.sqlite3', 0, 'SQLite format 3'],
]

const drawnImages = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/svg+xml',
])
const textTypes =
  /^(?:text\/|application\/(?:json|xml|javascript|typescript|x-sh|yaml|toml|sql)|.*\+(?:json|xml)$)/

export function fileFacts(
  head: Uint8Array,
  mediaType: string | undefined,
  name: string | undefined,
): FileFacts {
  const sniffed = sniff(head)
  const declared = bareType(mediaType) ?? mediaTypeOfName(name ?? '')
  const contradicts = sniffed !== undefined && declared !== undefined && !agree(sniffed, declared)
  const type =
    sniffed === undefined || (declared !== undefined && agree(sniffed, declared))
      ? (declared ?? sniffed)
      : sniffed
  const facts = { ...defined({ sniffed }), contradicts }
  if (type === undefined) {
    const text = looksLikeText(head)
    return { ...facts, kind: text ? 'text' : 'other', type: text ? 'text/plain' : 'application/octet-stream' }
  }
  return { ...facts, kind: kindOf(type, sniffed), type }
}

function kindOf(type: string, sniffed: string | undefined): FileKind {
  if (drawnImages.has(type)) return type === 'image/svg+xml' || sniffed !== undefined ? 'image' : 'other'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('video/')) return 'video'
  if (type === 'application/pdf') return 'pdf'
  if (sniffed !== undefined) return 'other'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type === 'text/csv') return 'csv'
  if (type === 'text/markdown') return 'markdown'
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return textTypes.test(type) ? 'text' : 'other'
}

function sniff(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, 32))
  const match = signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset))
  return match?.[0]
}

/** Some containers are shared: WebM and MP4 may be audio only, and many formats are a ZIP. */
function agree(sniffed: string, declared: string): boolean {
  if (sniffed === declared) return true
  const [family] = sniffed.split('/')
  const [declaredFamily] = declared.split('/')
  if (sniffed === 'application/zip') return declaredFamily === 'application'
  const media = ['audio', 'video']
  return media.includes(family ?? '') && media.includes(declaredFamily ?? '')
}

function bareType(mediaType: string | undefined): string | undefined {
  const bare = mediaTypeOf(mediaType)
  return bare === '' || bare === 'application/octet-stream' ? undefined : bare
}

export function looksLikeText(head: Uint8Array): boolean {
  return head.length > 0 && head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13)
}
