import { Check, ChevronDown, ChevronRight, Copy } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react'
import { joinDefined } from './format.ts'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly primary?: boolean
  readonly large?: boolean
}

export function Button({ primary, large, className, ...rest }: ButtonProps) {
  const classes = joinDefined(' ', 'button', primary && 'primary', large && 'large', className)
  return <button type="button" {...rest} className={classes} />
}

/** A button within a sentence. */
export function LinkButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...rest} className={joinDefined(' ', 'link-button', className)} />
}

/** A small button that stays pressed. */
export function ToggleChip({
  on,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly on: boolean }) {
  return <button type="button" {...rest} className={on ? 'chip on' : 'chip'} aria-pressed={on} />
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
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
      className={joinDefined(' ', 'icon-button', className)}
    >
      {icon}
    </button>
  )
}

interface TurnButtonProps {
  readonly label: string
  readonly className: string
  readonly isOpen: boolean
  /** In a tree the row itself has `aria-expanded`. */
  readonly inTree?: boolean
  onTurn(): void
}

/** Unfolds a row by mouse; with the keyboard, the row does. */
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
  /** The text on the button. */
  readonly name?: string
  /** The accessible name where there are several. */
  readonly label?: string
}

/** Copies a text, and shows that it did until the text changes. */
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
