import { describe, expect, it } from 'vitest'
import { freezingAnswers } from '../freezing/answers.ts'
import { freezingCards } from '../freezing/cards.ts'
import { get, message10, rpc } from '../wire-client.ts'
import { namedAgent } from './catalogue.ts'

/** The largest card that Parley reads. */
const maxCardBytes = 5 * 1024 * 1024

describe('the agents made to hold a window', () => {
  it.each(Object.keys(freezingCards))('freezing-card-%s has a card that is read', async (name) => {
    const agent = await namedAgent(`freezing-card-${name}`).start()
    const { status, text } = await get(`${agent.url}/.well-known/agent-card.json`)
    await agent.close()
    expect(status).toBe(200)
    expect(text.length).toBeGreaterThan(10_000)
    expect(Buffer.byteLength(text)).toBeLessThan(maxCardBytes)
  })

  it('freezing answers with what is named', async () => {
    const agent = await namedAgent('freezing').start()
    const answers = await Promise.all(
      ['svg-use', 'directions-100-kb', 'hello'].map((word) => rpc(agent.url, 'SendMessage', message10(word))),
    )
    await agent.close()
    expect(answers[0]?.text).toContain('image/svg+xml')
    expect(answers[1]?.text).toContain('\u202E\u202D\u202E')
    expect(Object.keys(freezingAnswers).filter((name) => !answers[2]?.text.includes(name))).toEqual([])
  })
})
