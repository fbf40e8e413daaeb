// Until the browser has begun a download, which then holds its bytes itself.
const maxDownloadStartMs = 10_000

/** Hands bytes to the user as a file. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), maxDownloadStartMs)
}
