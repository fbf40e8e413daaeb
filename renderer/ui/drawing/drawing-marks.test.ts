import { expect, test } from 'vitest'
import { createDrawingMarks } from './drawing-marks.ts'

/** A store that outlives its pages, and frames drawn by the test. */
function browser() {
  const stored = new Map<string, string>()
  let now = 0
  let hidden = false
  const open = () => {
    const frames: (() => void)[] = []
    const marks = createDrawingMarks({
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => void stored.set(name, value),
        removeItem: (name) => void stored.delete(name),
      },
      afterFrame: (next) => void frames.push(next),
      now: () => now,
      isHidden: () => hidden,
    })
    const frame = () => {
      for (const next of frames.splice(0)) next()
    }
    return { marks, frame }
  }
  const pass = (ms: number) => {
    now += ms
  }
  const hide = () => {
    hidden = true
  }
  return { open, kept: stored, pass, hide }
}

test('what was drawn leaves no mark', () => {
  const { open, kept } = browser()
  const page = open()
  page.marks.begin('a')
  page.marks.begin('b')
  page.frame()
  expect([...kept.keys()]).toEqual([])
  expect(open().marks.wasHeld).toBe(false)
})

test('what never came to its frame is held at the next start and the one after, until it is released', () => {
  const { open, pass } = browser()
  const page = open()
  page.marks.begin('drawn')
  page.frame()
  page.marks.begin('a')
  page.marks.begin('b')
  pass(8_000)
  const next = open().marks
  expect([next.isHeld('a'), next.isHeld('b'), next.isHeld('drawn'), next.wasHeld]).toEqual([
    true,
    true,
    false,
    true,
  ])
  next.release('a')
  const after = open().marks
  expect([after.isHeld('a'), after.isHeld('b'), after.wasHeld]).toEqual([false, true, false])
})

test('what another page of ours draws at this moment is not held', () => {
  const { open, pass } = browser()
  open().marks.begin('a')
  pass(20)
  expect(open().marks.isHeld('a')).toBe(false)
})

test('what held the window and was drawn in the end is held as well, from the next start on', () => {
  const { open, pass } = browser()
  const page = open()
  page.marks.begin('slow')
  pass(9_000)
  page.frame()
  expect(open().marks.isHeld('slow')).toBe(true)
})

test('a sleep of the machine holds nothing', () => {
  const { open, pass } = browser()
  const page = open()
  page.marks.begin('a')
  pass(3_600_000)
  page.frame()
  expect(open().marks.isHeld('a')).toBe(false)
})

test('what nobody looks at holds nothing, however late its frame comes', () => {
  const { open, pass, hide } = browser()
  const page = open()
  hide()
  page.marks.begin('a')
  pass(9_000)
  page.frame()
  expect(open().marks.isHeld('a')).toBe(false)
})

test('a page that is left while it draws was not held', () => {
  const { open, pass } = browser()
  const page = open()
  page.marks.begin('a')
  page.marks.leave()
  pass(9_000)
  expect(open().marks.wasHeld).toBe(false)
})

test.each(['{', '7', '{"keys":7}', '[1]'])('a store that holds %s is no reason to fail', (text) => {
  const { open, kept, pass } = browser()
  kept.set('parley.drawing', text)
  kept.set('parley.held', text)
  pass(9_000)
  expect(open().marks.isHeld('a')).toBe(false)
})
