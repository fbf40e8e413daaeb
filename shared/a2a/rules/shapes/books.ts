// The book of shapes for each dialect over a binding. Compiled once, when the module loads.

import type { DialectId } from '../../dialect.ts'
import type { Binding } from '../../model.ts'
import type { ObjectBook } from './book.ts'
import { objectsOfZeroOne } from './objects-0-1.ts'
import { objectsOneZero } from './objects-1-0.ts'
import { objectsByKind } from './objects-kind.ts'
import { objectsOfProto } from './objects-proto.ts'
import { type ParamsBook, paramsByKind, paramsOfProto, paramsOfZeroOne, paramsOne } from './params.ts'

const minors = ['0.2.0', '0.2.1', '0.2.2', '0.2.3', '0.2.4', '0.2.5', '0.2.6'] as const

const byMinor: ReadonlyMap<string, ObjectBook> = new Map(minors.map((minor) => [minor, objectsByKind(minor)]))
const latestTwo = objectsByKind('0.2.6')
const three = objectsByKind('0.3.0')
const proto = objectsOfProto()
const zeroOne = objectsOfZeroOne()
const candidate = objectsOneZero('1.0-rc')
const one = objectsOneZero('1.0')

/** `minor`: the exact 0.2 version if the card states it, else the latest. */
export function objectBook(dialect: DialectId, binding: Binding, minor?: string): ObjectBook {
  switch (dialect) {
    case '0.1':
      return zeroOne
    case '0.2':
      if (binding !== 'JSONRPC') return proto
      return (minor === undefined ? undefined : byMinor.get(minor)) ?? latestTwo
    case '0.3':
      return binding === 'JSONRPC' ? three : proto
    case '0.3-proto':
      return binding === 'JSONRPC' ? three : proto
    case '0.3-schema':
      return three
    case '1.0-rc':
      return candidate
    case '1.0':
      return one
  }
}

const params: ReadonlyMap<ObjectBook, ParamsBook> = new Map([
  ...[...byMinor.values(), latestTwo, three].map((book) => [book, paramsByKind(book)] as const),
  [zeroOne, paramsOfZeroOne(zeroOne)],
  [proto, paramsOfProto(proto)],
  [candidate, paramsOne(candidate, true)],
  [one, paramsOne(one, false)],
])

/** Requests of a client; operations without params in the dialect are left out. */
export function paramsBook(dialect: DialectId, binding: Binding, minor?: string): ParamsBook {
  return params.get(objectBook(dialect, binding, minor)) ?? {}
}

/** A webhook's body depends on the version alone: before 1.0 the bare Task, whatever the binding (§6.2). */
export function webhookBook(dialect: DialectId): ObjectBook {
  return dialect === '0.3-proto' ? three : objectBook(dialect, 'JSONRPC')
}
