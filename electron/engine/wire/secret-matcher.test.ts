import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMs } from '#testing/cpu-ms.ts'
import { SecretMatcher } from './secret-matcher.ts'

function matcherOf(...values: readonly string[]) {
  const matcher = new SecretMatcher()
  for (const value of values) matcher.add(value, () => '[x]')
  return matcher
}

test.each([[1], [500]])(
  'among %i values those that are repeated are replaced, the longer of two first',
  (count) => {
    const matcher = new SecretMatcher()
    for (let n = 0; n < count; n++) matcher.add(`filler-${n}-of-many`, () => '[filler]')
    matcher.add('shorter', () => '[one]')
    matcher.add('shorter-and-longer', () => '[two]')
    matcher.add('the-shorter', () => '[three]')
    matcher.add('$&dollar', () => '[$&]')
    const cases = {
      'nothing of it, shorte': 'nothing of it, shorte',
      'a shorter one, a sh%6frter one': 'a [one] one, a [one] one',
      'shorter-and-longer shorter-and-longe': '[two] [one]-and-longe',
      'the-shorter-and-longer': 'the-[two]',
      'filler-0-of-manyshortershorter': '[filler][one][one]',
      '☂shorter☂$&dollar': '☂[one]☂[$&]',
      'cut in the-sho…, in shorter-and-lo…': 'cut in [three]…, in [two]…',
      'too little of it: the-s…, or no end of it: the-sho':
        'too little of it: the-s…, or no end of it: the-sho',
      '': '',
    }
    expect(Object.keys(cases).map(matcher.replace)).toEqual(Object.values(cases))
    expect(matcher.replaceCut('no more than the-sho')).toBe('no more than [three]')
    matcher.clear()
    expect(matcher.replace('a shorter one')).toBe('a shorter one')
  },
)

test('however a text is made, nothing that is looked for is left in it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '☂'), minLength: 6, maxLength: 9 })
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 60 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '☂'), maxLength: 60 })
  fc.assert(
    fc.property(words, text, (needles, around) => {
      const replaced = matcherOf(...needles).replace(around + needles.join(around))
      expect(needles.filter((needle) => replaced.includes(needle))).toEqual([])
    }),
  )
})

const secret = 'pa/ss "wörd"&<k+e=y>\\☂'
const units = (write: (unit: string, code: number) => string) =>
  secret
    .split('')
    .map((unit) => write(unit, unit.charCodeAt(0)))
    .join('')
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
const bytes = Buffer.from(secret)
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const html = (text: string) =>
  text.replace(/[&<>"]/g, (char) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[char]};`)
const inLines = (text: string, broken: string) => text.replace(/.{76}(?!$)/g, (line) => line + broken)
const long = Buffer.from(`${'before '.repeat(20)}${secret}${' after'.repeat(20)}`)

const spelled: Readonly<Record<string, string>> = {
  plain: secret,
  'as JSON writes it': json(secret),
  'as PHP writes JSON': json(secret).replaceAll('/', '\\/'),
  'as Go writes JSON': json(secret).replace(/[<>&]/g, (char) => `\\u${hex(char.charCodeAt(0), 4)}`),
  'all of it escaped': units((_, code) => `\\u${hex(code, 4)}`),
  'all of it escaped in capitals': units((_, code) => `\\u${hex(code, 4).toUpperCase()}`),
  'JSON in JSON in JSON': json(json(json(secret))),
  'in an address': encodeURIComponent(secret),
  'in an address in small letters': encodeURIComponent(secret).toLowerCase(),
  'all of it in an address': [...bytes].map((byte) => `%${hex(byte, 2)}`).join(''),
  'in an address in an address': encodeURIComponent(encodeURIComponent(secret)),
  'in a form': new URLSearchParams({ k: secret }).toString().slice(2),
  'in HTML': html(secret),
  'HTML in JSON': json(html(secret)).replaceAll('&', '\\u0026'),
  'HTML in HTML': html(html(secret)),
  'in decimal references': units((_, code) => `&#${code};`),
  'in hexadecimal references': units((_, code) => `&#x${hex(code, 1)};`),
  'named wherever there is a name': units(
    (unit) => ({ '/': '&sol;', '=': '&equals;', '+': '&plus;' })[unit] ?? unit,
  ),
  base64: bytes.toString('base64'),
  'base64 of more, one byte before': Buffer.concat([Buffer.from('x'), bytes, Buffer.from('yz')]).toString(
    'base64',
  ),
  'base64 of more, two bytes before': Buffer.concat([Buffer.from('xy'), bytes, Buffer.from('z')]).toString(
    'base64',
  ),
  base64url: Buffer.concat([Buffer.from('x'), bytes]).toString('base64url'),
  'base64 in lines': inLines(long.toString('base64'), '\r\n'),
  'base64 in lines in JSON': json(inLines(long.toString('base64'), '\n')),
  'base64 as PHP writes it in JSON': json(bytes.toString('base64')).replaceAll('/', '\\/'),
  'base64 in an address': encodeURIComponent(bytes.toString('base64')),
  'base64 of JSON': Buffer.from(JSON.stringify({ a: 1, secret })).toString('base64'),
  'base64 of an address': Buffer.from(`?k=${encodeURIComponent(secret)}`).toString('base64url'),
  hex: bytes.toString('hex'),
  'hex in capitals': bytes.toString('hex').toUpperCase(),
  'bytes of UTF-8': bytes.toString('latin1'),
}

test.each(Object.entries(spelled))('a secret is found %s', (name, text) => {
  const masked = matcherOf(secret).replace(`<<${text}>>`)
  expect(masked).toMatch(/^<<.*\[x\].*>>$/s)
  // Around an encoded secret, at most the characters remain that also encode other text.
  if (!name.startsWith('base64')) expect(masked).toBe('<<[x]>>')
  if (!name.includes(' ')) expect(masked.length).toBeLessThan('<<[x]>>'.length + 6)
})

test('what lies packed is told apart from what is plain, so that each can be put back as it was', () => {
  const matcher = new SecretMatcher()
  matcher.add('secret-value', (text) => `[${text}]`)
  expect(matcher.replace('secret-value secret\\u002dvalue c2VjcmV0LXZhbHVl')).toBe(
    '[secret-value] [secret-value] [c2VjcmV0LXZhbHVl]',
  )
})

test('a short value hides in innocent text, and is looked for in no spelling', () => {
  const text = 'a all abcde 61 YQ== \\u0061'
  expect(matcherOf('a', 'abcde').replace(text)).toBe(text)
})

test('hostile escapes cost no more than their length', async () => {
  const matcher = matcherOf(secret)
  const hostile = ['\\', '%25', '&amp;', '&#000', '\n', '\\n', 'A\n', '\\u005c'].map((each) =>
    each.repeat(200_000),
  )
  const ms = await cpuMs(() => {
    for (const text of hostile) matcher.replace(text)
  })
  expect(ms).toBeLessThan(5_000)
})
