import type { Verb } from '../verb.ts'

export const completionVerb: Verb = {
  name: 'completion',
  summary: 'print a script that completes this command in a shell',
  operands: 'SHELL',
  operandChoices: ['bash', 'zsh', 'fish', 'powershell'],
  about: 'Prints a script that completes verbs, flags and their values in bash, zsh, fish or powershell.',
  flags: [],
  examples: [
    ['bash >> ~/.bash_completion', 'for bash'],
    ['zsh > ~/.zfunc/_parley', 'for zsh, with ~/.zfunc in its fpath'],
    ['fish > ~/.config/fish/conf.d/parley.fish', 'for fish'],
    ['powershell >> $PROFILE', 'for PowerShell'],
  ],
  exitCodes: [
    [0, 'done'],
    [2, 'wrong usage'],
  ],
  load: async () => ({ run: (await import('./completion.ts')).printCompletion }),
}
