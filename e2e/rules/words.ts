// Words that no sentence on screen may use: each has a plainer one that the field uses.

import { type Finding, findingAt, isProduct, type Tree } from './tree.ts'

/** The demo agent's words are exempt. */
const isOurs = (path: string) => isProduct(path) && !path.startsWith('electron/demo-agent/')
const isWindow = (path: string) => path.startsWith('renderer/') || path === 'shared/commands.ts'

/** Of the window, the engine and the command line. */
export function checkWords(tree: Tree): readonly Finding[] {
  return tree.paths.filter(isOurs).flatMap((path) => {
    const text = tree.read(path)
    const families = isWindow(path) ? [...unwanted, ...unwantedInWindow] : unwanted
    return sentencesIn(text).flatMap((sentence) => {
      const checked = sentence.replace(plain, '')
      return families
        .filter(([words]) => words.test(checked))
        .map(([, instead]) =>
          findingAt(
            path,
            text,
            text.indexOf(sentence),
            `write “${instead}” in ${sentence.replace(/\s+/g, ' ')}`,
          ),
        )
    })
  })
}

const unwanted: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(whoever|nobody|somebody)\b/i, 'name what it is: the server, the sender, a caller'],
  [/\b(go|goes|went) on\b/i, 'continue, resume'],
  [/\b(no|the) way in\b|\bways in\b/i, 'connection, interface'],
  [/\b(is|are) no (?!longer\b|more\b)[\w-]+/i, 'isn’t a …'],
  [/\bany more\b/i, 'no longer'],
  [/\b(put|take|stay) away\b/i, 'dismiss, remove, stay disconnected'],
  [/\b(is|are|was|were) (told|heard|met)\b/i, 'reported, received, seen'],
  [/\b(was|were) asked for\b/i, 'was requested'],
  [/\bcame to no\b/i, 'matched no'],
  [/\bnot said\b/i, 'not specified'],
  [/\bfind fault with\b/i, 'No findings'],
  [/\bstands? still\b/i, 'is paused'],
  [/\b(is|are) spoken to\b/i, 'is called'],
  [/\bway of speaking\b/i, 'dialect, version'],
  [/\bpast every cache\b/i, 'bypassing caches'],
  [/\b(comes?|came) (late|out of order)\b/i, 'arrived late, arrived out of order'],
  [/\bthe same in another way\b/i, 'repeat over another version or binding'],
  [/\btells? no more\b/i, 'lost the connection to …'],
  [/\bnothing came\b/i, 'no response was received'],
  [/\bas it should be\b/i, 'in order'],
  [/\bwants (?!access\b)/i, 'expects, requires, needs'],
  [/; [^;]*\bwithout it$|\bwhere left out\b/i, '(default: …)'],
  [/\bis looked up\b/i, 'reads a variable'],
  [/\bbr(oke|eaks?|oken) off\b/i, 'was interrupted'],
  [/\bon purpose\b/i, 'malformed, deliberate'],
  [/\bon the wire\b/i, 'in the request, in the response, recorded'],
  [/\bof its own\b/i, 'its own, separate'],
  [
    /\b(card|agent|server|client|stream|wire|task) (speaks?|says?|knows?|asks?) /i,
    'supports, declares, returns, requires',
  ],
  [/\bcame (back|with|as|from|in|after|before)\b/i, 'arrived, was returned'],
  [/\bthe whole\b(?! )/i, 'entire response'],
  [/\bgave no answer\b|\bno answer came\b/i, 'didn’t respond'],
]

/** The command line and the contract use words of the code that the window does not. */
const unwantedInWindow: typeof unwanted = [
  // Not a class, a path or a property; a sign-in has sessions, too.
  [/(?<![-/.{(]|sign-in )\bsessions?\b(?![-/?(]|\.\w)/i, 'recording'],
]

/** `There is no …` is allowed. */
const plain = /\bthere (is|are) no\b/gi

/** Strings, templates, and text between tags. Single words count only if they begin like a sentence. */
function sentencesIn(source: string): readonly string[] {
  const bare = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1')
  const quoted = bare.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []
  const between = bare.match(/[>}][^<>{}=()]*[a-z][^<>{}=()]*[<{]/g) ?? []
  return [...quoted, ...between].filter((each) => each.includes(' ') || /^.[A-Z]/.test(each))
}
