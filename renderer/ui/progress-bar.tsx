import './progress-bar.css'

interface ProgressBarProps {
  readonly label: string
  /** Between 0 and 1; undefined while nobody knows. */
  readonly part: number | undefined
}

export function ProgressBar({ label, part }: ProgressBarProps) {
  return (
    <div className="progress">
      <progress aria-label={label} {...(part !== undefined && { value: part })} max={1} />
      <span className="num faint">{part === undefined ? '' : `${Math.floor(part * 100)} %`}</span>
    </div>
  )
}
