import './switch.css'

interface SwitchProps {
  /** The accessible name. */
  readonly label: string
  readonly on: boolean
  onChange(): void
}

export function Switch({ label, on, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={label}
      title={label}
      aria-checked={on}
      onClick={onChange}
    />
  )
}
