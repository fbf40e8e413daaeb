import { rule } from './rule.ts'

export const boundRules = {
  'PARLEY-BOUND-001': rule({
    title: 'More findings than are listed',
    severity: 'info',
    section: { version: 'Parley', section: 'Bounds' },
    meaning: 'The document strays in so many places that the rest is not listed.',
    hint: 'Fix the listed findings, then check again.',
  }),
  'PARLEY-BOUND-002': rule({
    title: 'A value is nested very deep',
    severity: 'warning',
    section: { version: 'RFC 8259', section: '9' },
    meaning: 'Many JSON readers refuse or crash on deep nesting; what is nested deeper wasn’t checked.',
    hint: 'Flatten the value.',
  }),
  'PARLEY-BOUND-003': rule({
    title: 'A member’s name is very long',
    severity: 'warning',
    section: { version: 'RFC 8259', section: '9' },
    meaning: 'Names are not meant to carry content; what is under it wasn’t checked.',
    hint: 'Shorten the name.',
  }),
  'PARLEY-BOUND-004': rule({
    title: 'A document has very many values',
    severity: 'info',
    section: { version: 'RFC 8259', section: '9' },
    meaning: 'Reading so many at once holds a client up; what comes after the first of them wasn’t checked.',
    hint: 'Send less at a time: pages, or a file by its URL.',
  }),
} as const
