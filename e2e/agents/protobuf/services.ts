// The request and response message of each method of the two services.

import { a2aV1 } from './a2a-v1.ts'
import { lfA2aV1 } from './lf-a2a-v1.ts'
import type { Schema } from './schema.ts'

export interface Service {
  readonly schema: Schema
  /** Request message, response message and whether responses are a stream, by method. */
  readonly methods: Readonly<Record<string, readonly [request: string, response: string, 'stream'?]>>
}

const shared = {
  SendMessage: ['SendMessageRequest', 'SendMessageResponse'],
  SendStreamingMessage: ['SendMessageRequest', 'StreamResponse', 'stream'],
  GetTask: ['GetTaskRequest', 'Task'],
  CancelTask: ['CancelTaskRequest', 'Task'],
  GetTaskPushNotificationConfig: ['GetTaskPushNotificationConfigRequest', 'TaskPushNotificationConfig'],
  DeleteTaskPushNotificationConfig: ['DeleteTaskPushNotificationConfigRequest', 'Empty'],
} as const

export const services: Readonly<Record<string, Service>> = {
  'a2a.v1.A2AService': {
    schema: a2aV1,
    methods: {
      ...shared,
      TaskSubscription: ['TaskSubscriptionRequest', 'StreamResponse', 'stream'],
      CreateTaskPushNotificationConfig: [
        'CreateTaskPushNotificationConfigRequest',
        'TaskPushNotificationConfig',
      ],
      ListTaskPushNotificationConfig: [
        'ListTaskPushNotificationConfigRequest',
        'ListTaskPushNotificationConfigResponse',
      ],
      GetAgentCard: ['GetAgentCardRequest', 'AgentCard'],
    },
  },
  'lf.a2a.v1.A2AService': {
    schema: lfA2aV1,
    methods: {
      ...shared,
      ListTasks: ['ListTasksRequest', 'ListTasksResponse'],
      SubscribeToTask: ['SubscribeToTaskRequest', 'StreamResponse', 'stream'],
      CreateTaskPushNotificationConfig: ['TaskPushNotificationConfig', 'TaskPushNotificationConfig'],
      ListTaskPushNotificationConfigs: [
        'ListTaskPushNotificationConfigsRequest',
        'ListTaskPushNotificationConfigsResponse',
      ],
      GetExtendedAgentCard: ['GetExtendedAgentCardRequest', 'AgentCard'],
    },
  },
}
