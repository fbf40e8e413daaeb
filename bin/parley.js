#!/usr/bin/env node
// The command of the npm package. Plain enough for a Node too old to run Parley, so that it can say which one it takes.

const needed = [22, 19]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(
    `Parley needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node}.\n`,
  )
  process.exitCode = 1
} else {
  silenceSqliteWarning()
  keepCompiled()
    .catch(() => undefined)
    .then(() => import('../out/main/parley.js'))
}

/** What Node compiled is kept for the next start, which takes half as long: in the user's own folder, not in a temporary one of all. */
async function keepCompiled() {
  const [{ enableCompileCache }, { homedir }, { join }] = await Promise.all([
    import('node:module'),
    import('node:os'),
    import('node:path'),
  ])
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  enableCompileCache(join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache'), 'parley'))
}

/** Node 22 warns that its SQLite is experimental; there is nothing the user could do about it. */
function silenceSqliteWarning() {
  const emit = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emit.call(process, warning, ...rest)
  }
}
