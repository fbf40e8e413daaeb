// Cards that can freeze a window, by name: members that override those of a valid card, each card below the 5 MB that Parley
// reads.

import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { freezingTexts } from './texts.ts'

const many = (count: number, select: (index: number) => JsonValue): readonly JsonValue[] =>
  Array.from({ length: count }, (_, index) => select(index))

const marks = (characters: number): string => '\u202E\u202D'.repeat(characters / 2)
const word = (characters: number): string => 'x'.repeat(characters)
const made = (name: keyof typeof freezingTexts & string): string => freezingTexts[name]?.() ?? ''

const skill = (index: number, text: string): JsonObject => ({
  id: `skill-${index}`,
  name: text,
  description: text,
  tags: [text, text],
  examples: [text, text],
  inputModes: [text],
  outputModes: [text],
})

/** A card with this text in every place for text. */
const saying = (text: string): JsonObject => ({
  name: text,
  description: text,
  version: text,
  provider: { organization: text, url: `http://a.example/${text}` },
  documentationUrl: `http://a.example/${text}`,
  defaultInputModes: [text],
  defaultOutputModes: [text],
  skills: many(20, (index) => skill(index, text)),
})

export const freezingCards: Readonly<Record<string, () => JsonObject>> = {
  links: () => ({ description: many(1_000, (index) => `[a](http://a.example/${index})`).join(' ') }),
  addresses: () => ({ description: made('addresses') }),
  directions: () => ({ description: made('directions-1-mb') }),
  'letters-of-two-directions': () => ({ description: made('letters-of-two-directions') }),
  'marks-on-one-letter': () => ({ description: made('marks-on-one-letter') }),
  'emoji-joined': () => ({ description: made('emoji-joined') }),
  'description-of-markup': () => ({ description: made('emphasis') }),
  'description-of-code': () => ({ description: made('code-js') }),
  'words-everywhere': () => saying(word(20_000)),
  'directions-everywhere': () => saying(marks(10_000)),
  'skills-of-words': () => ({ skills: many(300, (index) => skill(index, word(2_000))) }),
  'skills-of-directions': () => ({ skills: many(300, (index) => skill(index, marks(600))) }),
  'tags-many': () => ({
    skills: many(1, () => ({ ...skill(0, 'a'), tags: many(200_000, (index) => `${index}`) })),
  }),
  'interfaces-many': () => ({
    supportedInterfaces: many(20_000, (index) => ({
      url: `http://127.0.0.1:9/${index}`,
      protocolBinding: 'JSONRPC',
      protocolVersion: '1.0',
    })),
  }),
  'extensions-many': () => ({
    capabilities: {
      extensions: many(20_000, (index) => ({ uri: `https://e.example/${index}`, description: marks(40) })),
    },
  }),
  'modes-many': () => ({ defaultInputModes: many(200_000, (index) => `text/${index}`) }),
  'schemes-many': () => ({
    securitySchemes: Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [
        `s${index}`,
        { apiKeySecurityScheme: { location: 'header', name: marks(40) } },
      ]),
    ),
    securityRequirements: many(5_000, (index) => ({ schemes: { [`s${index}`]: { list: [] } } })),
  }),
  'findings-many': () => ({ skills: many(20_000, () => ({ id: 1, name: 2, tags: 3 })) }),
  'members-many': () =>
    Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, index])),
  'numbers-many': () => ({ extra: many(900_000, () => 1) }),
  'lists-in-lists': () => ({ extra: many(400_000, () => []) }),
  'colours-many': () => ({ extra: many(100_000, (index) => `#${String(index).padStart(6, '0')}`) }),
  'hidden-many': () => ({ extra: many(20_000, () => marks(20)) }),
  'hidden-on-one-line': () => ({ extra: marks(1_000_000) }),
  'word-on-one-line': () => ({ extra: word(4_000_000) }),
}
