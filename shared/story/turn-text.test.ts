import { describe, expect, test } from 'vitest'
import type { Part } from '../a2a/model.ts'
import { slice } from '../collections/list.ts'
import { type Arrival, TextRuns } from './turn-text.ts'

type TextOrMessage =
  | string
  | (Arrival & { readonly id?: string; readonly parts: readonly Part[] })
  | (Arrival & { readonly text: string; readonly id?: string; readonly late?: boolean })

/** Text as it is, and notes in brackets. */
function runsOf(texts: readonly TextOrMessage[]): readonly string[] {
  const received = texts.map((one, index) => {
    const message = typeof one === 'string' ? { text: one } : one
    const parts = 'parts' in message ? message.parts : [{ kind: 'text', text: message.text } as const]
    const { id: messageId = `m${index}` } = message as { readonly id?: string }
    return { message: { messageId, parts }, late: false, ...message }
  })
  const textRuns = new TextRuns(
    (index) => received[index],
    () => {},
  )
  for (const [index, { late }] of received.entries()) textRuns.add(index, late)
  return slice(textRuns.list()).map(({ pieces, isText }) => {
    const text = slice(pieces)
      .flatMap(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : part.kind)))
      .join('')
    return isText ? text : `[${text}]`
  })
}

describe('what is said while a task works', () => {
  test.each<[string, readonly TextOrMessage[], readonly string[]]>([
    ['tokens with their space before them', ['Lis', 'bon', ' is', ' a', ' city', '.'], ['Lisbon is a city.']],
    ['words with their space behind them', ['Lisbon ', 'is ', 'a ', 'city.'], ['Lisbon is a city.']],
    [
      'tokens of a language without spaces',
      ['里', '斯本', '是', '一座', '城市', '。'],
      ['里斯本是一座城市。'],
    ],
    [
      'one text that each message repeats and extends',
      ['A', 'A city', 'A city on', 'A city on a river'],
      ['A city on a river'],
    ],
    [
      'the whole once more at its end',
      ['A ', 'city', ' on a hill', 'A city on a hill\n'],
      ['A city on a hill\n'],
    ],
    [
      'a text after another is another',
      ['Let ', 'me look.', 'It', ' is sunny.'],
      ['Let me look.', 'It is sunny.'],
    ],
    ['a text that begins anew', ['A', 'A city', 'A city.', 'B', 'B town'], ['A city.', 'B town']],
    [
      'notes of what it does',
      ['Searching…', 'Reading 3 pages', 'Almost done.'],
      ['[Searching…]', '[Reading 3 pages]', '[Almost done.]'],
    ],
    [
      'notes in small letters',
      ['calling weather', 'got an answer'],
      ['[calling weather]', '[got an answer]'],
    ],
    ['notes with a mark before them', ['🔍 Searching', '📖 Reading'], ['[🔍 Searching]', '[📖 Reading]']],
    ['how far it is', ['10%', '20%', '30%'], ['[10%]', '[20%]', '[30%]']],
    [
      'notes in a language without spaces',
      ['正在搜索资料', '正在阅读网页'],
      ['[正在搜索资料]', '[正在阅读网页]'],
    ],
    ['a note before a text', ['Searching…', 'Lisbon', ' is', ' old.'], ['[Searching…]', 'Lisbon is old.']],
    ['what is long is no note', ['word '.repeat(40)], ['word '.repeat(40)]],
    ['what has lines is no note', ['# A\n\nB'], ['# A\n\nB']],
    ['one word', ['Lisbon'], ['[Lisbon]']],
  ])('%s', (_name, texts, reported) => {
    expect(runsOf(texts)).toEqual(reported)
  })

  test('messages with one id are pieces of one text, whatever they look like', () => {
    const texts = ['One.', 'Two.', 'One.Two.Three.'].map((text) => ({ id: 'same', text }))
    expect(runsOf(texts)).toEqual(['One.Two.Three.'])
  })

  test('data parts one text from the next, files are part of the answer, and nothing is a pause', () => {
    const data: TextOrMessage = { parts: [{ kind: 'data', data: { step: 1 } }] }
    const file: TextOrMessage = { parts: [{ kind: 'file-url', url: 'http://a.test/f' }] }
    expect(runsOf(['A', ' city', data, ' on', ' a hill', file])).toEqual([
      'A city',
      '[data]',
      ' on a hill',
      'file-url',
    ])
    expect(runsOf(['A', ' city', { parts: [] }, ' on', ' a hill'])).toEqual(['A city', ' on a hill'])
  })

  test('a call that is told again is told once, with the text that led to it and with what came of it', () => {
    const text = (text: string): Part => ({ kind: 'text', text })
    const part = (type: string, id?: string): Part => ({
      kind: 'data',
      data: { name: 'weather', args: {}, response: 'sunny', ...(id && { id }) },
      metadata: { adk_type: type },
    })
    const [call, result] = [part('function_call', 'c1'), part('function_response', 'c1')]
    const led = { parts: [text('Let me look.'), call] }
    expect(runsOf(['Let', ' me', ' look.', led, { parts: [call, result] }, 'It', ' is.'])).toEqual([
      'Let me look.',
      '[data]',
      '[data]',
      'It is.',
    ])
    // A piece that the call overtook is part of the text that arrived with it.
    const whole = { ...led, since: 3 }
    expect(runsOf(['Let', ' me', whole, { text: ' look.', since: 3 }])).toEqual(['Let me look.', '[data]'])
    expect(runsOf([{ parts: [part('function_call')] }, { parts: [part('function_call')] }])).toHaveLength(2)
  })

  test('what was overtaken has its place by the time of the agent; without one it comes last', () => {
    const at = (since: number, text: string, late = false) => ({ text, since, late })
    const texts = [at(1, 'Let '), at(4, 'It'), at(2, 'me', true), at(5, ' is.'), at(3, ' see.', true)]
    expect(runsOf(texts)).toEqual(['Let me see.', 'It is.'])
    expect(runsOf(['A', ' city', { text: ' on', late: true }])).toEqual(['A city on'])
    // A clock that was set back does not count against the stream's own order.
    expect(runsOf([at(5, 'A'), at(1, ' city'), at(2, ' on')])).toEqual(['A city on'])
  })

  test('what a poll happened to meet is not joined to what came before, unless it repeats it', () => {
    expect(runsOf(['A', { text: ' city', gap: true }])).toEqual(['[A]', '[ city]'])
    expect(runsOf(['A', { text: 'A city', gap: true }])).toEqual(['A city'])
  })
})
