import { once } from 'node:events'
import type { Quirk } from '../quirk.ts'

/** Never answers a request that contains these words; `onHeld` is called for each. */
export const held = (words: string, onHeld: () => void): Quirk => ({
  async intercept({ request, gone }) {
    if (!request.body.includes(words)) return undefined
    onHeld()
    await once(gone, 'abort')
    return { status: 500, headers: [], body: '' }
  },
})
