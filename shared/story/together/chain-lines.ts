// The lines that join the steps of chains: each from the lane that was told in one step, down to the row where it tells the next.

import type { Chain, Item } from './calls.ts'

interface Line {
  readonly lane: number
  /** Positions of rows. */
  readonly from: number
  readonly to: number
}

/** `items` are what is shown, in order: a step that isn't leaves a gap. */
export function chainLines(items: readonly Item[]): readonly Line[] {
  const chains = new Map<Chain, Map<number, Told>>()
  const lines: Line[] = []
  for (const [place, { chain, from, to }] of items.entries()) {
    if (!chain) continue
    const told = chains.get(chain) ?? new Map<number, Told>()
    chains.set(chain, told)
    const known = told.get(from)
    if (known) lines.push({ lane: from, from: known.place, to: place })
    if (known) told.set(from, { place, isPassedOn: true })
    // Of several that are told the same before it tells that, the line begins at the first.
    if (told.get(to)?.isPassedOn !== false) told.set(to, { place, isPassedOn: false })
  }
  return lines
}

/** What a lane was told last, and where. */
interface Told {
  readonly place: number
  readonly isPassedOn: boolean
}

const [none, down, through, up] = ['0', '1', '2', '3']

/** By the positions of rows in a window: for each lane whether a line begins there, goes through it or ends there. */
export function linksOf(
  lines: readonly Line[],
  { offset, limit, lanes }: { readonly offset: number; readonly limit: number; readonly lanes: number },
): ReadonlyMap<number, string> {
  const rows = new Map<number, string[]>()
  for (const { lane, from, to } of lines) {
    for (let place = Math.max(from, offset); place <= Math.min(to, offset + limit - 1); place += 1) {
      const links = rows.get(place) ?? Array<string>(lanes).fill(none)
      const here = place === from ? down : place === to ? up : through
      // One that ends where the next begins is one line.
      links[lane] = links[lane] === none || links[lane] === here ? here : through
      rows.set(place, links)
    }
  }
  return new Map([...rows].map(([place, links]) => [place, links.join('')]))
}
