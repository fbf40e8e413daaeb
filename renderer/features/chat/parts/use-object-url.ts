import { useEffect, useState } from 'react'
import type { Bytes } from './load-bytes.ts'

/** An address of this window for the bytes, for as long as they are on screen. */
export function useObjectUrl(bytes: Bytes, type: string): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return url
}
