import { describe, expect, it } from 'vitest'
import { judge } from './judge-sample.ts'
import { mutate } from './mutate.ts'
import { samples } from './samples.ts'

describe('samples', () => {
  it.each(samples.map((sample) => [sample.name, sample] as const))('%s has no findings', (_, sample) => {
    expect(judge(sample.use, sample.document)).toEqual([])
  })
})

describe('mutations', () => {
  it('are caught where they were made, at least 95 of 100', () => {
    const missed: string[] = []
    let made = 0
    for (const sample of samples) {
      for (const { what, pointer, document } of mutate(sample)) {
        made++
        const found = judge(sample.use, document)
        const caught = found.some((finding) => finding.pointer === pointer && finding.severity !== 'info')
        if (!caught) missed.push(`${sample.name}: ${what} at ${pointer}`)
      }
    }
    const score = (made - missed.length) / made
    console.info(`mutations: ${made - missed.length} of ${made} caught (${(100 * score).toFixed(2)} %)`)
    if (missed.length > 0) console.info(missed.slice(0, 60).join('\n'))
    expect(made).toBeGreaterThan(3000)
    expect(score).toBeGreaterThanOrEqual(0.95)
  })
})
