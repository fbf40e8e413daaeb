import { describe, expect, it } from 'vitest'
import { judge } from '#testing/rules/judge-sample.ts'
import { mutate } from '#testing/rules/mutate.ts'
import { hybridCard } from '#testing/rules/sample-cards.ts'
import { samples } from '#testing/rules/samples.ts'
import { checkCard } from '../check.ts'

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
        const matches = judge(sample.use, document)
        const caught = matches.some((finding) => finding.pointer === pointer && finding.severity !== 'info')
        if (!caught) missed.push(`${sample.name}: ${what} at ${pointer}`)
      }
    }
    const score = (made - missed.length) / made
    console.info(`mutations: ${made - missed.length} of ${made} caught (${(100 * score).toFixed(2)} %)`)
    if (missed.length > 0) console.info(missed.slice(0, 60).join('\n'))
    expect(made).toBeGreaterThan(3000)
    expect(score).toBeGreaterThanOrEqual(0.95)
  })

  it('are caught in the half for clients of 0.3 of a card that serves both, at least 95 of 100', () => {
    const existing = new Set(checkCard(hybridCard.document).map(({ rule }) => rule))
    expect([...existing]).toEqual(['PARLEY-CARD-023'])
    const ofHalf = [...mutate(hybridCard)].filter(({ pointer }) => olderPlaces.test(pointer))
    const missed = ofHalf.filter(({ pointer, document }) =>
      checkCard(document).every((match) => match.pointer !== pointer || existing.has(match.rule)),
    )
    const share = 1 - missed.length / ofHalf.length
    console.info(`older half: ${ofHalf.length - missed.length} of ${ofHalf.length} caught`)
    console.info(missed.map(({ what, pointer }) => `${what} at ${pointer}`).join('\n'))
    expect(ofHalf.length).toBeGreaterThanOrEqual(40)
    expect(share).toBeGreaterThanOrEqual(0.95)
  })
})

const olderPlaces =
  /^\/(?:url|protocolVersion|preferredTransport|additionalInterfaces|security|supportsAuthenticatedExtendedCard)(?:\/|$)|^\/skills\/0\/security(?:\/|$)|^\/capabilities\/stateTransitionHistory$|^\/securitySchemes\/(?:bearer|key|oauth)\/(?!oauth2SecurityScheme|httpAuth)/i
