import type { Verb } from '../verb.ts'

export const manVerb: Verb = {
  name: 'man',
  summary: 'print the manual page',
  operands: '',
  about: 'Prints the manual page of this command, for man.',
  flags: [],
  examples: [
    ['| man -l -', 'read it'],
    ['> ~/.local/share/man/man1/parley.1', 'keep it'],
  ],
  exitCodes: [[0, 'done']],
  load: async () => ({ run: (await import('./manual.ts')).printManual }),
}
