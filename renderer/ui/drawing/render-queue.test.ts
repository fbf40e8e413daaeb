import { expect, test } from 'vitest'
import { createRenderQueue, maxCostOfFrame } from './render-queue.ts'

function drawn() {
  const frames: (() => void)[] = []
  const names: string[] = []
  const turns = createRenderQueue((next) => frames.push(next))
  return {
    frame: () => frames.shift()?.(),
    names,
    wait: (name: string, cost: number) => turns.await(cost, () => names.push(name)),
  }
}

test('a frame draws its share, in order, and the next one goes on', () => {
  const { wait, frame, names } = drawn()
  for (const name of ['a', 'b', 'c']) wait(name, maxCostOfFrame / 2)
  expect(names).toEqual([])
  frame()
  expect(names).toEqual(['a', 'b'])
  frame()
  expect(names).toEqual(['a', 'b', 'c'])
})

test('what is more than a share has a frame to itself', () => {
  const { wait, frame, names } = drawn()
  wait('small', 1)
  wait('large', maxCostOfFrame * 9)
  wait('after', 1)
  frame()
  expect(names).toEqual(['small'])
  frame()
  expect(names).toEqual(['small', 'large'])
  frame()
  expect(names).toEqual(['small', 'large', 'after'])
})

test('what left the screen before its turn is not drawn, and what comes when all is drawn is', () => {
  const { wait, frame, names } = drawn()
  const leave = wait('gone', maxCostOfFrame)
  wait('there', maxCostOfFrame)
  leave()
  frame()
  expect(names).toEqual(['there'])
  wait('later', 1)
  frame()
  expect(names).toEqual(['there', 'later'])
})
