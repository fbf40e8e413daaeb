import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHunt } from './hunt.ts'

test.each([[5], [500]])(
  'among %i values those that are repeated are replaced, the longer of two first',
  (count) => {
    const hunt = createHunt()
    for (let n = 0; n < count; n++) hunt.add([`filler-${n}-of-many`], '[filler]')
    hunt.add(['shorter', 'short%20er'], '[one]')
    hunt.add(['shorter-and-longer'], '[two]')
    hunt.add(['the-shorter'], '[three]')
    hunt.add(['$&dollar'], '[$&]')
    const cases = {
      'nothing of it, shorte': 'nothing of it, shorte',
      'a shorter one, a short%20er one': 'a [one] one, a [one] one',
      'shorter-and-longer shorter-and-longe': '[two] [one]-and-longe',
      'the-shorter-and-longer': 'the-[two]',
      'filler-3-of-manyshortershorter': '[filler][one][one]',
      '☂shorter☂$&dollar': '☂[one]☂[$&]',
      'cut in the-sho…, in shorter-and-lo… and in short%…': 'cut in [three]…, in [two]… and in [one]…',
      'too little of it: the-s…, or no end of it: the-sho':
        'too little of it: the-s…, or no end of it: the-sho',
      '': '',
    }
    expect(Object.keys(cases).map(hunt.replace)).toEqual(Object.values(cases))
    hunt.clear()
    expect(hunt.replace('a shorter one')).toBe('a shorter one')
  },
)

test('however a text is made, nothing that is hunted is left in it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '☂'), minLength: 6, maxLength: 9 })
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 60 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '☂'), maxLength: 60 })
  fc.assert(
    fc.property(words, text, (needles, around) => {
      const hunt = createHunt()
      for (const needle of needles) hunt.add([needle], '[x]')
      const replaced = hunt.replace(around + needles.join(around))
      expect(needles.filter((needle) => replaced.includes(needle))).toEqual([])
    }),
  )
})
