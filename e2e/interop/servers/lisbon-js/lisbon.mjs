// What the fake model behind the frameworks in JavaScript says: lisbon.py's words, as a model of the AI SDK.

import { setTimeout as sleep } from 'node:timers/promises'

export const name = 'lisbon'
export const description = 'Tells of Lisbon'
const first = 'Lisbon is a city on the river Tagus. The hills, the trams, ha ha, and the the light.'
const second = 'The second answer: Porto is on the Douro, yes yes, and the the wine.'

export const weather = ({ city }) => `sunny in ${city}`

async function* tokens(prompt, came, answered) {
  if (prompt.includes('fail') && !prompt.includes('failmid')) throw new Error('the model broke off')
  const calls = prompt.includes('use the tool') && !answered
  const text = calls
    ? 'Let me look that up.'
    : prompt.includes('Porto')
      ? second
      : prompt.includes('what came')
        ? `It came as: ${came}`
        : first
  for (const [index, word] of text.split(' ').entries()) {
    if (prompt.includes('failmid') && index === 5) throw new Error('the model broke off')
    await sleep(prompt.includes('slow') ? 400 : 20)
    yield index === 0 ? word : ` ${word}`
  }
  if (calls) yield undefined
}

const finish = (calls) => ({ unified: calls ? 'tool-calls' : 'stop', raw: undefined })
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }

function said(prompt) {
  const asked = prompt.findLast(({ role }) => role === 'user').content
  const words = asked.map(({ text = '' }) => text).join(' ')
  const came = asked.map(({ type, mediaType }) => [type, mediaType].filter(Boolean).join(' ')).join(', ')
  return tokens(words, came, prompt.at(-1).role === 'tool')
}

const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'weather', input: '{"city":"Lisbon"}' }

export const model = {
  specificationVersion: 'v3',
  provider: 'fake',
  modelId: 'fake',
  supportedUrls: {},
  async doGenerate({ prompt }) {
    const each = await Array.fromAsync(said(prompt))
    const calls = each.includes(undefined)
    const content = [{ type: 'text', text: each.filter(Boolean).join('') }, ...(calls ? [call] : [])]
    return { content, finishReason: finish(calls), usage, warnings: [] }
  },
  async doStream({ prompt, abortSignal }) {
    async function* parts() {
      let calls = false
      yield { type: 'stream-start', warnings: [] }
      yield { type: 'text-start', id: '1' }
      for await (const token of said(prompt)) {
        if (abortSignal?.aborted) return
        if (token !== undefined) yield { type: 'text-delta', id: '1', delta: token }
        else calls = true
      }
      yield { type: 'text-end', id: '1' }
      if (calls) yield call
      yield { type: 'finish', finishReason: finish(calls), usage }
    }
    return { stream: ReadableStream.from(parts()) }
  },
}
