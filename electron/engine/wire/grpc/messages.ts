// Converts between ProtoJSON and the bytes of gRPC messages, for both packages of A2A. Decoding never throws.

import { gzipSync } from 'node:zlib'
import {
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue as ProtoJson,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { memberOf } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { messageOf } from '#shared/errors.ts'
import { descriptorSet, fullName, type ProtoTable, toRegistry } from './proto-table.ts'

/** The two packages spell one state differently. */
function enumsWith(canceled: string) {
  const states =
    `UNSPECIFIED SUBMITTED WORKING COMPLETED FAILED ${canceled} INPUT_REQUIRED REJECTED AUTH_REQUIRED`.split(
      ' ',
    )
  return {
    TaskState: states.map((state) => `TASK_STATE_${state}`),
    Role: ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'],
  }
}

// What the packages have in common.

const methodsOfBoth: ProtoTable['methods'] = {
  SendMessage: ['SendMessageRequest', 'SendMessageResponse'],
  SendStreamingMessage: ['SendMessageRequest', 'StreamResponse'],
  GetTask: ['GetTaskRequest', 'Task'],
  CancelTask: ['CancelTaskRequest', 'Task'],
}

const messagesOfBoth: ProtoTable['messages'] = {
  Task: 'id=1 context_id=2 status=3:TaskStatus artifacts=4:Artifact[] history=5:Message[] metadata=6:Struct',
  TaskArtifactUpdateEvent:
    'task_id=1 context_id=2 artifact=3:Artifact append=4:bool last_chunk=5:bool metadata=6:Struct',
  AgentProvider: 'url=1 organization=2',
  AgentExtension: 'uri=1 description=2 required=3:bool params=4:Struct',
  AgentCardSignature: 'protected=1 signature=2 header=3:Struct',
  StringList: 'list=1[]',
  SecurityScheme:
    'api_key_security_scheme=1:APIKeySecurityScheme|scheme ' +
    'http_auth_security_scheme=2:HTTPAuthSecurityScheme|scheme ' +
    'oauth2_security_scheme=3:OAuth2SecurityScheme|scheme ' +
    'open_id_connect_security_scheme=4:OpenIdConnectSecurityScheme|scheme ' +
    'mtls_security_scheme=5:MutualTlsSecurityScheme|scheme',
  APIKeySecurityScheme: 'description=1 location=2 name=3',
  HTTPAuthSecurityScheme: 'description=1 scheme=2 bearer_format=3',
  OAuth2SecurityScheme: 'description=1 flows=2:OAuthFlows oauth2_metadata_url=3',
  OpenIdConnectSecurityScheme: 'description=1 open_id_connect_url=2',
  MutualTlsSecurityScheme: 'description=1',
  ClientCredentialsOAuthFlow: 'token_url=1 refresh_url=2 scopes=3:{string}',
  ImplicitOAuthFlow: 'authorization_url=1 refresh_url=2 scopes=3:{string}',
  PasswordOAuthFlow: 'token_url=1 refresh_url=2 scopes=3:{string}',
}

// Names and numbers of the gRPC messages of A2A 1.0 (package `lf.a2a.v1`).

export const lfA2aV1: ProtoTable = {
  package: 'lf.a2a.v1',
  service: 'A2AService',
  methods: {
    ...methodsOfBoth,
    ListTasks: ['ListTasksRequest', 'ListTasksResponse'],
    SubscribeToTask: ['SubscribeToTaskRequest', 'StreamResponse'],
    CreateTaskPushNotificationConfig: ['TaskPushNotificationConfig', 'TaskPushNotificationConfig'],
    GetTaskPushNotificationConfig: ['GetTaskPushNotificationConfigRequest', 'TaskPushNotificationConfig'],
    ListTaskPushNotificationConfigs: [
      'ListTaskPushNotificationConfigsRequest',
      'ListTaskPushNotificationConfigsResponse',
    ],
    GetExtendedAgentCard: ['GetExtendedAgentCardRequest', 'AgentCard'],
    DeleteTaskPushNotificationConfig: ['DeleteTaskPushNotificationConfigRequest', 'Empty'],
  },
  enums: enumsWith('CANCELED'),
  messages: {
    ...messagesOfBoth,
    SendMessageConfiguration:
      'accepted_output_modes=1[] task_push_notification_config=2:TaskPushNotificationConfig ' +
      'history_length=3:int32? return_immediately=4:bool',
    TaskStatus: 'state=1:TaskState message=2:Message timestamp=3:Timestamp',
    Part:
      'text=1|content raw=2:bytes|content url=3|content data=4:Value|content metadata=5:Struct filename=6 ' +
      'media_type=7',
    Message:
      'message_id=1 context_id=2 task_id=3 role=4:Role parts=5:Part[] metadata=6:Struct extensions=7[] ' +
      'reference_task_ids=8[]',
    Artifact: 'artifact_id=1 name=2 description=3 parts=4:Part[] metadata=5:Struct extensions=6[]',
    TaskStatusUpdateEvent: 'task_id=1 context_id=2 status=3:TaskStatus metadata=4:Struct',
    AuthenticationInfo: 'scheme=1 credentials=2',
    AgentInterface: 'url=1 protocol_binding=2 tenant=3 protocol_version=4',
    AgentCard:
      'name=1 description=2 supported_interfaces=3:AgentInterface[] provider=4:AgentProvider version=5 ' +
      'documentation_url=6? capabilities=7:AgentCapabilities security_schemes=8:{SecurityScheme} ' +
      'security_requirements=9:SecurityRequirement[] default_input_modes=10[] default_output_modes=11[] ' +
      'skills=12:AgentSkill[] signatures=13:AgentCardSignature[] icon_url=14?',
    AgentCapabilities:
      'streaming=1:bool? push_notifications=2:bool? extensions=3:AgentExtension[] ' +
      'extended_agent_card=4:bool?',
    AgentSkill:
      'id=1 name=2 description=3 tags=4[] examples=5[] input_modes=6[] output_modes=7[] ' +
      'security_requirements=8:SecurityRequirement[]',
    TaskPushNotificationConfig: 'tenant=1 id=2 task_id=3 url=4 token=5 authentication=6:AuthenticationInfo',
    SecurityRequirement: 'schemes=1:{StringList}',
    OAuthFlows:
      'authorization_code=1:AuthorizationCodeOAuthFlow|flow ' +
      'client_credentials=2:ClientCredentialsOAuthFlow|flow implicit=3:ImplicitOAuthFlow|flow ' +
      'password=4:PasswordOAuthFlow|flow device_code=5:DeviceCodeOAuthFlow|flow',
    AuthorizationCodeOAuthFlow:
      'authorization_url=1 token_url=2 refresh_url=3 scopes=4:{string} pkce_required=5:bool',
    DeviceCodeOAuthFlow: 'device_authorization_url=1 token_url=2 refresh_url=3 scopes=4:{string}',
    SendMessageRequest:
      'tenant=1 message=2:Message configuration=3:SendMessageConfiguration metadata=4:Struct',
    GetTaskRequest: 'tenant=1 id=2 history_length=3:int32?',
    ListTasksRequest:
      'tenant=1 context_id=2 status=3:TaskState page_size=4:int32? page_token=5 history_length=6:int32? ' +
      'status_timestamp_after=7:Timestamp include_artifacts=8:bool?',
    ListTasksResponse: 'tasks=1:Task[] next_page_token=2 page_size=3:int32 total_size=4:int32',
    CancelTaskRequest: 'tenant=1 id=2 metadata=3:Struct',
    GetTaskPushNotificationConfigRequest: 'tenant=1 task_id=2 id=3',
    DeleteTaskPushNotificationConfigRequest: 'tenant=1 task_id=2 id=3',
    SubscribeToTaskRequest: 'tenant=1 id=2',
    ListTaskPushNotificationConfigsRequest: 'task_id=1 page_size=2:int32 page_token=3 tenant=4',
    GetExtendedAgentCardRequest: 'tenant=1',
    SendMessageResponse: 'task=1:Task|payload message=2:Message|payload',
    StreamResponse:
      'task=1:Task|payload message=2:Message|payload status_update=3:TaskStatusUpdateEvent|payload ' +
      'artifact_update=4:TaskArtifactUpdateEvent|payload',
    ListTaskPushNotificationConfigsResponse: 'configs=1:TaskPushNotificationConfig[] next_page_token=2',
  },
}

// Names and numbers of the gRPC messages of A2A 0.3 as deployed by servers (package `a2a.v1`).

export const a2aV1: ProtoTable = {
  package: 'a2a.v1',
  service: 'A2AService',
  methods: {
    ...methodsOfBoth,
    TaskSubscription: ['TaskSubscriptionRequest', 'StreamResponse'],
    CreateTaskPushNotificationConfig: [
      'CreateTaskPushNotificationConfigRequest',
      'TaskPushNotificationConfig',
    ],
    GetTaskPushNotificationConfig: ['GetTaskPushNotificationConfigRequest', 'TaskPushNotificationConfig'],
    ListTaskPushNotificationConfig: [
      'ListTaskPushNotificationConfigRequest',
      'ListTaskPushNotificationConfigResponse',
    ],
    GetAgentCard: ['GetAgentCardRequest', 'AgentCard'],
    DeleteTaskPushNotificationConfig: ['DeleteTaskPushNotificationConfigRequest', 'Empty'],
  },
  enums: enumsWith('CANCELLED'),
  messages: {
    ...messagesOfBoth,
    SendMessageConfiguration:
      'accepted_output_modes=1[] push_notification=2:PushNotificationConfig history_length=3:int32 ' +
      'blocking=4:bool',
    TaskStatus: 'state=1:TaskState update=2:Message@message timestamp=3:Timestamp',
    Part: 'text=1|part file=2:FilePart|part data=3:DataPart|part metadata=4:Struct',
    FilePart: 'file_with_uri=1|file file_with_bytes=2:bytes|file mime_type=3 name=4',
    DataPart: 'data=1:Struct',
    Message:
      'message_id=1 context_id=2 task_id=3 role=4:Role content=5:Part[] metadata=6:Struct extensions=7[]',
    Artifact: 'artifact_id=1 name=3 description=4 parts=5:Part[] metadata=6:Struct extensions=7[]',
    TaskStatusUpdateEvent: 'task_id=1 context_id=2 status=3:TaskStatus final=4:bool metadata=5:Struct',
    PushNotificationConfig: 'id=1 url=2 token=3 authentication=4:AuthenticationInfo',
    AuthenticationInfo: 'schemes=1[] credentials=2',
    AgentInterface: 'url=1 transport=2',
    AgentCard:
      'name=1 description=2 url=3 provider=4:AgentProvider version=5 documentation_url=6 ' +
      'capabilities=7:AgentCapabilities security_schemes=8:{SecurityScheme} security=9:Security[] ' +
      'default_input_modes=10[] default_output_modes=11[] skills=12:AgentSkill[] ' +
      'supports_authenticated_extended_card=13:bool preferred_transport=14 ' +
      'additional_interfaces=15:AgentInterface[] protocol_version=16 signatures=17:AgentCardSignature[] ' +
      'icon_url=18',
    AgentCapabilities: 'streaming=1:bool push_notifications=2:bool extensions=3:AgentExtension[]',
    AgentSkill:
      'id=1 name=2 description=3 tags=4[] examples=5[] input_modes=6[] output_modes=7[] ' +
      'security=8:Security[]',
    TaskPushNotificationConfig: 'name=1 push_notification_config=2:PushNotificationConfig',
    Security: 'schemes=1:{StringList}',
    OAuthFlows:
      'authorization_code=1:AuthorizationCodeOAuthFlow|flow ' +
      'client_credentials=2:ClientCredentialsOAuthFlow|flow implicit=3:ImplicitOAuthFlow|flow ' +
      'password=4:PasswordOAuthFlow|flow',
    AuthorizationCodeOAuthFlow: 'authorization_url=1 token_url=2 refresh_url=3 scopes=4:{string}',
    SendMessageRequest:
      'request=1:Message@message configuration=2:SendMessageConfiguration metadata=3:Struct',
    GetTaskRequest: 'name=1 history_length=2:int32',
    CancelTaskRequest: 'name=1',
    GetTaskPushNotificationConfigRequest: 'name=1',
    DeleteTaskPushNotificationConfigRequest: 'name=1',
    CreateTaskPushNotificationConfigRequest: 'parent=1 config_id=2 config=3:TaskPushNotificationConfig',
    TaskSubscriptionRequest: 'name=1',
    ListTaskPushNotificationConfigRequest: 'parent=1 page_size=2:int32 page_token=3',
    GetAgentCardRequest: '',
    SendMessageResponse: 'task=1:Task|payload msg=2:Message|payload@message',
    StreamResponse:
      'task=1:Task|payload msg=2:Message|payload@message status_update=3:TaskStatusUpdateEvent|payload ' +
      'artifact_update=4:TaskArtifactUpdateEvent|payload',
    ListTaskPushNotificationConfigResponse: 'configs=1:TaskPushNotificationConfig[] next_page_token=2',
  },
}

export interface GrpcMethod {
  readonly path: string
  encode(message: JsonObject): Uint8Array
  /** Undefined, with the reason, if the bytes are no response of this method. */
  decode(bytes: Uint8Array): GrpcDecoded
  /** The same for a request of another program. */
  decodeInput(bytes: Uint8Array): GrpcDecoded
  /** For the server side: mock agents, and agents in tests. */
  readonly input: DescMessage
  readonly output: DescMessage
}

type GrpcDecoded = { readonly json: JsonValue } | { readonly reason: string }

export type GrpcMessages = ReturnType<typeof createGrpcMessages>

export function createGrpcMessages() {
  const services = [lfA2aV1, a2aV1].map((table) => ({ table, registry: toRegistry(table) }))
  const methodOf = (service: string, name: string): GrpcMethod | undefined => {
    const match = services.find(({ table }) => serviceName(table) === service)
    const types = match && memberOf(match.table.methods ?? {}, name)
    if (match === undefined || types === undefined) return undefined
    const [input, output] = types.map((type) => match.registry.getMessage(fullName(match.table, type)))
    if (input === undefined || output === undefined) return undefined
    return {
      path: `/${service}/${name}`,
      input,
      output,
      encode: (message) =>
        toBinary(input, fromJson(input, message as ProtoJson, { ignoreUnknownFields: true })),
      decode: (bytes) => decodedAs(output, bytes),
      decodeInput: (bytes) => decodedAs(input, bytes),
    }
  }
  return {
    method: methodOf,
    all: (): readonly GrpcMethod[] =>
      services.flatMap(({ table }) =>
        Object.keys(table.methods ?? {}).flatMap((name) => methodOf(serviceName(table), name) ?? []),
      ),
  }
}

function decodedAs(type: DescMessage, bytes: Uint8Array): GrpcDecoded {
  try {
    return { json: toJson(type, fromBinary(type, bytes)) as JsonValue }
  } catch (error) {
    return { reason: messageOf(error) }
  }
}

function serviceName(table: ProtoTable): string {
  return `${table.package}.${table.service}`
}

/** The definitions for a call of another program to this address: a descriptor set, gzip as base64. */
export function packedDefinitions(url: string): string | undefined {
  const table = [lfA2aV1, a2aV1].find((each) => url.includes(`/${each.package}.${each.service}/`))
  if (table === undefined) return undefined
  const bytes = toBinary(FileDescriptorSetSchema, descriptorSet(table))
  return gzipSync(bytes, { level: 9 }).toString('base64')
}
