// Checks an answer against its request: it must be about what was requested, and contain no more than that.

import { defined } from '../../../defined.ts'
import type { DialectId } from '../../dialect.ts'
import { isList, isObject, memberOf, shown, textOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue, TaskState } from '../../model.ts'
import type { OperationKind } from '../../operation.ts'
import { stateOf } from '../../read/spellings.ts'
import { checkUnique } from '../agreement.ts'
import { inside, isFull, note, type Report, spend } from '../report.ts'
import type { Topic } from '../sections.ts'

export interface RequestFacts {
  readonly taskId?: string
  readonly configId?: string
  readonly webhookUrl?: string
  /** The context of a message, or of the tasks to list. */
  readonly contextId?: string
  readonly historyLength?: number
  /** Of a send; before 1.0 the opposite of `blocking`. */
  readonly returnImmediately?: boolean
  readonly includeArtifacts?: boolean
  readonly pageSize?: number
  readonly pageToken?: string
  /** Lists only tasks in this state, changed at that time or later. */
  readonly state?: TaskState
  readonly statusTimestampAfter?: string
}

/** Compares the ids of an answer, or of each object in it, with those of its request. `isOne`: version 1.0. */
export function checkIds(
  report: Report,
  answer: JsonValue,
  request: RequestFacts,
  operation: OperationKind,
  isOne: boolean,
): void {
  switch (operation) {
    case 'send':
      checkSent(report, answer, request, isOne)
      return
    case 'get':
    case 'cancel':
      compare(report, answer, 'id', request.taskId, operation)
      return
    case 'push-create':
    case 'push-get':
      checkConfig(report, answer, request, 'push get')
      if (isOne && operation === 'push-get') compare(report, answer, 'id', request.configId, 'push get')
      return
    case 'push-list':
      checkConfigs(report, answer, request)
      return
    default:
  }
}

/** 1.0 and ProtoJSON wrap the result of a send, earlier JSON-RPC does not. */
function checkSent(report: Report, answer: JsonValue, request: RequestFacts, isOne: boolean): void {
  if (!isObject(answer)) return
  const [wrapper, inner] = unwrapped(answer)
  inside(report, wrapper, () => {
    const isTask = isObject(inner) && Object.hasOwn(inner, 'status')
    compare(report, inner, isTask ? 'id' : 'taskId', request.taskId, 'send')
    // An agent that cannot accept the client's context must refuse it (1.0 §3.4.1); earlier versions do not specify it.
    if (isOne) compare(report, inner, 'contextId', request.contextId, 'context')
  })
}

function unwrapped(answer: JsonObject): readonly [wrapper: string | undefined, inside: JsonValue] {
  const wrapper = ['task', 'message'].find((name) => isObject(memberOf(answer, name)))
  return [wrapper, wrapper === undefined ? answer : (memberOf(answer, wrapper) ?? null)]
}

/** 1.0 §3.2.2: a send waits by default. Before 1.0 there is no default, and in 0.1 no such option. */
export function checkWaited(
  report: Report,
  answer: JsonValue,
  { returnImmediately }: RequestFacts,
  dialect: DialectId,
): void {
  const isDefault = dialect === '1.0' && returnImmediately === undefined
  if (!isObject(answer) || dialect === '0.1' || (returnImmediately !== false && !isDefault)) return
  const [wrapper, task] = unwrapped(answer)
  const status = isObject(task) ? memberOf(task, 'status') : undefined
  if (!isObject(task) || !isObject(status)) return
  const state = stateOf(memberOf(status, 'state') ?? null)
  if (state !== 'submitted' && state !== 'working') return
  const setting =
    dialect !== '1.0'
      ? '`blocking` was true'
      : isDefault
        ? '`returnImmediately` wasn’t set'
        : '`returnImmediately` was false'
  const message = `Blocking request returned a ${state} task (${setting}): ${shown(memberOf(task, 'id'))} has neither ended nor stopped for input.`
  const severity = dialect === '1.0' ? 'error' : 'warning'
  inside(report, wrapper, () =>
    note(report, 'CORE-EXECUTION-MODE-001', ['status', 'state'], message, { severity }),
  )
}

function checkConfigs(report: Report, answer: JsonValue, request: RequestFacts): void {
  if (isObject(answer)) checkUnique(report, answer, 'configs', 'id', 'error')
  const configs = isObject(answer) ? memberOf(answer, 'configs') : answer
  if (!isList(configs)) return
  inside(report, isObject(answer) ? 'configs' : undefined, () => {
    for (let i = 0; i < configs.length && !isFull(report); i++) {
      spend(report)
      inside(report, i, () => checkConfig(report, configs[i] ?? null, request, 'push list'))
    }
  })
}

/** In REST and gRPC of 0.3 a configuration is identified by name; in 0.1 its `id` is the task's. */
function checkConfig(report: Report, config: JsonValue, { taskId }: RequestFacts, about: Topic): void {
  if (!isObject(config)) return
  compare(report, config, report.version === '0.1.0' ? 'id' : 'taskId', taskId, about)
  const name = textOf(config, 'name')
  if (taskId === undefined || taskId === '' || name === undefined) return
  if (!name.startsWith('tasks/') || name.startsWith(`tasks/${taskId}/`)) return
  const message = `\`name\` is ${shown(name)}, but the task ${shown(taskId)} was requested.`
  note(report, 'PARLEY-OBJ-016', 'name', message, { section: about, ...defined({ hint: remedies[about] }) })
}

/** Empty counts as absent, on either side. */
export function compare(
  report: Report,
  object: JsonValue,
  member: string,
  expected: string | undefined,
  about: Topic,
): void {
  const text = isObject(object) ? textOf(object, member) : undefined
  if (expected === undefined || expected === '' || text === undefined || text === '' || text === expected)
    return
  const expectedText = about === 'list' ? `only tasks with ${shown(expected)} were` : `${shown(expected)} was`
  const message = `\`${member}\` is ${shown(text)}, but ${expectedText} requested.`
  note(report, 'PARLEY-OBJ-016', member, message, { section: about, ...defined({ hint: remedies[about] }) })
}

const remedies: Readonly<Partial<Record<Topic, string>>> = {
  send: 'Continue the task that the message names, or return TaskNotFoundError.',
  context: 'Use the `contextId` of the message, or reject the message.',
  get: 'Return the task that was requested, or TaskNotFoundError.',
  cancel: 'Cancel and return the task that was requested, or TaskNotFoundError.',
  'push get': 'Return the configuration that was requested, or TaskNotFoundError.',
  'push list': 'List the configurations of the task that was requested only.',
  list: 'Apply the filter `contextId` to the list.',
}

/** §3.2.4: at most this many messages, and none for 0. Negative values are not checked. */
export function checkHistory(report: Report, task: JsonObject, { historyLength }: RequestFacts): void {
  const history = memberOf(task, 'history')
  if (historyLength === undefined || historyLength < 0) return
  if (!isList(history) || history.length <= historyLength) return
  const message = `\`history\` is ${shown(history)}, but \`historyLength\` was ${historyLength}.`
  note(report, historyLength === 0 ? 'CORE-HIST-001' : 'CORE-HIST-002', 'history', message)
}
