import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

interface CopyButtonProps {
  readonly text: string
  /** What is read on it. */
  readonly name?: string
  /** The accessible name where there are several. */
  readonly label?: string
}

/** Copies a text, and says so until there is another. */
export function CopyButton({ text, name = 'Copy', label }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === text
  return (
    <Button
      aria-label={isCopied ? undefined : label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
    >
      {isCopied ? <Check size={13} /> : <Copy size={13} />}
      {isCopied ? 'Copied' : name}
    </Button>
  )
}
