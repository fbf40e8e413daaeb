// docs/CLI.md, made from the tables of the verbs so that it cannot fall behind.

import { npmCommand } from '../electron/cli/command-name.ts'
import { helpFlag, spelled, usageOf, type VerbText } from '../electron/cli/verb.ts'
import { allVerbs } from '../electron/cli/verbs.ts'
import { covered, reasons } from './contract-verbs.ts'

export function cliPage(): string {
  return `# The command line

<!-- Made from the verbs' tables in electron/cli: change them there, then \`npm run docs\`. -->

\`${npmCommand} VERB …\` does without a window what a window does; \`open\` and \`serve\` open it. It is the command of the npm package
(\`npm install --global ${npmCommand}\`; without installing it, \`npx ${npmCommand}\`). The desktop app brings it as \`parley\`, a clone as \`npm run --silent parley --\`.
Hints and help name it as it was started.

| verb | |
| --- | --- |
${allVerbs.map(({ name, summary }) => `| [${name}](#${anchorOf(name)}) | ${summary} |`).join('\n')}

## Output

Standard output carries data only. Notes, states, progress and errors go to standard error; colors and progress appear on a terminal only, and
not with \`NO_COLOR\`. What an agent sent is never an escape sequence: control characters and characters that reorder text are written out, such as
\`[U+001B]\`, and as \`\\u001b\` in JSON.

With \`-o json\` a verb prints one JSON document, or one line of JSON for each thing that arrives. Tasks, messages, updates and push configurations have
the JSON of A2A 1.0 (\`Task\`, \`StreamResponse\`, \`ListTasksResponse\`, \`TaskPushNotificationConfig\`), whatever version the agent speaks; what Parley adds
has the types of [its contract](CONTRACT.md), and each verb names its members. Secrets that Parley sent are marks, such as \`[secret:414668d4]\`.
Notes are lines such as \`{"note": "…"}\` on standard error, and an error is the last of them:

\`\`\`json
{ "error": { "code": "unreachable", "message": "what happened", "hint": "what to try" } }
\`\`\`

| exit code | \`code\` | |
| --- | --- | --- |
| 0 | | done; also when the reader of the output had enough |
| 1 | \`failed\` | failed |
| 2 | \`wrongUsage\` | wrong usage |
| 3 | \`unreachable\` | the agent couldn’t be reached, or has no card |
| 4 | \`credentials\` | the agent requires credentials, or refused them |
| 5 | \`timeout\` | timed out |
| 130, 143 | | interrupted, terminated; a second Ctrl+C ends at once |

## What is kept

Each run is a session in the data folder of the window, with its settings and credentials; the window lists it. \`--no-record\` leaves no
session, and no agent that wasn’t there before; the kept credentials are still sent. Beside an open window on the
same folder a run has the window's settings and its credentials, those aside that the window holds in memory alone; once it is over the window lists it as an
imported session, whose id the run prints. What is about kept sessions (\`sessions\`, \`findings SESSION\`, \`mock SESSION\`) runs in that window's Parley.
While another command has the folder, a run uses a temporary one that is deleted afterwards, without the kept credentials, and says so; with
\`--data-dir\` or \`--profile\` it fails instead.
\`--profile NAME\` is the folder \`profiles/NAME\` inside the default one.
Credentials of \`--bearer\` and \`--header\` hold for the run alone.

## Completion

\`${npmCommand} completion bash|zsh|fish|powershell\` prints a script. \`${npmCommand} man\` prints a manual page.

## What the window can do

Each [procedure of the contract](CONTRACT.md), or all of a noun that aren't named, with the verb that does it or why there is none.

${coverage()}

${allVerbs.map(verbPart).join('\n')}`
}

function coverage(): string {
  const groups = Map.groupBy(Object.entries(covered), ([, by]) => by)
  const why = new Map<string, string>(Object.entries(reasons))
  const titleOf = (by: string) => why.get(by) ?? `\`${npmCommand} ${by.slice('verb: '.length)}\``
  const rows = [...groups].map(
    ([by, entries]) => `| ${titleOf(by)} | ${entries.map(([name]) => `\`${name}\``).join(', ')} |`,
  )
  return ['| verb, or why not | procedures |', '| --- | --- |', ...rows].join('\n')
}

function verbPart(verb: VerbText): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return `## ${verb.name}

\`\`\`
${usageOf(verb, npmCommand)}
\`\`\`

${verb.about}

| | |
| --- | --- |
${[...verb.flags, helpFlag].map((flag) => `| \`${cell(spelled(flag))}\` | ${cell(flag.help)} |`).join('\n')}

\`\`\`sh
${verb.examples.map(([command, does]) => `${`${npmCommand} ${verb.name} ${command}`.trimEnd()} # ${does}`).join('\n')}
\`\`\`

Exit codes: ${verb.exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.
`
}

function anchorOf(name: string): string {
  return name.replaceAll(' ', '-')
}
