// Windows of one Parley in a browser are numbered, each by a lock that the browser lets go of when the window is gone.

import { useEffect, useState } from 'react'

/** Of this page, as long as it lives. */
let own: Promise<number> | undefined

export function WindowNumber() {
  const [number, setNumber] = useState(1)
  useEffect(() => {
    own ??= lowestFree().catch(() => 1)
    own.then(setNumber, () => undefined)
  }, [])
  useEffect(() => {
    document.title = number === 1 ? 'Parley' : `Parley (${number})`
  }, [number])
  if (number === 1) return null
  return (
    <span
      className="chip"
      title="Parley is open in another window too. Both show the same record; each has a selection of its own."
    >
      Window {number}
    </span>
  )
}

const forever = new Promise<never>(() => undefined)

async function lowestFree(): Promise<number> {
  for (let number = 1; ; number++) {
    const isFree = Promise.withResolvers<boolean>()
    const hold = (lock: Lock | null) => {
      isFree.resolve(lock !== null)
      return lock === null ? undefined : forever
    }
    navigator.locks.request(`parley window ${number}`, { ifAvailable: true }, hold).catch(isFree.reject)
    if (await isFree.promise) return number
  }
}
