import {
  type Calls,
  holdsTo,
  kindMessage,
  kindMessageShort,
  pushConfigOfSchemes as pushConfig,
  restWith,
} from '../../../e2e/fixtures/operation-calls.ts'
import { dialectOf } from '../dialects.ts'

const { get, post, postStream, remove } = restWith([['X-A2A-Extensions', 'urn:e']])

const restCalls: Calls = {
  send: post('/v1/message:send', {
    message: kindMessage,
    configuration: {
      acceptedOutputModes: ['text/plain'],
      blocking: false,
      historyLength: 2,
      pushNotificationConfig: pushConfig,
    },
    metadata: { note: 'x' },
  }),
  stream: postStream('/v1/message:stream', {
    message: kindMessageShort,
    configuration: { acceptedOutputModes: [] },
  }),
  get: get('/v1/tasks/t%2F1?historyLength=3'),
  list: get('/v1/tasks'),
  cancel: post('/v1/tasks/t%2F1:cancel', { metadata: { why: 'enough' } }),
  subscribe: postStream('/v1/tasks/t%2F1:subscribe', {}),
  pushCreate: post('/v1/tasks/t%2F1/pushNotificationConfigs', {
    taskId: 't/1',
    pushNotificationConfig: pushConfig,
  }),
  pushGet: get('/v1/tasks/t%2F1/pushNotificationConfigs/p1'),
  pushList: get('/v1/tasks/t%2F1/pushNotificationConfigs'),
  pushDelete: remove('/v1/tasks/t%2F1/pushNotificationConfigs/p1'),
  extendedCard: get('/v1/card'),
}

holdsTo(dialectOf('0.3-schema'), { 'HTTP+JSON': restCalls })
