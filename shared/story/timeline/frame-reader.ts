// Goes through a run of frames. One whose only difference from an earlier one is the text of a piece is told apart by
// comparing strings; any other becomes an entry and is read like one.

import { holeOf, textIn } from '../../a2a/text-hole.ts'
import type { FrameEntry } from '../../record/entry.ts'
import { plainFrame, wrapBytes } from '../../record/plain-frame.ts'
import { eachOf, type FrameRun } from '../../record/run.ts'
import { utf8Bytes } from '../../record/text-size.ts'
import { answerOf, knowAnswer, knownRun } from '../known-answers.ts'
import type { Reading } from '../reading.ts'
import type { ChunkTemplate, ExchangeState } from './exchange-state.ts'
import type { Moment } from './task-clock.ts'

export interface ReadChunk {
  readonly artifactId: string
  readonly append: boolean
  readonly last: boolean
  readonly text: string
  readonly frameBytes: number
}

export interface FrameTaker {
  chunk(chunk: ReadChunk, exchange: ExchangeState, moment: Moment & { readonly seq: number }): void
  frame(frame: FrameEntry): void
}

export interface FrameReader {
  /** Gives each frame of the run as a chunk, or as an entry where it has to be read as a whole. */
  each(run: FrameRun, exchange: ExchangeState | undefined, take: FrameTaker): void
}

/** An agent may write several artifacts by turns. */
const mostTemplates = 8
/** A stream in which more than the text varies is read frame by frame. */
const mostMisses = 64

export function createFrameReader(reading: Reading, taskId: string): FrameReader {
  const learn = (exchange: ExchangeState, frame: FrameEntry) => {
    if (exchange.misses >= mostMisses) return
    exchange.misses++
    const template = templateOf(reading, taskId, exchange, frame)
    if (template) exchange.templates = [template, ...exchange.templates].slice(0, mostTemplates)
  }

  return {
    each(run, exchange, take) {
      const { sessionId, exchangeId } = run
      const updates = knownRun(run)?.updates
      const reads = exchange !== undefined && !exchange.foreign ? exchange : undefined
      eachOf(run, (text, place, at, monoMs) => {
        const data = run.before + text + run.after
        const seq = run.seq + place
        const chunk = reads?.streamed ? fitting(reads, data, wrapBytes(run.wrap)) : undefined
        if (reads && chunk) return take.chunk(chunk, reads, { seq, sessionId, at, monoMs })
        const frame = plainFrame(
          { seq, sessionId, exchangeId, at, monoMs },
          run.index + place,
          data,
          run.wrap,
        )
        const update = updates?.[place]
        if (update) knowAnswer(frame, answerOf(update), data.length)
        take.frame(frame)
        if (reads?.streamed) learn(reads, frame)
      })
    },
  }
}

function fitting(exchange: ExchangeState, data: string, wrapped: number): ReadChunk | undefined {
  for (const [index, template] of exchange.templates.entries()) {
    const text = textIn(data, template.hole)
    if (text === undefined) continue
    exchange.misses = 0
    if (index > 0) {
      exchange.templates = [template, ...exchange.templates.filter((other) => other !== template)]
    }
    const { artifactId, append, last, hole } = template
    const written = data.length - hole.head.length - hole.tail.length
    const inner = written === text.length ? text : data.slice(hole.head.length, hole.head.length + written)
    const frameBytes = wrapped + template.dataBytes + utf8Bytes(inner)
    return { artifactId, append, last, text, frameBytes }
  }
  return undefined
}

const probe = 'pqzjx'

/** Proved by putting another text into the hole: nothing but the piece's text may change. */
function templateOf(
  reading: Reading,
  taskId: string,
  exchange: ExchangeState,
  frame: FrameEntry,
): ChunkTemplate | undefined {
  const told = frame.data?.text
  const read = told === undefined ? undefined : pieceOf(reading, taskId, exchange, frame)
  const hole = read && told !== undefined ? holeOf(told, read.text) : undefined
  if (!read || !hole) return undefined
  const data = `${hole.head}${probe}${hole.tail}`
  const proved = pieceOf(reading, taskId, exchange, {
    ...frame,
    data: { sizeBytes: data.length, text: data },
  })
  if (proved?.text !== probe || proved.rest !== read.rest) return undefined
  const { artifactId, append, last } = read
  return { hole, artifactId, append, last, dataBytes: utf8Bytes(hole.head) + utf8Bytes(hole.tail) }
}

interface ReadPiece {
  readonly artifactId: string
  readonly append: boolean
  readonly last: boolean
  readonly text: string
  /** Everything else the frame says. */
  readonly rest: string
}

function pieceOf(
  reading: Reading,
  taskId: string,
  exchange: ExchangeState,
  frame: FrameEntry,
): ReadPiece | undefined {
  const answer = reading.answer(frame, exchange.call, exchange.httpStatus)
  if (answer.kind !== 'result' || answer.result.kind !== 'update') return undefined
  const { update } = answer.result
  if (update.kind !== 'artifact') return undefined
  const { artifact, append, lastChunk } = update.artifact
  if (update.artifact.taskId !== '' && update.artifact.taskId !== taskId) return undefined
  const [part] = artifact.parts
  if (artifact.parts.length !== 1 || part?.kind !== 'text') return undefined
  const rest = JSON.stringify({
    ...update.artifact,
    artifact: { ...artifact, parts: [{ ...part, text: '' }] },
  })
  return { artifactId: artifact.artifactId, append, last: lastChunk, text: part.text, rest }
}
