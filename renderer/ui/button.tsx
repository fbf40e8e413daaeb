import type { ButtonHTMLAttributes, ReactNode } from 'react'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly primary?: boolean
  readonly large?: boolean
}

export function Button({ primary, large, className, ...rest }: ButtonProps) {
  const classes = ['button', primary && 'primary', large && 'large', className].filter(Boolean).join(' ')
  return <button type="button" {...rest} className={classes} />
}

/** Within a sentence, or where a button would weigh too much. */
export function LinkButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className="link-button" {...props} />
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
      className={`icon-button ${className ?? ''}`}
    >
      {icon}
    </button>
  )
}
