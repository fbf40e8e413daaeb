// The flags that verbs have in common.

import type { Flag } from './verb.ts'

export const outputFlags: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    value: 'FORMAT',
    choices: ['text', 'json'],
    help: 'text for people, the default, or json',
  },
]

/** Of verbs that read or write what Parley keeps. */
export const dataFlags: readonly Flag[] = [
  { name: 'data-dir', value: 'DIR', files: true, help: 'where sessions, settings and credentials are kept' },
  { name: 'profile', value: 'NAME', help: 'a data folder of this name, inside the default one' },
]

/** Of verbs that run the engine. */
const engineFlags: readonly Flag[] = [
  ...outputFlags,
  ...dataFlags,
  { name: 'no-record', help: 'keep no session of this run, and no agent that wasn’t there before' },
]

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the engine looks these up in its environment
/** What goes along to an agent. */
export const credentialFlags: readonly Flag[] = [
  {
    name: 'header',
    value: '"NAME: VALUE"',
    repeat: true,
    help: 'sent with every call; ${env:NAME} reads a variable',
  },
  { name: 'bearer', value: 'TOKEN', help: 'a token, as ${env:NAME}' },
  { name: 'approve', value: 'ORIGIN', repeat: true, help: 'send credentials to this origin too' },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the engine looks these up in its environment

/** Of verbs that call an agent. */
export const agentFlags: readonly Flag[] = [
  ...credentialFlags,
  {
    name: 'timeout',
    value: 'TIME',
    help: 'for the whole run, as in 90s or 5m (default: no limit)',
  },
  ...engineFlags,
]
