import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonValue, Part, TaskState } from '#shared/a2a/model.ts'
import { isAtRest } from '#shared/a2a/task-states.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import { mediaTypeOfName } from '#shared/media-type.ts'
import { printUpdates, type UpdatePrinter } from '../call/print-updates.ts'
import { runCall } from '../call/run-call.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { noteFindings } from '../findings/note-findings.ts'
import type { Output } from '../output.ts'
import { readInputFile, readStandardInput } from '../read-input.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { type AgentRun, withAgent } from '../with-agent.ts'

/** Of a file attached to a message, or of standard input as its text; a larger one is refused. */
const maxSentFileBytes = 64_000_000

const pollMs = 1_000

export async function sendMessage(call: VerbCall): Promise<number> {
  const { flags } = call
  const parts = await partsOf(call)
  return withAgent(call, async (run) => {
    const { engine, agent, signal, output } = run
    const turn = printUpdates(output)
    const stream = flags['stream'] === true
    const request = {
      agentId: agent.id,
      stream,
      parts: [...parts],
      ...(typeof flags['task'] === 'string' && { taskId: flags['task'] }),
      ...(typeof flags['context'] === 'string' && { contextId: flags['context'] }),
      ...(!stream && { returnImmediately: flags['return-immediately'] === true }),
    }
    output.progress(`Waiting for ${agent.name}`)
    const answered = async () => {
      await runCall(run, () => engine.conversation.send(request, signal), turn.take)
      if (flags['wait'] === true) await waitForTask(run, turn)
    }
    try {
      await answered().finally(turn.end)
      return printEnd(turn, output)
    } finally {
      await noteFindings(run)
    }
  })
}

async function waitForTask(run: AgentRun, turn: UpdatePrinter): Promise<void> {
  const { engine, agent, signal } = run
  const task = turn.task()
  while (task && !isAtRest(turn.task()?.state) && !signal.aborted) {
    const request = { agentId: agent.id, taskId: task.id }
    await runCall(run, () => engine.tasks.get(request, signal), turn.take)
    if (!isAtRest(turn.task()?.state)) await sleep(pollMs, undefined, { signal }).catch(() => undefined)
  }
}

function printEnd(turn: UpdatePrinter, output: Output): number {
  const task = turn.task()
  if (!task) return verbExitCodes.done
  if (!output.isJson && task.contextId !== undefined) output.note(`Context ${task.contextId}`)
  if (task.state === 'input-required' && !output.isJson) output.note(`Answer it with --task ${task.id}.`)
  return exitCodeOfTask(task.state)
}

function exitCodeOfTask(state: TaskState | undefined): number {
  if (state === 'failed' || state === 'rejected') return verbExitCodes.failed
  return state === 'auth-required' ? verbExitCodes.credentials : verbExitCodes.done
}

type SentPart = Exclude<Part, { kind: 'unknown' }>

async function partsOf({
  operands: [, text],
  flags,
  caller,
}: Pick<VerbCall, 'operands' | 'flags' | 'caller'>): Promise<readonly SentPart[]> {
  const list = (name: string) => [flags[name] ?? []].flat().map(String)
  const parts: readonly SentPart[] = [
    ...(text === undefined
      ? []
      : [
          {
            kind: 'text' as const,
            text: text === '-' ? await readStandardInput(caller, maxSentFileBytes) : text,
          },
        ]),
    ...list('file').map((path) => filePart(caller.path(path))),
    ...list('data').map((json) => ({ kind: 'data' as const, data: readData(json) })),
    ...list('url').map((url) => {
      if (URL.canParse(url)) return { kind: 'file-url' as const, url, ...typeOf(new URL(url).pathname) }
      throw new WrongUsage(`--url expects an address such as https://files.example/a.pdf, not "${url}".`)
    }),
  ]
  if (parts.length > 0) return parts
  throw new WrongUsage('Nothing to send: give TEXT, --file, --data or --url.')
}

function filePart(path: string): SentPart {
  const base64 = readInputFile(path, maxSentFileBytes).toString('base64')
  return { kind: 'file-bytes', base64, filename: basename(path), ...typeOf(path) }
}

function typeOf(path: string): { readonly mediaType?: string } {
  return defined({ mediaType: mediaTypeOfName(path) })
}

function readData(json: string): JsonValue {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new WrongUsage(`--data expects JSON: ${messageOf(error)}`)
  }
}
