import { expect, test } from 'vitest'
import { dialects } from './dialects.ts'
import { type HoverSchema, hoverSchemaOf } from './hover-schema.ts'
import type { JsonValue } from './model.ts'
import { operationKinds } from './operation.ts'
import { sampleOperation } from './sample-operation.ts'

/** Members missing in the schema, by their path. */
function unknownIn(
  value: JsonValue,
  schema: HoverSchema,
  root: HoverSchema,
  path: string,
): readonly string[] {
  const name = schema.$ref?.split('/').at(-1)
  const hoverSchema = name === undefined ? schema : (root.definitions?.[name] ?? {})
  if (Array.isArray(value))
    return value.flatMap((item) => unknownIn(item, hoverSchema.items ?? {}, root, path))
  if (typeof value !== 'object' || value === null) {
    return hoverSchema.enum === undefined || hoverSchema.enum.includes(String(value))
      ? []
      : [`${path}=${String(value)}`]
  }
  return Object.entries(value).flatMap(([member, inner]) => {
    const next = hoverSchema.properties?.[member]
    return next === undefined ? [`${path}/${member}`] : unknownIn(inner, next, root, `${path}/${member}`)
  })
}

const calls = dialects
  .filter(({ id }) => id === '1.0' || id === '0.3')
  .flatMap((dialect) =>
    operationKinds.map((kind) => ({
      dialect,
      kind,
      call: dialect.encode(sampleOperation(kind, { messageId: 'm', taskId: 't', contextId: 'c' }), 'JSONRPC'),
    })),
  )
  .flatMap(({ dialect, kind, call }) => (call?.binding === 'JSONRPC' ? [{ id: dialect.id, kind, call }] : []))

test.each(calls)('$id: every member of $kind is explained', ({ id, call }) => {
  const schema = hoverSchemaOf(id, 'JSONRPC', 'request')
  const { method, params = {} } = call
  expect(unknownIn({ jsonrpc: '2.0', id: 'x', method, params }, schema, schema, '')).toEqual([])
})
