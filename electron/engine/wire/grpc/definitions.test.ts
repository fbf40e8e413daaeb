import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { a2aV1, createGrpcMessages, lfA2aV1 } from './messages.ts'
import { fieldsOf, type ProtoTable } from './proto-table.ts'

/** `Message.field=number` of every field and enum value, with the numbers of the published definitions. */
function publishedFacts(name: string): readonly string[] {
  const path = new URL(`../../../../e2e/fixtures/${name}.facts.txt`, import.meta.url)
  return readFileSync(path, 'utf8').trim().split('\n').toSorted()
}

function ownFacts(table: ProtoTable): readonly string[] {
  const fields = Object.entries(table.messages).flatMap(([message, specs]) =>
    fieldsOf(specs).map((field) => `${message}.${field.name}=${field.number}`),
  )
  const values = Object.entries(table.enums ?? {}).flatMap(([name, each]) =>
    each.map((value, number) => `${name}.${value}=${number}`),
  )
  return [...fields, ...values].toSorted()
}

test.each([
  ['a2a.v1', a2aV1],
  ['lf.a2a.v1', lfA2aV1],
])('our definitions of %s have the published names and numbers, all of them', (name, table) => {
  expect(ownFacts(table)).toEqual(publishedFacts(name))
})

test.each([
  ['a2a.v1', a2aV1],
  ['lf.a2a.v1', lfA2aV1],
])('every method of %s can be encoded and decoded', (name, table) => {
  const messages = createGrpcMessages()
  for (const method of Object.keys(table.methods ?? {})) {
    const match = messages.method(`${name}.A2AService`, method)
    expect(match?.decode(match.encode({}))).toEqual({ json: {} })
  }
})

test('bytes that are no message are a reason, not an exception', () => {
  const method = createGrpcMessages().method('lf.a2a.v1.A2AService', 'GetTask')
  expect(method?.decode(Buffer.from([0xff, 0xff, 0xff]))).toEqual({ reason: expect.any(String) })
})

test.each(['constructor', 'toString', '__proto__', 'Nope'])('%s is no method', (name) => {
  expect(createGrpcMessages().method('lf.a2a.v1.A2AService', name)).toBeUndefined()
})
