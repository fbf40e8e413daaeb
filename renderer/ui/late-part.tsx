// A part of the window that is fetched when it is first drawn. A browser remembers that a module failed until the page is
// loaded again, so none is asked for while nobody is there to answer.

import { type ComponentType, createContext, useContext, useEffect, useState } from 'react'
import { Button } from './button.tsx'

/** Whether what serves the window answers. */
export const CanFetch = createContext(true)

export interface LatePart<Props> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>
  /** For the whole window, once it is there. */
  fetched?: ComponentType<Props>
}

type Late<Props> =
  | { readonly state: 'loading' | 'waiting' | 'failed' }
  | { readonly state: 'there'; readonly Part: ComponentType<Props> }

export function useLatePart<Props>(part: LatePart<Props>): Late<Props> {
  const canFetch = useContext(CanFetch)
  const [settled, setSettled] = useState<'there' | 'failed'>()
  useEffect(() => {
    if (settled || part.fetched || !canFetch) return
    let isShown = true
    part.load().then(
      (module) => {
        part.fetched = module.default
        if (isShown) setSettled('there')
      },
      () => isShown && setSettled('failed'),
    )
    return () => {
      isShown = false
    }
  }, [part, settled, canFetch])
  if (part.fetched) return { state: 'there', Part: part.fetched }
  if (settled === 'failed') return { state: 'failed' }
  return { state: canFetch ? 'loading' : 'waiting' }
}

interface LateNoticeProps {
  /** In a sentence: "the editor". */
  readonly what: string
  readonly state: 'waiting' | 'failed'
}

export function LateNotice({ what, state }: LateNoticeProps) {
  return (
    <div className="notice warning" role="note" aria-label="Not loaded">
      {state === 'waiting' ? (
        <span>Couldn’t load {what}. It loads when this window is connected to Parley again.</span>
      ) : (
        <>
          <span>Couldn’t load {what}. Reload the page to try again.</span>
          <span>
            <Button onClick={() => window.location.reload()}>Reload</Button>
          </span>
        </>
      )}
    </div>
  )
}
