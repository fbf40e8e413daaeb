import { useEffect, useState } from 'react'

const stepMs = 200

/** This window's clock, moving while something is going on. */
export function useNow(moving: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!moving) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [moving])
  return now
}
