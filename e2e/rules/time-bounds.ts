// How long a timer, a keep-alive or a cache lasts is a constant with a name: a bare number in a call, or assigned to a member, is
// refused. 0 is not a time.

import { isNode, type Node, nameOf, nodesOf, propertyOf } from './syntax.ts'
import { type Finding, findingAt, isProduct, type Tree } from './tree.ts'

const timers = new Set(['setTimeout', 'setInterval'])
const timerMethods = new Set([...timers, 'after', 'setKeepAlive'])
const times =
  /^(?:timeout|\w+Timeout|keepAlive\w*|retryDelay|retryAfter\w*|refetchInterval|staleTime|gcTime|\w*Ms|\w+Seconds)$/
const mayHaveTime =
  /setTimeout|setInterval|AbortSignal\.timeout|\.after\(|[kK]eepAlive|(?:[tT]imeout|\w+Ms|\w+Seconds|retry\w+|refetchInterval|staleTime|gcTime)(?::| = )/

export function checkTimeBounds(tree: Tree): readonly Finding[] {
  const paths = tree.paths.filter((path) => isProduct(path) && mayHaveTime.test(tree.read(path)))
  return paths.flatMap((path) => {
    const { text, program } = tree.parse(path)
    const nodes = nodesOf(program)
    const imported = new Set([...timers, ...nodes.filter(isTimerImport).map((node) => nameOf(node['local']))])
    const calls = nodes.filter(({ type }) => /^(?:Call|New)Expression$/.test(type))
    const bare = [
      ...calls
        .filter((call) => isTimer(call, imported))
        .flatMap((call) => argumentsOf(call).filter(isBareTime)),
      ...calls.flatMap((call) => nodesOf(call['arguments']).filter(isBareMember)),
      ...nodes.filter(isBareAssignment),
    ]
    return [...new Set(bare)].map(({ start, end }) =>
      findingAt(path, text, start, `give this time a name that ends in Ms or S: ${text.slice(start, end)}`),
    )
  })
}

/** `setTimeout` of `node:timers/promises` goes by another name where it is imported. */
function isTimerImport(node: Node): boolean {
  return node.type === 'ImportSpecifier' && timers.has(nameOf(node['imported']))
}

function isTimer(call: Node, imported: ReadonlySet<string>): boolean {
  const callee = call['callee']
  if (imported.has(nameOf(callee)) || timerMethods.has(propertyOf(callee))) return true
  return propertyOf(callee) === 'timeout' && isNode(callee) && nameOf(callee['object']) === 'AbortSignal'
}

function argumentsOf(call: Node): readonly Node[] {
  return Array.isArray(call['arguments']) ? call['arguments'].filter(isNode) : []
}

function isBareMember({ type, key, value }: Node): boolean {
  return type === 'Property' && times.test(nameOf(key)) && isBareTime(value)
}

function isBareAssignment({ type, left, right }: Node): boolean {
  return type === 'AssignmentExpression' && times.test(propertyOf(left)) && isBareTime(right)
}

/** A number, a product of numbers alone, or a choice with such a branch. */
function isBareTime(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.type === 'BinaryExpression') return isBareTime(value['left']) && isBareTime(value['right'])
  if (value.type === 'LogicalExpression') return isBareTime(value['right'])
  if (value.type === 'ConditionalExpression')
    return isBareTime(value['consequent']) || isBareTime(value['alternate'])
  return value.type === 'Literal' && typeof value['value'] === 'number' && value['value'] !== 0
}
