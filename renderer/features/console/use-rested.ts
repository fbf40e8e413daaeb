import { useEffect, useRef, useState } from 'react'

const restMs = 120

/** A value that may change with every frame, at a pace one can ask the engine at. */
export function useRested(value: number): number {
  const [rested, setRested] = useState(value)
  const latest = useRef(value)
  latest.current = value
  const differs = value !== rested
  // Not started anew with each change, or a steady stream would never come to rest; but after each rest, for by then the value
  // may have gone on already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rest that is over lets the next begin
  useEffect(() => {
    if (!differs) return
    const timer = setTimeout(() => setRested(latest.current), restMs)
    return () => clearTimeout(timer)
  }, [differs, rested])
  return rested
}
