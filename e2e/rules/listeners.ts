// An exception in a listener has no caller to catch it. So every listener, timer and Node callback of the running app is
// guarded, except those that only settle a promise; this rule finds those without a guard.

import { isNode, type Node, nameOf, nodesOf, propertyOf } from './syntax.ts'
import { type Finding, findingAt, isProduct, type Tree } from './tree.ts'

/**
 * Developer programs, which may end with an error; the page's own script; the guard, the clock and the last resort themselves;
 * and the demo agent, whose listeners only end a wait.
 */
const exempt =
  /^electron\/(dev|start|built|preload|crash-watch|engine\/platform\/(?:clock|guarded))\.ts$|^electron\/demo-agent\//

/** Functions that call their second argument: listeners, and `clock.after`. */
const attaching = new Set([
  'after',
  'on',
  'once',
  'addListener',
  'prependListener',
  'prependOnceListener',
  'addEventListener',
])
const timers = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'nextTick'])
/** Functions that take a callback in any position. */
const callingBack = new Set([
  ...[
    'createServer',
    'createSecureServer',
    'createConnection',
    'listen',
    'handleUpgrade',
    'subscribe',
    'watch',
  ],
  'end',
])

export function checkListeners(tree: Tree): readonly Finding[] {
  const paths = tree.paths.filter(
    (path) => path.startsWith('electron/') && isProduct(path) && !exempt.test(path),
  )
  return paths.flatMap((path) => {
    const { text, program } = tree.parse(path)
    return unguardedIn(program).map(({ start, end }) =>
      findingAt(
        path,
        text,
        start,
        `attach it through guarded(…): ${text.slice(start, Math.min(end, start + 80))}`,
      ),
    )
  })
}

/** Each place that attaches what is not guarded. */
function unguardedIn(program: unknown): readonly Node[] {
  const all = nodesOf(program)
  const given = all.flatMap(givenBy).filter(({ name }) => name !== '')
  const functions = new Set([
    ...given.filter(({ value }) => isFunction(value)).map(({ name }) => name),
    ...all.filter(({ type }) => type === 'FunctionDeclaration').map((node) => nameOf(node['id'])),
  ])
  const guards = new Set(given.filter(({ value }) => isGuard(value)).map(({ name }) => name))
  const isGuarded = (name: string) => guards.has(name) && !functions.has(name)
  const isSound = (value: unknown) => isGuard(value) || isGuarded(targetOf(value)) || isSettling(value)

  const attachedBy = (node: Node): readonly unknown[] => {
    if (node.type === 'AssignmentExpression' && /^on[a-z]+$/.test(propertyOf(node['left'])))
      return [node['right']]
    if (node.type !== 'CallExpression') return []
    const method = propertyOf(node['callee'])
    const called = method || nameOf(node['callee'])
    const handed = node['arguments'] as readonly unknown[]
    if (attaching.has(method)) return handed.slice(1, 2)
    if (timers.has(called)) return handed.slice(0, 1)
    if (!callingBack.has(called)) return []
    return handed.filter((each) => isFunction(each) || functions.has(targetOf(each)))
  }
  return all.filter((node) => !attachedBy(node).every(isSound))
}

/** The name that a node assigns to a value. */
function givenBy(node: Node): readonly { readonly name: string; readonly value: unknown }[] {
  if (node.type === 'VariableDeclarator') return [{ name: nameOf(node['id']), value: node['init'] }]
  if (node.type === 'AssignmentExpression') return [{ name: targetOf(node['left']), value: node['right'] }]
  if (/^(Property|Method)Definition$/.test(node.type))
    return [{ name: memberName(node['key']), value: node['value'] }]
  return []
}

/** A variable, a member of `this`, or what either is bound from. */
function targetOf(value: unknown): string {
  if (!isNode(value)) return ''
  if (value.type === 'CallExpression' && propertyOf(value['callee']) === 'bind' && isNode(value['callee']))
    return targetOf(value['callee']['object'])
  const isMember =
    value.type === 'MemberExpression' && isNode(value['object']) && value['object'].type === 'ThisExpression'
  return isMember ? memberName(value['property']) : nameOf(value)
}

function memberName(key: unknown): string {
  return nameOf(key) && `this.${nameOf(key)}`
}

/** `resolve`, `reject`, or a function that only calls one of them. */
function isSettling(value: unknown): boolean {
  if (/^(resolve|reject)$/.test(nameOf(value)) || propertyOf(value) === 'resolve') return true
  if (!isNode(value) || value.type !== 'ArrowFunctionExpression' || !isNode(value['body'])) return false
  const { body } = value as unknown as { readonly body: Node }
  return body.type === 'CallExpression' && /^(resolve|reject)$/.test(nameOf(body['callee']))
}

function isGuard(value: unknown): boolean {
  return isNode(value) && value.type === 'CallExpression' && nameOf(value['callee']) === 'guarded'
}

function isFunction(value: unknown): boolean {
  return isNode(value) && /^(ArrowFunction|Function)Expression$/.test(value.type)
}
