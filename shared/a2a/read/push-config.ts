// Push configurations: flat in 1.0, nested in 0.x and the release candidate, named by resource in `a2a.v1`
// (PROTOCOL 3.2, 3.9, 4.2, 6.1).

import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, PushConfig, PushConfigPage } from '../model.ts'
import * as member from './member-table.ts'
import { reader, readMembers, tableOf } from './member-table.ts'
import { keep, strings, type Writable } from './members.ts'

export function readPushConfig(raw: JsonObject): PushConfig {
  const config: Writable<PushConfig> = { url: '' }
  const nested = nestedIn(raw)
  readMembers(configTable, nested ?? raw, config, undefined)
  if (nested !== undefined) readAround(config, raw, nested)
  return config
}

const readPage = reader<PushConfigPage>(
  () => ({ configs: [] }),
  member.objects('configs', readPushConfig),
  member.text('nextPageToken'),
)

export function readPushConfigPage(raw: JsonValue): PushConfigPage | undefined {
  if (isList(raw)) return readPage({ configs: raw }, undefined)
  return isObject(raw) ? readPage(raw, undefined) : undefined
}

/** Recognises a configuration by its one required member. */
export function looksLikePushConfig(raw: JsonObject): boolean {
  const { url } = nestedIn(raw) ?? raw
  return typeof url === 'string'
}

function nestedIn(raw: JsonObject): JsonObject | undefined {
  const { pushNotificationConfig: camel, push_notification_config: snake, config, url } = raw
  if (isObject(camel)) return camel
  if (isObject(snake)) return snake
  // a2a-go 2.x answers in the form of the release candidate's request: {taskId, config}.
  if (url !== undefined || !isObject(config)) return undefined
  const { url: inner } = config
  return typeof inner === 'string' ? config : undefined
}

const readAuthentication = reader<NonNullable<PushConfig['authentication']>>(
  () => ({ scheme: '' }),
  // 0.x lists several schemes; 1.0 has room for the first.
  member.line(['schemes'], (authentication, value) => {
    const [first, ...more] = strings(value) ?? []
    if (authentication.scheme === '') authentication.scheme = first ?? ''
    return first !== undefined && more.length === 0
  }),
  member.text('scheme'),
  member.text('credentials'),
)

const configTable = tableOf<Writable<PushConfig>>(
  member.filled('id'),
  member.filled('taskId'),
  member.text('url'),
  member.filled('token'),
  member.memberOf('authentication', member.within(readAuthentication)),
  member.object('metadata'),
)

/** `name` is `tasks/T/pushNotificationConfigs/C`; without a `taskId`, an `id` beside the nested object is the task's. */
function readAround(config: Writable<PushConfig>, raw: JsonObject, nested: JsonObject): void {
  const { taskId, task_id, name } = raw
  const named = typeof name === 'string' ? resourceName(name) : undefined
  const idIsTask = taskId === undefined && task_id === undefined && named === undefined
  const outer: Record<string, JsonValue> = {}
  for (const key in raw) {
    const value = raw[key] ?? null
    if (value === nested || (key === 'name' && named !== undefined)) continue
    if (key === 'id' && (value === '' || config.id === value)) continue
    if (key === 'id' && idIsTask && typeof value === 'string') config.taskId = value
    else if (key === '__proto__') keep(config, key, value)
    else outer[key] = value
  }
  if (named !== undefined) {
    config.taskId = named.taskId
    if (config.id === undefined && named.configId !== undefined) config.id = named.configId
  }
  readMembers(configTable, outer, config, undefined)
}

export function resourceName(name: string): { taskId: string; configId?: string } | undefined {
  const [tasks, taskId, configs, ...rest] = name.split('/')
  if (tasks !== 'tasks' || taskId === undefined || taskId === '') return undefined
  const configId = rest.join('/')
  return configs === undefined || configId === '' ? { taskId } : { taskId, configId }
}
