// Texts that are slow to lay out or to parse, by name.

const times = (unit: string, characters: number): string =>
  unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters)

const fence = (language: string, unit: string, characters = 300_000): string =>
  `\`\`\`${language}\n${times(unit, characters)}\n\`\`\``

const acute = '\u0301'

/** Built on demand: some are megabytes. */
export const freezingTexts: Readonly<Record<string, () => string>> = {
  'code-json': () => fence('json', '{"a": [1, "b", true, null]},\n'),
  'code-js': () => fence('js', 'const a = "b" // c\n'),
  'code-ts': () => fence('ts', 'let a: "b" = 1 as any;'),
  'code-python': () => fence('python', 'if a in "b" and 1: # c\n'),
  'code-html': () => fence('html', '<a b="c"><d e="f">'),
  'code-xml': () => fence('xml', '<a/><b/>'),
  'code-sql': () => fence('sql', "SELECT 1 FROM a WHERE b='c' "),
  'code-of-strings': () => fence('js', '"" '),
  'code-without-language': () => fence('', 'word "string" 1 '),
  'code-of-one-word': () => fence('js', 'x'),
  'directions-100-kb': () => times('\u202E\u202D', 100_000),
  'directions-1-mb': () => times('\u202E\u202D', 1_000_000),
  'directions-and-letters': () => times('a\u202Eb\u2066c\u2069', 300_000),
  'directions-isolates': () => times('\u2067', 100_000) + times('\u2069', 100_000),
  'letters-of-two-directions': () => times('aא', 1_000_000),
  'word-of-1-mb': () => times('x', 1_000_000),
  'word-in-arabic': () => times('ش', 1_000_000),
  'word-in-thai': () => times('ก', 300_000),
  'word-in-chinese': () => times('字', 300_000),
  'heading-of-4-mb': () => `# ${times('word ', 4_000_000)}`,
  'heading-of-one-word': () => `# ${times('x', 1_000_000)}`,
  'marks-on-one-letter': () => `a${times(acute, 300_000)}`,
  'emoji-joined': () => times('👩\u200D', 300_000),
  flags: () => times('🇵🇹', 300_000),
  tabs: () => times('\t', 300_000),
  spaces: () => `a${times(' ', 1_000_000)}b`,
  nulls: () => times('\u0000', 300_000),
  'lone-surrogates': () => times('\uD800', 100_000),
  'lines-empty': () => `a${times('\n', 1_000_000)}b`,
  'lines-of-one-letter': () => times('a\n', 300_000),
  'paragraphs-of-one-letter': () => times('a\n\n', 300_000),
  breaks: () => times('a  \n', 300_000),
  rules: () => times('---\n\n', 300_000),
  headings: () => times('# a\n', 300_000),
  emphasis: () => times('**a** _b_ ', 300_000),
  'emphasis-open': () => times('*_[', 1_000_000),
  'code-spans': () => times('`a` ', 300_000),
  links: () => times('[a](http://a.example) ', 300_000),
  images: () => times('![a](http://a.example/i.png) ', 300_000),
  addresses: () => times('http://a.example/b ', 300_000),
  'address-of-1-mb': () => `http://a.example/${times('b', 1_000_000)}`,
  lists: () => times('- a\n', 300_000),
  'lists-in-lists': () => times('- a\n  - b\n    - c\n      - d\n', 300_000),
  'list-markers': () => times('- ', 300_000),
  quotes: () => times('> a\n\n', 300_000),
  'quotes-in-quotes': () => times('> > > > > > > a\n', 300_000),
  'table-wide': () => `${times('|a', 80)}|\n${times('|-', 80)}|\n${times('|b', 300_000)}`,
  'table-long': () => `|a|b|\n|-|-|\n${times('|c|d|\n', 300_000)}`,
  'table-of-words': () => `|a|b|\n|-|-|\n|${times('x', 100_000)}|${times('y', 100_000)}|`,
  fences: () => times('```a\n', 300_000),
}
