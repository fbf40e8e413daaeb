import { formatCount } from './format.ts'

interface LeftOutProps {
  /** All there are. */
  readonly of: number
  /** As many as are shown. */
  readonly shown: number
  /** "in the JSON" */
  readonly where: string
}

/** Below a list that is cut: how many more there are, and where. Nothing below one that is whole. */
export function LeftOut({ of, shown, where }: LeftOutProps) {
  if (of <= shown) return null
  return (
    <p className="faint left-out">
      {formatCount(of - shown)} more {where}
    </p>
  )
}
