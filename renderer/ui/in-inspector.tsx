// What a mode shows in the inspector, above the bytes of the selection.

import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'

interface InspectorTop {
  /** The element to render into; null while the inspector is hidden. */
  readonly place: HTMLElement | null
  readonly isFilled: boolean
}

export const useInspectorTop = create<InspectorTop>(() => ({ place: null, isFilled: false }))

export function InInspector({ children }: { readonly children: ReactNode }) {
  const place = useInspectorTop((top) => top.place)
  useEffect(() => {
    useInspectorTop.setState({ isFilled: true })
    return () => useInspectorTop.setState({ isFilled: false })
  }, [])
  return place && createPortal(children, place)
}

export function InspectorTopPlace() {
  return <div ref={takePlace} className="inspector-top scrolls rule-below" />
}

function takePlace(place: HTMLElement | null): void {
  useInspectorTop.setState({ place })
}
