// Events of a stream often differ in a few places only: a text, a time, an id, a counter in the metadata. A template finds
// these places by comparing two events, and then reads further events by the content of these places alone. A place is one JSON
// string or number whose value neither a dialect nor a rule interprets; its position in the model is found by a trial decode
// with another value.

import { endOfString } from '../json/json-tokens.ts'
import type { Update } from './model.ts'
import { timestampForm } from './rules/formats.ts'
import { insideOf, type PieceForm, unquoted } from './text-hole.ts'

export interface EventTemplate {
  /** Undefined if the event differs in other places, too. */
  read(data: string): Update | undefined
  /** Set where the places are a text that continues, and metadata. */
  readonly piece?: PieceForm
}

type Decode = (data: string) => Update | undefined
type Scalar = string | number

/** One place: its literal in the event, and which values it accepts. */
interface Place {
  readonly start: number
  readonly end: number
  readonly accepts: (value: Scalar) => boolean
  readonly paths: readonly Path[]
}
type Path = readonly string[]

// Longer events are decoded one by one.
export const maxTemplateChars = 16_384
// Places in which two events may differ; with more, each event is decoded by itself.
const maxPlaces = 8

/** `update`: the decoded `data`; `before`: an earlier event of the same stream. */
export function templateOf(
  before: string,
  data: string,
  update: Update,
  decode: Decode,
): EventTemplate | undefined {
  const differing = differingLiterals(before, data)
  if (differing === undefined) return undefined
  const places: Place[] = []
  for (const [start, end] of differing) {
    const place = placeOf(data, start, end, update, decode)
    if (place === undefined) return undefined
    places.push(place)
  }
  return reader(data, update, places)
}

function reader(data: string, update: Update, places: readonly Place[]): EventTemplate {
  const isText = places.map(({ start }) => data.charCodeAt(start) === quote)
  // The quotation marks of a text belong to the surrounding text.
  const [starts, ends] = [places.map(startOf), places.map(endOf)]
  const around = [0, ...ends].map((from, index) => data.slice(from, starts[index] ?? data.length))
  const [head = '', ...between] = around
  const tail = between.pop() ?? ''
  const tree = treeOf(places)

  function startOf({ start }: Place, index: number): number {
    return isText[index] ? start + 1 : start
  }
  function endOf({ end }: Place, index: number): number {
    return isText[index] ? end - 1 : end
  }
  /** The values of the places, between head and tail. */
  const valuesIn = (inside: string): readonly Scalar[] | undefined => {
    const values: Scalar[] = []
    let at = 0
    for (let index = 0; index < places.length; index += 1) {
      const until = isText[index] ? endOfString(inside, at - 1) : endOfNumber(inside, at)
      const literal = inside.slice(at, until)
      const value = isText[index] ? unquoted(literal) : literal === '' ? undefined : Number(literal)
      if (value === undefined || !places[index]?.accepts(value)) return undefined
      values.push(value)
      const next = between[index] ?? ''
      // Comparing slices is many times faster than `startsWith`.
      if (inside.slice(until, until + next.length) !== next) return undefined
      at = until + next.length
    }
    return at === inside.length ? values : undefined
  }
  const textPlace = between.some((text) => text.includes('\n')) ? -1 : soleTextPlace(update, places)

  return {
    read(next) {
      const inside = insideOf(next, { head, tail })
      const values = inside === undefined ? undefined : valuesIn(inside)
      return values && (withValues(update, tree, values) as Update)
    },
    ...(textPlace >= 0 && {
      piece: { head, tail, textOf: (inside: string) => valuesIn(inside)?.[textPlace] as string | undefined },
    }),
  }
}

/** The place of the only text of an artifact's piece, if all others are in metadata about it; else -1. */
function soleTextPlace(update: Update, places: readonly Place[]): number {
  if (update.kind !== 'artifact' || update.artifact.artifact.parts.length !== 1) return -1
  const at = places.findIndex(({ paths }) => paths.length === 1 && paths[0]?.join() === soleTextPath)
  const areAbout = places.every(
    ({ paths }, index) => index === at || paths.every((path) => aboutPiece.test(path.join())),
  )
  return areAbout ? at : -1
}

const soleTextPath = 'artifact,artifact,parts,0,text'
const aboutPiece = /^artifact,(?:artifact,)?metadata,/

/** Where the literals of `data` differ from those of `before`; undefined where anything else differs. */
function differingLiterals(before: string, data: string): readonly (readonly [number, number])[] | undefined {
  if (before.length > maxTemplateChars || data.length > maxTemplateChars) return undefined
  const olds = [...before.matchAll(literals)]
  const news = [...data.matchAll(literals)]
  if (olds.length !== news.length) return undefined
  const places: (readonly [number, number])[] = []
  let [oldEnd, newEnd] = [0, 0]
  for (const [index, { 0: literal, index: start }] of news.entries()) {
    const old = olds[index]
    if (old === undefined) return undefined
    if (before.slice(oldEnd, old.index) !== data.slice(newEnd, start)) return undefined
    oldEnd = old.index + old[0].length
    newEnd = start + literal.length
    if (old[0] === literal) continue
    const isName = /^\s*:/.test(data.slice(newEnd, newEnd + 8))
    if (isName || isString(old[0]) !== isString(literal) || places.length === maxPlaces) return undefined
    places.push([start, newEnd])
  }
  if (places.length === 0 || before.slice(oldEnd) !== data.slice(newEnd)) return undefined
  return places
}

const literals = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g
const quote = 0x22
const isString = (literal: string) => literal.charCodeAt(0) === quote

function placeOf(
  data: string,
  start: number,
  end: number,
  update: Update,
  decode: Decode,
): Place | undefined {
  const value: unknown = JSON.parse(data.slice(start, end))
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const other = typeof value === 'string' ? `${value}~` : value === 1 ? 2 : 1
  const decoded = decode(data.slice(0, start) + JSON.stringify(other) + data.slice(end))
  if (decoded === undefined) return undefined
  const paths: Path[] = []
  if (!addDifferences({ update, decoded, value, other }, [], paths)) return undefined
  const [path] = paths
  if (path === undefined) return undefined
  const accepts = acceptedAt(path, value)
  return accepts && paths.every((each) => roleAt(each) === roleAt(path))
    ? { start, end, accepts, paths }
    : undefined
}

interface Trial {
  readonly update: unknown
  readonly decoded: unknown
  readonly value: Scalar
  readonly other: Scalar
}

/** False where the other value changed more than the value in its place. */
function addDifferences({ update, decoded, value, other }: Trial, path: Path, paths: Path[]): boolean {
  if (Object.is(update, decoded)) return true
  if (update === value && decoded === other) {
    paths.push(path)
    return true
  }
  if (!isContainer(update) || !isContainer(decoded)) return false
  const names = Object.keys(update)
  if (Array.isArray(update) !== Array.isArray(decoded)) return false
  if (names.join('\n') !== Object.keys(decoded).join('\n')) return false
  return names.every((name) =>
    addDifferences({ update: update[name], decoded: decoded[name], value, other }, [...path, name], paths),
  )
}

type Container = Readonly<Record<string, unknown>>
function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

type Role = 'text' | 'id' | 'time' | 'metadata'

/** The role of a place in the model; undefined where its value decides about other members. */
function roleAt(path: Path): Role | undefined {
  // An assignment would set the prototype.
  if (path.includes('__proto__') || path.includes('extra')) return undefined
  if (path.slice(0, -1).includes('metadata')) return 'metadata'
  switch (path.at(-1)) {
    case 'text':
      return path.at(-3) === 'parts' ? 'text' : undefined
    case 'messageId':
      return 'id'
    case 'timestamp':
      return path.at(-2) === 'status' ? 'time' : undefined
    default:
      return undefined
  }
}

function acceptedAt(path: Path, value: Scalar): Place['accepts'] | undefined {
  switch (roleAt(path)) {
    case 'metadata':
      return (next) => typeof next === typeof value
    case 'text':
      return typeof value === 'string' && value !== '' ? isFilled : undefined
    case 'id':
      return isPlainId(value) ? isPlainId : undefined
    case 'time': {
      const form = formOf(value)
      return form === 'not-a-time' ? undefined : (next) => formOf(next) === form
    }
    case undefined:
      return undefined
  }
}

/** An empty text is decoded in full. */
const isFilled = (value: Scalar) => value !== ''
const formOf = (value: Scalar) => (typeof value === 'string' ? timestampForm(value) : 'not-a-time')
const isPlainId = (value: Scalar) => typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value)

function endOfNumber(text: string, from: number): number {
  number.lastIndex = from
  return number.test(text) ? number.lastIndex : from
}
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Where each value goes: its number, or the members further in, by name. */
type Tree = number | { readonly names: readonly string[]; readonly inner: readonly Tree[] }

function treeOf(places: readonly Place[]): Tree {
  return branch(places.flatMap(({ paths }, index) => paths.map((path) => ({ path, index }))))
}

function branch(all: readonly { readonly path: Path; readonly index: number }[]): Tree {
  const [first] = all
  if (first?.path.length === 0) return first.index
  const groups = Map.groupBy(all, ({ path: [name = ''] }) => name)
  const inner = [...groups.values()].map((group) =>
    branch(group.map(({ path, index }) => ({ path: path.slice(1), index }))),
  )
  return { names: [...groups.keys()], inner }
}

function withValues(source: unknown, tree: Tree, values: readonly Scalar[]): unknown {
  if (typeof tree === 'number') return values[tree]
  const { names, inner } = tree
  // Names of a list are its indexes.
  const copy = (Array.isArray(source) ? [...source] : { ...(source as Container) }) as Record<string, unknown>
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? ''
    copy[name] = withValues(copy[name], inner[at] ?? 0, values)
  }
  return copy
}
