import { expect, test } from 'vitest'
import { compareCoverage } from './contract-verbs.ts'

const nouns = { card: ['discover', 'probe'], chat: ['rows'] }
const verbs = ['card get']

test('each call has a verb or a reason, by itself or with its noun', () => {
  const covered = { 'card.discover': 'verb: card get', 'card.probe': 'probing', chat: 'window' }
  expect(compareCoverage({ nouns, verbs, covered })).toEqual([])
})

test('what is missing, left over, said twice or names no verb is refused', () => {
  const covered = {
    'card.discover': 'verb: card show',
    chat: 'window',
    'chat.rows': 'window',
    'task.get': 'step',
  }
  expect(compareCoverage({ nouns, verbs, covered })).toEqual([
    'card.probe has no verb, and no reason why not',
    'card.discover names verb: card show, which is not there',
    'chat.rows is no call of the contract, or its noun is listed already',
    'task.get is no call of the contract, or its noun is listed already',
  ])
})
