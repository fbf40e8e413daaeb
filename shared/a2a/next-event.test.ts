import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEvent } from './check.ts'
import type { DialectId } from './dialect.ts'
import { dialectOf } from './dialects.ts'
import type { JsonValue, Update } from './model.ts'
import { createNextEvent } from './next-event.ts'

const decodeWith = (dialect: DialectId) => (data: string) => {
  const decoded = dialectOf(dialect).decodeEvent('JSONRPC', JSON.parse(data))
  return decoded.kind === 'result' ? decoded.result : undefined
}
const event = (parts: JsonValue, more: object = {}): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: {
      artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId: 'a', parts }, ...more },
    },
  })

function afterReading(first: string, dialect: DialectId = '1.0') {
  const decode = decodeWith(dialect)
  const chunks = createNextEvent<undefined>(decode)
  chunks.remember(first, decode(first) as Update, undefined)
  return { read: (data: string) => chunks.read(data)?.update, decode }
}

describe('the next piece of a text', () => {
  it.each<readonly [what: string, first: string, next: string]>([
    ['another text', event([{ text: 'one' }]), event([{ text: 'another' }])],
    ['a text with escapes', event([{ text: 'one' }]), event([{ text: '"\n\\ \u0001 ä 🙂' }])],
    ['after one with escapes', event([{ text: '"\n' }]), event([{ text: 'plain' }])],
    ['a text that also stands elsewhere', event([{ text: 'c' }]), event([{ text: 'd' }])],
    [
      'beside members that are called the same',
      event([{ text: 'x', metadata: { text: 'x' } }], { metadata: { text: 'x' } }),
      event([{ text: 'y', metadata: { text: 'x' } }], { metadata: { text: 'x' } }),
    ],
    [
      'spread over lines',
      event([{ text: 'one' }]).replaceAll(':', ' :\n '),
      event([{ text: 'two' }]).replaceAll(':', ' :\n '),
    ],
  ])('is read as if it were parsed: %s', (_, first, next) => {
    const { read, decode } = afterReading(first)
    const update = read(next)
    expect(update).toBeDefined()
    expect(update).toEqual(decode(next))
    expect(JSON.stringify(update)).toBe(JSON.stringify(decode(next)))
  })

  const plain = event([{ text: 'one' }])
  it.each<readonly [what: string, first: string, next: string]>([
    ['an empty text', plain, event([{ text: '' }])],
    ['another envelope', plain, event([{ text: 'two' }], { append: true })],
    ['two parts', plain, event([{ text: 'two' }, { text: 'three' }])],
    ['no text at all', plain, event([{ text: 7 }])],
    ['a literal that does not end', plain, plain.replace('one', 'two\\')],
    ['a literal with a raw control character', plain, plain.replace('one', 'two\t')],
    [
      'text that breaks out of its literal',
      plain,
      plain.replace('one', 'x"}],"name":"y","parts":[{"text":"z'),
    ],
    ['what is no artifact', JSON.stringify({ result: { message: { parts: [{ text: 'one' }] } } }), plain],
    ['the first text of a doubled member', plain.replace('"text"', '"text":"none","text"'), plain],
    ['nothing', plain, ''],
  ])('is left to be parsed: %s', (_, first, next) => {
    expect(afterReading(first).read(next)).toBeUndefined()
  })

  it('reads what the dialect reads, or nothing, and hides no finding, whatever the texts', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('"text":"', '\\', 'a'))
    const dialects = fc.constantFrom<DialectId>('0.3', '1.0')
    fc.assert(
      fc.property(texts, texts, texts, dialects, (first, second, name, dialect) => {
        const spell = (text: string) =>
          dialect === '1.0'
            ? event([{ text }], { metadata: { name, text: name } })
            : JSON.stringify({
                jsonrpc: '2.0',
                result: {
                  kind: 'artifact-update',
                  taskId: 't',
                  contextId: 'c',
                  artifact: { artifactId: 'a', name, parts: [{ kind: 'text', text }] },
                },
              })
        const { read, decode } = afterReading(spell(first), dialect)
        const update = read(spell(second))
        const findings = (text: string) =>
          checkEvent({ dialect, binding: 'JSONRPC', raw: JSON.parse(spell(text)) })
        if (update === undefined) return
        expect(update).toEqual(decode(spell(second)))
        expect(findings(second)).toEqual(findings(first))
      }),
    )
  })

  it('goes on after what is no piece of a text', () => {
    const chunks = createNextEvent<string>(decodeWith('1.0'))
    const status = JSON.stringify({ statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING' } } })
    for (const data of [plain, status]) chunks.remember(data, decodeWith('1.0')(data) as Update, data)
    expect(chunks.read(plain)).toEqual({ update: decodeWith('1.0')(plain), about: plain })
  })

  it('gives up remembering, for a while, where no envelope comes twice', () => {
    let decoded = 0
    const decode = (data: string) => {
      decoded += 1
      return decodeWith('1.0')(data)
    }
    const chunks = createNextEvent<undefined>(decode)
    for (let index = 0; index < 2_000; index += 1) {
      const data = event([{ text: 'one' }], { lastChunk: false, other: index })
      expect(chunks.read(data)).toBeUndefined()
      chunks.remember(data, decodeWith('1.0')(data) as Update, undefined)
    }
    expect(decoded).toBeLessThan(30)
  })
})
