// Splits code into comments, strings, numbers and words common to most languages. It has no grammar of any language, so no
// input breaks it, and it is linear in the text.

export interface CodeToken {
  readonly kind: 'plain' | 'comment' | 'string' | 'number' | 'word'
  readonly text: string
}

const words = new Set(
  (
    'abstract and as assert async await begin break case catch class const continue def default defer del delete do elif else end enum except ' +
    'export extends false final finally fn for foreach from func function go if impl implements import in instanceof interface is lambda ' +
    'let match module mut namespace new nil none not null or override package pass private protected pub public raise return select self ' +
    'static struct super switch this throw throws trait true try type typeof undefined use using val var void when where while with yield ' +
    'None True False SELECT FROM WHERE INSERT INTO UPDATE DELETE CREATE TABLE JOIN ON AND OR NOT NULL ORDER BY GROUP LIMIT VALUES SET AS'
  ).split(' '),
)

/** Languages whose comments begin with `#`. */
const hashed = new Set(
  'bash sh shell zsh python py ruby rb yaml yml toml ini dockerfile make makefile perl r'.split(' '),
)

const tagged = new Set('html htm xhtml xml svg vue svelte'.split(' '))

const common =
  String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|` +
  String.raw`\b\d[\w.]*|[A-Za-z_$][\w$]*|/\*[^]*?(?:\*/|$)`
const markup = /<!--[\s\S]*?(?:-->|$)|<[/!?]?[A-Za-z][\w:-]*|"[^"<>]*"?/g
const slashes = new RegExp(String.raw`//[^\n]*|${common}`, 'g')
const hashes = new RegExp(String.raw`#[^\n]*|${common}`, 'g')
const dashes = new RegExp(String.raw`--[^\n]*|${common}`, 'g')

export function codeTokens(text: string, language: string): readonly CodeToken[] {
  const name = language.toLowerCase().split(/[\s{,]/, 1)[0] ?? ''
  const pattern = tagged.has(name)
    ? markup
    : hashed.has(name)
      ? hashes
      : name === 'sql' || name === 'lua'
        ? dashes
        : slashes
  const tokens: CodeToken[] = []
  let plainFrom = 0
  for (const { 0: token, index } of text.matchAll(pattern)) {
    const kind = kindOf(token)
    if (kind === 'plain') continue
    if (index > plainFrom) tokens.push({ kind: 'plain', text: text.slice(plainFrom, index) })
    tokens.push({ kind, text: token })
    plainFrom = index + token.length
  }
  if (plainFrom < text.length) tokens.push({ kind: 'plain', text: text.slice(plainFrom) })
  return tokens
}

function kindOf(token: string): CodeToken['kind'] {
  const [first = ''] = token
  if (first === '<') return token.startsWith('<!--') ? 'comment' : 'word'
  if (first === '"' || first === "'") return 'string'
  if (first >= '0' && first <= '9') return 'number'
  if (first === '/' || first === '#' || first === '-') return 'comment'
  return words.has(token) ? 'word' : 'plain'
}
