// The gRPC messages of A2A 1.0 (package `lf.a2a.v1`): names and numbers, nothing else.

import type { ProtoTable } from './proto-table.ts'

export const lfA2aV1: ProtoTable = {
  package: 'lf.a2a.v1',
  service: 'A2AService',
  methods: {
    SendMessage: ['SendMessageRequest', 'SendMessageResponse'],
    SendStreamingMessage: ['SendMessageRequest', 'StreamResponse'],
    GetTask: ['GetTaskRequest', 'Task'],
    ListTasks: ['ListTasksRequest', 'ListTasksResponse'],
    CancelTask: ['CancelTaskRequest', 'Task'],
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
  enums: {
    TaskState: [
      'TASK_STATE_UNSPECIFIED',
      'TASK_STATE_SUBMITTED',
      'TASK_STATE_WORKING',
      'TASK_STATE_COMPLETED',
      'TASK_STATE_FAILED',
      'TASK_STATE_CANCELED',
      'TASK_STATE_INPUT_REQUIRED',
      'TASK_STATE_REJECTED',
      'TASK_STATE_AUTH_REQUIRED',
    ],
    Role: ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'],
  },
  messages: {
    SendMessageConfiguration:
      'accepted_output_modes=1[] task_push_notification_config=2:TaskPushNotificationConfig ' +
      'history_length=3:int32? return_immediately=4:bool',
    Task: 'id=1 context_id=2 status=3:TaskStatus artifacts=4:Artifact[] history=5:Message[] metadata=6:Struct',
    TaskStatus: 'state=1:TaskState message=2:Message timestamp=3:Timestamp',
    Part:
      'text=1|content raw=2:bytes|content url=3|content data=4:Value|content metadata=5:Struct filename=6 ' +
      'media_type=7',
    Message:
      'message_id=1 context_id=2 task_id=3 role=4:Role parts=5:Part[] metadata=6:Struct extensions=7[] ' +
      'reference_task_ids=8[]',
    Artifact: 'artifact_id=1 name=2 description=3 parts=4:Part[] metadata=5:Struct extensions=6[]',
    TaskStatusUpdateEvent: 'task_id=1 context_id=2 status=3:TaskStatus metadata=4:Struct',
    TaskArtifactUpdateEvent:
      'task_id=1 context_id=2 artifact=3:Artifact append=4:bool last_chunk=5:bool metadata=6:Struct',
    AuthenticationInfo: 'scheme=1 credentials=2',
    AgentInterface: 'url=1 protocol_binding=2 tenant=3 protocol_version=4',
    AgentCard:
      'name=1 description=2 supported_interfaces=3:AgentInterface[] provider=4:AgentProvider version=5 ' +
      'documentation_url=6? capabilities=7:AgentCapabilities security_schemes=8:{SecurityScheme} ' +
      'security_requirements=9:SecurityRequirement[] default_input_modes=10[] default_output_modes=11[] ' +
      'skills=12:AgentSkill[] signatures=13:AgentCardSignature[] icon_url=14?',
    AgentProvider: 'url=1 organization=2',
    AgentCapabilities:
      'streaming=1:bool? push_notifications=2:bool? extensions=3:AgentExtension[] ' +
      'extended_agent_card=4:bool?',
    AgentExtension: 'uri=1 description=2 required=3:bool params=4:Struct',
    AgentSkill:
      'id=1 name=2 description=3 tags=4[] examples=5[] input_modes=6[] output_modes=7[] ' +
      'security_requirements=8:SecurityRequirement[]',
    AgentCardSignature: 'protected=1 signature=2 header=3:Struct',
    TaskPushNotificationConfig: 'tenant=1 id=2 task_id=3 url=4 token=5 authentication=6:AuthenticationInfo',
    StringList: 'list=1[]',
    SecurityRequirement: 'schemes=1:{StringList}',
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
    OAuthFlows:
      'authorization_code=1:AuthorizationCodeOAuthFlow|flow ' +
      'client_credentials=2:ClientCredentialsOAuthFlow|flow implicit=3:ImplicitOAuthFlow|flow ' +
      'password=4:PasswordOAuthFlow|flow device_code=5:DeviceCodeOAuthFlow|flow',
    AuthorizationCodeOAuthFlow:
      'authorization_url=1 token_url=2 refresh_url=3 scopes=4:{string} pkce_required=5:bool',
    ClientCredentialsOAuthFlow: 'token_url=1 refresh_url=2 scopes=3:{string}',
    ImplicitOAuthFlow: 'authorization_url=1 refresh_url=2 scopes=3:{string}',
    PasswordOAuthFlow: 'token_url=1 refresh_url=2 scopes=3:{string}',
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
