import { Check, ChevronDown, ChevronRight, Copy } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react'
import { joinWords } from './format.ts'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly primary?: boolean
  readonly large?: boolean
}

export function Button({ primary, large, className, ...rest }: ButtonProps) {
  const classes = joinWords(' ', 'button', primary && 'primary', large && 'large', className)
  return <button type="button" {...rest} className={classes} />
}

/** Within a sentence, or where a button would weigh too much. */
export function LinkButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={joinWords(' ', 'link-button', className)} />
}

/** A small button that stays pressed. */
export function ToggleChip({
  on,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly on: boolean }) {
  return <button type="button" {...rest} className={on ? 'chip on' : 'chip'} aria-pressed={on} />
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  /** The accessible name, shown as a tooltip too. */
  readonly label: string
  readonly icon: ReactNode
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={joinWords(' ', 'icon-button', className)}
    >
      {icon}
    </button>
  )
}

interface TurnButtonProps {
  /** The accessible name. */
  readonly label: string
  readonly className: string
  readonly isOpen: boolean
  /** A row of a tree says by itself whether it is open. */
  readonly inTree?: boolean
  onTurn(): void
}

/** Unfolds a row, for the mouse: the keys turn the row itself. */
export function TurnButton({ label, className, isOpen, inTree = false, onTurn }: TurnButtonProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className={`turn ${className}`}
      tabIndex={-1}
      aria-expanded={inTree ? undefined : isOpen}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation()
        onTurn()
      }}
    >
      <Icon size={12} />
    </button>
  )
}

interface CopyButtonProps {
  readonly text: string
  /** What is read on it. */
  readonly name?: string
  /** The accessible name where there are several. */
  readonly label?: string
}

/** Copies a text, and reports it until there is another. */
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
