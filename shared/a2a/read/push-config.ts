// Push configurations: flat in 1.0, nested in 0.x and the release candidate, named by resource in `a2a.v1`
// (PROTOCOL 3.2, 3.9, 4.2, 6.1).

import { isList, isObject } from '../json-kinds.ts'
import type { JsonObject, JsonValue, PushConfig, PushConfigPage } from '../model.ts'
import type { Writable } from './members.ts'
import { keep, misfit, objectsOf, strings } from './members.ts'

export function readPushConfig(raw: JsonObject): PushConfig {
  const config: Writable<PushConfig> = { url: '' }
  const nested = nestedIn(raw)
  if (nested !== undefined) readInto(config, nested)
  readAround(config, raw, nested)
  return config
}

export function readPushConfigPage(raw: JsonValue): PushConfigPage | undefined {
  const page: Writable<PushConfigPage> = { configs: [] }
  if (isList(raw)) {
    page.configs = objectsOf(page, 'configs', raw, readPushConfig) ?? []
    return page
  }
  if (!isObject(raw)) return undefined
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'configs':
        page.configs = objectsOf(page, key, value, readPushConfig) ?? []
        break
      case 'nextPageToken':
      case 'next_page_token':
        if (typeof value === 'string') page.nextPageToken = value
        else misfit(page, key, value)
        break
      default:
        keep(page, key, value)
    }
  }
  return page
}

/** Tells a configuration from anything else by its one required member. */
export function looksLikePushConfig(raw: JsonObject): boolean {
  const { url } = nestedIn(raw) ?? raw
  return typeof url === 'string'
}

function nestedIn(raw: JsonObject): JsonObject | undefined {
  const { pushNotificationConfig: camel, push_notification_config: snake, config, url } = raw
  if (isObject(camel)) return camel
  if (isObject(snake)) return snake
  // a2a-go 2.x answers as the release candidate asks: {taskId, config}.
  if (url !== undefined || !isObject(config)) return undefined
  const { url: inner } = config
  return typeof inner === 'string' ? config : undefined
}

function readInto(config: Writable<PushConfig>, raw: JsonObject): void {
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'id':
        if (typeof value !== 'string') misfit(config, key, value)
        else if (value !== '') config.id = value
        break
      case 'taskId':
      case 'task_id':
        if (typeof value !== 'string') misfit(config, key, value)
        else if (value !== '') config.taskId = value
        break
      case 'url':
        if (typeof value === 'string') config.url = value
        else misfit(config, key, value)
        break
      case 'token':
        if (typeof value !== 'string') misfit(config, key, value)
        else if (value !== '') config.token = value
        break
      case 'authentication':
        if (isObject(value)) config.authentication = readAuthentication(value)
        else misfit(config, key, value)
        break
      case 'metadata':
        if (isObject(value)) config.metadata = value
        else misfit(config, key, value)
        break
      default:
        keep(config, key, value)
    }
  }
}

/** `name` is `tasks/T/pushNotificationConfigs/C`; without a `taskId`, an `id` beside the nested object is the task's. */
function readAround(config: Writable<PushConfig>, raw: JsonObject, nested: JsonObject | undefined): void {
  if (nested === undefined) {
    readInto(config, raw)
    return
  }
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
  readInto(config, outer)
}

export function resourceName(name: string): { taskId: string; configId?: string } | undefined {
  const [tasks, taskId, configs, ...rest] = name.split('/')
  if (tasks !== 'tasks' || taskId === undefined || taskId === '') return undefined
  const configId = rest.join('/')
  return configs === undefined || configId === '' ? { taskId } : { taskId, configId }
}

type Authentication = NonNullable<PushConfig['authentication']>

/** 0.x lists several schemes, of which 1.0 has room for the first. */
function readAuthentication(raw: JsonObject): Authentication {
  const authentication: Writable<Authentication> = { scheme: '' }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'schemes': {
        const [first, ...more] = strings(value) ?? []
        if (first === undefined || more.length > 0) misfit(authentication, key, value)
        if (authentication.scheme === '') authentication.scheme = first ?? ''
        break
      }
      case 'scheme':
      case 'credentials':
        if (typeof value === 'string') authentication[key] = value
        else misfit(authentication, key, value)
        break
      default:
        keep(authentication, key, value)
    }
  }
  return authentication
}
