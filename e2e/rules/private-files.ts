// Parley's files are for its user alone, so every writer takes its modes from one place; this rule finds writers without them.
// Exports to a path that the user chose are exempt.

import { type Finding, findingAt, isProduct, type Tree } from './tree.ts'

const writing =
  /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|mkdir|mkdirSync|open(?:Sync)?(?=\([^\n]*'[aw]x?\+?'))\((?!\))[^\n]*/g
const isPrivate = /\b(private|user)(File|Folder)\b/
/** Files are made by `createPrivately` first. */
const opening = /new DatabaseSync\((?!':memory:')/g

/** Developer programs. */
const exempt = /^electron\/(dev|built)\.ts$/

export function checkPrivateFiles(tree: Tree): readonly Finding[] {
  const paths = tree.paths.filter(
    (path) => path.startsWith('electron/') && isProduct(path) && !exempt.test(path),
  )
  return paths.flatMap((path) => {
    const text = tree.read(path)
    const calls = [...text.matchAll(writing)].filter(([call]) => !isPrivate.test(call))
    const opened = text.includes('createPrivately(') ? [] : [...text.matchAll(opening)]
    return [...calls, ...opened].map(({ 0: call, index }) =>
      findingAt(path, text, index, `makes a file others may read (privateFile, privateFolder): ${call}`),
    )
  })
}
