// Programs report, send, receive, request, find and need; they do not tell, say, hear, ask, meet, know, want or come. A name such as
// `found` does not describe its value. Declared names, comments and file names are checked. names.json counts older uses by file and
// only gets shorter; a new file may have none.

import { posix } from 'node:path'
import { Visitor } from 'vite'
import { isNode, type Node } from './syntax.ts'
import { type Finding, findingAt, type Tree } from './tree.ts'

/** Uses by file. */
export type NameDebt = Readonly<Record<string, number>>

const speech =
  'tell|tells|telling|told|say|says|saying|said|hear|hears|hearing|heard|ask|asks|asking|asked|meet|meets|meeting|met|know|knows|knowing|known|want|wants|wanting|wanted|come|comes|coming|came|desk'
const inName = new RegExp(`^(?:${speech})$`)
const inComment = new RegExp(`\\b(?:${speech})\\b`, 'gi')
/** Whole names that do not describe a value. */
const bare = /^(?:of|kept|found|held|seen)$/i
/** Words of standards. */
const standard = /well-?known/gi

/** All uses, listed or not. */
export function readNames(tree: Tree): readonly Finding[] {
  const paths = tree.paths.filter((path) => /\.tsx?$/.test(path) && path !== 'e2e/rules/names.ts')
  return paths.flatMap((path) => namesIn(tree, path))
}

function countNames(found: readonly Finding[]): NameDebt {
  const counts = new Map<string, number>()
  for (const { path } of found) counts.set(path, (counts.get(path) ?? 0) + 1)
  return Object.fromEntries(counts)
}

/** Each use in a file with more than are listed, and entries of the list that can be lowered. */
export function checkNames(found: readonly Finding[], listed: NameDebt): readonly Finding[] {
  const counts = countNames(found)
  const more = found.filter(({ path }) => (counts[path] ?? 0) > (listed[path] ?? 0))
  const fewer = Object.entries(listed).filter(([path, count]) => (counts[path] ?? 0) < count)
  return [
    ...more.map((each) => ({
      ...each,
      sentence: `${each.sentence} (${counts[each.path]} here, ${listed[each.path] ?? 0} allowed)`,
    })),
    ...fewer.map(([path, count]) => ({
      path,
      line: 1,
      sentence: `has ${counts[path] ?? 0} words, no longer ${count}: npm run fix shortens the list of them`,
    })),
  ]
}

/** The new list: lower counts, and new files as long as the total does not rise, since such a file was renamed or split off. */
export function lowerNames(found: readonly Finding[], listed: NameDebt): NameDebt {
  const counts = countNames(found)
  const kept = Object.entries(listed).flatMap(([path, count]) => {
    const lower = Math.min(count, counts[path] ?? 0)
    return lower === 0 ? [] : [[path, lower] as const]
  })
  const added = Object.entries(counts).filter(([path]) => !(path in listed))
  const room = sumOf(Object.entries(listed)) - sumOf(kept)
  const all = sumOf(added) <= room ? [...kept, ...added] : kept
  return Object.fromEntries(all.toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

function sumOf(entries: readonly (readonly [path: string, count: number])[]): number {
  return entries.reduce((sum, [, count]) => sum + count, 0)
}

function namesIn(tree: Tree, path: string): readonly Finding[] {
  const { text, program, comments } = tree.parse(path)
  const name = posix.basename(path).replace(/\..*/, '')
  const declared = declaredIn(program).filter((each) => isSpoken(each.name))
  const remarks = comments.flatMap(({ value, start }) =>
    [...value.replaceAll(standard, (word) => ' '.repeat(word.length)).matchAll(inComment)].map(
      ({ 0: word, index }) =>
        findingAt(path, text, start + index, `write “${word}” in this comment otherwise`),
    ),
  )
  return [
    ...(isSpoken(name) ? [{ path, line: 1, sentence: `name ${name} for what it is or does` }] : []),
    ...declared.map((each) => findingAt(path, text, each.start, `name ${each.name} for what it is or does`)),
    ...remarks,
  ]
}

function isSpoken(name: string): boolean {
  const words = name
    .replaceAll(standard, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
  return bare.test(name) || words.some((word) => inName.test(word.toLowerCase()))
}

interface Declared {
  readonly name: string
  readonly start: number
}

/** Names that a file declares: variables, parameters, functions, types and their members. */
function declaredIn(program: ReturnType<Tree['parse']>['program']): readonly Declared[] {
  const found: Declared[] = []
  const visits = Object.entries(declarations).map(([type, patternsOf]) => [
    type,
    (node: Node) => found.push(...patternsOf(node).flatMap(boundBy)),
  ])
  new Visitor(Object.fromEntries(visits)).visit(program)
  return found
}

const idOf = ({ id }: Node) => [id]
const localOf = ({ local }: Node) => [local]
const keyOf = ({ key, computed }: Node) => (computed === true ? [] : [key])
const paramsOf = ({ params }: Node) => (Array.isArray(params) ? params : [])

/** The patterns in which each kind of node declares names. */
const declarations: Readonly<Record<string, (node: Node) => readonly unknown[]>> = {
  ArrowFunctionExpression: paramsOf,
  CatchClause: ({ param }) => [param],
  ClassDeclaration: idOf,
  FunctionDeclaration: (node) => [...idOf(node), ...paramsOf(node)],
  FunctionExpression: paramsOf,
  ImportDefaultSpecifier: localOf,
  ImportNamespaceSpecifier: localOf,
  // An import that is not renamed declares no name.
  ImportSpecifier: (node) => (startOf(node['imported']) === startOf(node['local']) ? [] : localOf(node)),
  MethodDefinition: keyOf,
  Property: (node) => (node['method'] === true ? keyOf(node) : []),
  PropertyDefinition: keyOf,
  TSEnumDeclaration: idOf,
  TSFunctionType: paramsOf,
  TSInterfaceDeclaration: idOf,
  TSMethodSignature: (node) => [...keyOf(node), ...paramsOf(node)],
  TSPropertySignature: keyOf,
  TSTypeAliasDeclaration: idOf,
  VariableDeclarator: idOf,
}

function startOf(value: unknown): number | undefined {
  return isNode(value) ? value.start : undefined
}

/** A member that is destructured under its own name is declared elsewhere. */
function boundBy(pattern: unknown): readonly Declared[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [{ name: String(pattern['name']), start: pattern.start }]
  if (pattern.type === 'AssignmentPattern') return boundBy(pattern['left'])
  if (pattern.type === 'RestElement') return boundBy(pattern['argument'])
  if (pattern.type === 'ArrayPattern') return (pattern['elements'] as readonly unknown[]).flatMap(boundBy)
  if (pattern.type !== 'ObjectPattern') return []
  return (pattern['properties'] as readonly Node[]).flatMap((each) => {
    if (each.type !== 'Property') return boundBy(each)
    return each['shorthand'] === true ? [] : boundBy(each['value'])
  })
}
