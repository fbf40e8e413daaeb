// Numbers the browser windows of one Parley. Each window holds a Web Lock for its number; when a window closes, the others move
// up.

import { useEffect } from 'react'
import { create } from 'zustand'

const useNumber = create<{ readonly number: number }>(() => ({ number: 1 }))
let isHolding = false

export function WindowNumber() {
  const { number } = useNumber()
  useEffect(() => {
    if (isHolding) return
    isHolding = true
    // Without Web Locks, each window has number 1.
    holdLowest().catch(() => undefined)
  }, [])
  useEffect(() => {
    document.title = number === 1 ? 'Parley' : `Parley (${number})`
  }, [number])
  if (number === 1) return null
  return (
    <span
      className="chip"
      title="Parley is open in another window too. Both show the same record; each has its own selection."
    >
      Window {number}
    </span>
  )
}

/** Takes the lowest free number, then each lower one once its window closes. A closed page may hold its lock for a moment longer. */
async function holdLowest(): Promise<void> {
  let number = 1
  let release = await hold(number, { ifAvailable: true })
  while (release === undefined) release = await hold(++number, { ifAvailable: true })
  useNumber.setState({ number })
  while (number > 1) {
    const releaseLower = await hold(number - 1, {})
    release?.()
    release = releaseLower
    useNumber.setState({ number: --number })
  }
}

/** Resolves with the function that releases the lock; undefined where `ifAvailable` is set and another window has it. */
function hold(number: number, options: LockOptions): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const keep = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined)
      const { promise, resolve: release } = Promise.withResolvers<void>()
      resolve(release)
      return promise
    }
    navigator.locks.request(`parley window ${number}`, options, keep).catch(reject)
  })
}
