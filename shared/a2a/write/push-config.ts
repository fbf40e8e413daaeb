// Push configurations in the three forms of PROTOCOL 6.1: flat (1.0), the inner 0.x object, and the 0.x object named by
// resource (`a2a.v1`).

import type { JsonObject, PushConfig } from '../model.ts'
import { over } from './spelling.ts'

/** 1.0; `taskId` only where the configuration has one, since inside a send there is no task yet. */
export function flatPushConfig(config: PushConfig, taskId = config.taskId): JsonObject {
  const { id, url, token, authentication, metadata } = config
  return over(config.extra, {
    id,
    taskId,
    url,
    token,
    authentication: authentication === undefined ? undefined : oneScheme(authentication),
    metadata,
  })
}

/** The release candidate: 1.0's single scheme in 0.x's inner object. */
export function innerPushConfigRc(config: PushConfig): JsonObject {
  const { taskId: _, ...inner } = config
  return flatPushConfig(inner)
}

/** 0.x: several schemes, of which the model has one; the others are written back from `extra`. */
export function innerPushConfig(config: PushConfig): JsonObject {
  const { id, url, token, authentication, metadata } = config
  return over(config.extra, {
    id,
    url,
    token,
    authentication: authentication === undefined ? undefined : manySchemes(authentication),
    metadata,
  })
}

/** 0.1: configurations have ids from 0.2.2 on. */
export function innerPushConfig01({ id: _, ...config }: PushConfig): JsonObject {
  return innerPushConfig(config)
}

type Authentication = NonNullable<PushConfig['authentication']>

function oneScheme({ scheme, credentials, extra }: Authentication): JsonObject {
  return over(extra, { scheme, credentials })
}

function manySchemes({ scheme, credentials, extra }: Authentication): JsonObject {
  const { schemes = [scheme] } = extra ?? {}
  return over(extra, { schemes, credentials })
}

export function taskName(taskId: string): string {
  return `tasks/${taskId}`
}

export function configName(taskId: string, configId: string): string {
  return `tasks/${taskId}/pushNotificationConfigs/${configId}`
}

/** `a2a.v1` cannot name a configuration without an id; servers take the task's where a client gives none (6.1). */
export function namedPushConfig(config: PushConfig, taskId = config.taskId ?? ''): JsonObject {
  const id = config.id ?? taskId
  return { name: configName(taskId, id), pushNotificationConfig: { ...innerPushConfig(config), id } }
}
