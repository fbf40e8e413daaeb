import { checkFileName, levels } from '#shared/checks/suite.ts'
import { credentialFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the engine looks these up in its environment
export const checkVerb: Verb = {
  name: 'check',
  summary: 'check whether an agent keeps to its version of A2A',
  operands: '[URL]',
  about:
    'Checks whether an agent keeps to its version of A2A. Standard output has the table, or a report that is written to "-".',
  flags: [
    {
      name: 'interface',
      value: 'NAME',
      repeat: true,
      help: 'jsonrpc, rest, grpc or all (default: the one the card prefers)',
    },
    {
      name: 'level',
      value: 'LEVEL',
      choices: levels,
      help: 'must, should or may: tests of this level and above (default: may)',
    },
    {
      name: 'only',
      value: 'NAMES',
      repeat: true,
      help: 'suites and tests by their ids, with commas between',
    },
    {
      name: 'prompt',
      value: 'BEHAVIOR=TEXT',
      repeat: true,
      help: 'what to say for a behavior, such as complete-task=Hello',
    },
    {
      name: 'answer',
      value: 'TEXT',
      help: 'what to answer when more input is required, after the prompt for multi-turn',
    },
    { name: 'try', help: 'try the examples of the agent’s skills for the behaviors that have no prompt' },
    {
      name: 'active',
      help: 'also tests that cancel, register webhooks and flood; the default on this machine alone',
    },
    ...credentialFlags,
    {
      name: 'acts',
      value: 'PATH',
      files: true,
      repeat: true,
      help: 'an ACTS suite, or a folder of them, in place of Parley’s',
    },
    { name: 'var', value: 'NAME=VALUE', repeat: true, help: 'what {{NAME}} stands for in a suite' },
    {
      name: 'baseline',
      value: 'FILE',
      files: true,
      help: 'an earlier --json: only what it doesn’t have as failed fails',
    },
    { name: 'json', value: 'FILE', files: true, help: 'the ACTS report' },
    { name: 'junit', value: 'FILE', files: true, help: 'JUnit XML, for build servers' },
    { name: 'sarif', value: 'FILE', files: true, help: 'SARIF 2.1.0, for code scanning' },
    { name: 'html', value: 'FILE', files: true, help: 'one page, for people' },
    { name: 'markdown', value: 'FILE', files: true, help: 'for a comment on a pull request' },
    { name: 'badge', value: 'FILE', files: true, help: 'an SVG' },
    {
      name: 'session',
      value: 'FILE',
      files: true,
      help: 'a .parley file with all that was sent and answered',
    },
    { name: 'no-record', help: 'leave no session in the data folder' },
    { name: 'timeout', value: 'TIME', help: 'for the whole run, as in 90s or 5m (default: 10m)' },
    { name: 'data-dir', value: 'DIR', files: true, help: 'where credentials and sessions are kept' },
    {
      name: 'config',
      value: 'FILE',
      files: true,
      help: `the same names as these, as YAML (default: ${checkFileName} of this folder, if any)`,
    },
  ],
  examples: [
    ['http://127.0.0.1:41241', 'the interface the card prefers'],
    ['https://agent.example --interface all --junit junit.xml --sarif a2a.sarif', 'for a build server'],
    ["https://agent.example --bearer '${env:TOKEN}' --try --html report.html", 'with a token, as a page'],
    ['--baseline main.json --json -', 'what parley-check.yaml says; fails on regressions only'],
  ],
  exitCodes: [
    [0, 'every MUST that was measured passed'],
    [1, 'a MUST failed or is inconclusive by itself, or nothing was measured'],
    [2, 'wrong usage'],
    [3, 'the agent couldn’t be reached'],
    [4, 'the agent refused every call'],
    [5, 'timed out'],
    [130, 'interrupted'],
  ],
  load: async () => ({ run: (await import('./run.ts')).runCheck }),
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the engine looks these up in its environment
