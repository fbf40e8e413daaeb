import { readFileSync } from 'node:fs'
import { Message } from '@a2a-js/sdk'
import { describe, expect, it } from 'vitest'
import { message } from '#testing/demo-agent/call.ts'
import { SCENES, sceneFor, TRAVELLER_SCENES } from './scene-table.ts'

const ALL = [...SCENES, ...TRAVELLER_SCENES]
const request = (text: string, data?: unknown) => sceneFor(Message.fromJSON(message({ text, data }))).id

describe('the table of scenes', () => {
  it.each(ALL.flatMap(({ id, prompts }) => prompts.map((prompt) => [prompt, id] as const)))(
    '"%s" asks for %s, in any case',
    (prompt, id) => {
      expect([request(prompt), request(prompt.toLowerCase()), request(prompt.toUpperCase())]).toEqual([
        id,
        id,
        id,
      ])
    },
  )

  it('answers anything else with the menu, or with a look at the parts', () => {
    expect([request('what is the weather'), request(''), request('see attached', { a: 1 })]).toEqual([
      'menu',
      'menu',
      'parts-received',
    ])
  })

  it('gives every scene what a skill must have (1.0 section 4.4.5)', () => {
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length)
    expect(
      ALL.filter(({ tags, prompts, description }) => !tags.length || !prompts.length || !description),
    ).toEqual([])
  })

  it('is told in the README, prompt by prompt', () => {
    const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8')
    const rows = [...readme.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, prompt]) => prompt)
    expect(rows).toEqual(ALL.flatMap(({ prompts }) => prompts))
  })
})
