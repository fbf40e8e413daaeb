import { cleanFileName, fallbackName } from './file-name.ts'

/** Hands bytes or a text to the user as a file, under a clean name. */
export function saveFile(content: BlobPart, name: string | undefined, type: string): void {
  // Never a type that a browser would open as a page.
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = cleanFileName(name, fallbackName(type))
  link.click()
  // The download has its own hold on the blob once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
