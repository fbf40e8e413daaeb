// Windows of one Parley in a browser are numbered, each by a lock that the browser lets go of when the window is gone. The others move up.

import { useEffect } from 'react'
import { create } from 'zustand'

/** Of this page, as long as it lives. */
const useNumber = create<{ readonly number: number }>(() => ({ number: 1 }))
let isHolding = false

export function WindowNumber() {
  const { number } = useNumber()
  useEffect(() => {
    if (isHolding) return
    isHolding = true
    // Without locks, each is the first.
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

/** The lowest that is free, and each lower one once its window is gone. A page that left holds its own for a moment longer. */
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

/** Resolves with what lets go of it; undefined where another window has it and it need be free at once. */
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
