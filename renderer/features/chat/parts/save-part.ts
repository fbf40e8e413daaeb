import { saveFile } from '../../../ui/save-file.ts'

/** Saves an agent's bytes or text as a file, under a clean name and never with a type that a browser would open. */
export function savePart(content: BlobPart, name: string | undefined, type: string): void {
  const bytes = new Blob([content], { type: 'application/octet-stream' })
  saveFile(bytes, cleanFileName(name, fallbackName(type)))
}

// A safe name for a saved file: the last path segment without characters that mislead a file system or a reader.

/** Of a file's name where it is saved, its ending kept. */
const maxSavedNameChars = 120

export function cleanFileName(name: string | undefined, fallback: string): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  if (clean === '') return fallback
  const named = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(clean) ? `_${clean}` : clean
  if (named.length <= maxSavedNameChars) return named
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(named)?.[0] ?? ''
  return named.slice(0, maxSavedNameChars - extension.length) + extension
}

const extensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/html': 'html',
  'text/csv': 'csv',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
}

function fallbackName(type: string): string {
  return `part.${extensions[type] ?? 'bin'}`
}
