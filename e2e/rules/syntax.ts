// What the rules that read the syntax of a file share: its nodes, and the names in them.

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** The name of a private member begins with its `#`. */
export function nameOf(value: unknown): string {
  if (!isNode(value)) return ''
  if (value.type === 'PrivateIdentifier') return `#${value['name']}`
  return value.type === 'Identifier' ? String(value['name']) : ''
}

export function propertyOf(value: unknown): string {
  if (!isNode(value)) return ''
  if (value.type === 'ChainExpression') return propertyOf(value['expression'])
  if (value.type !== 'MemberExpression' || !isNode(value['property'])) return ''
  return nameOf(value['property']) || String(value['property']['value'] ?? '')
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

export function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (!isNode(value)) return []
  return [value, ...Object.values(value).flatMap(nodesOf)]
}
