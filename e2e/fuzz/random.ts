// Reproducible random numbers: the same for the same seed on every machine.

export interface Random {
  /** From 0 up to the limit, exclusive. */
  below(limit: number): number
  oneOf<T>(all: readonly T[]): T
}

/** mulberry32, seeded with a mix of its seeds. */
export function createRandom(...seeds: readonly number[]): Random {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) ^ (mixed >>> 15), 0x2545f491)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => (limit <= 1 ? 0 : next() % limit)
  return {
    below,
    oneOf(all) {
      const chosen = all[below(all.length)]
      if (chosen === undefined) throw new Error('There is nothing to choose from.')
      return chosen
    },
  }
}
