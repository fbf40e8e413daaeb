// `lf.a2a.v1`, the messages of 1.0 (PROTOCOL.md §5), and the error details its servers must send.

import { schema } from './schema.ts'

export const lfA2aV1 = schema(
  {
    SendMessageRequest:
      'tenant=1 message=2:Message configuration=3:SendMessageConfiguration metadata=4:Struct',
    SendMessageConfiguration:
      'acceptedOutputModes=1* taskPushNotificationConfig=2:TaskPushNotificationConfig historyLength=3:int32 ' +
      'returnImmediately=4:bool',
    SendMessageResponse: 'task=1:Task message=2:Message',
    StreamResponse:
      'task=1:Task message=2:Message statusUpdate=3:TaskStatusUpdateEvent artifactUpdate=4:TaskArtifactUpdateEvent',
    Task: 'id=1 contextId=2 status=3:TaskStatus artifacts=4:Artifact* history=5:Message* metadata=6:Struct',
    TaskStatus: 'state=1:TaskState message=2:Message timestamp=3:Timestamp',
    Part: 'text=1 raw=2:bytes url=3 data=4:Value metadata=5:Struct filename=6 mediaType=7',
    Message:
      'messageId=1 contextId=2 taskId=3 role=4:Role parts=5:Part* metadata=6:Struct extensions=7* referenceTaskIds=8*',
    Artifact: 'artifactId=1 name=2 description=3 parts=4:Part* metadata=5:Struct extensions=6*',
    TaskStatusUpdateEvent: 'taskId=1 contextId=2 status=3:TaskStatus metadata=4:Struct',
    TaskArtifactUpdateEvent:
      'taskId=1 contextId=2 artifact=3:Artifact append=4:bool lastChunk=5:bool metadata=6:Struct',
    AuthenticationInfo: 'scheme=1 credentials=2',
    TaskPushNotificationConfig: 'tenant=1 id=2 taskId=3 url=4 token=5 authentication=6:AuthenticationInfo',
    GetTaskRequest: 'tenant=1 id=2 historyLength=3:int32',
    ListTasksRequest:
      'tenant=1 contextId=2 status=3:TaskState pageSize=4:int32 pageToken=5 historyLength=6:int32 ' +
      'statusTimestampAfter=7:Timestamp includeArtifacts=8:bool',
    ListTasksResponse: 'tasks=1:Task* nextPageToken=2 pageSize=3:int32 totalSize=4:int32',
    CancelTaskRequest: 'tenant=1 id=2 metadata=3:Struct',
    SubscribeToTaskRequest: 'tenant=1 id=2',
    GetTaskPushNotificationConfigRequest: 'tenant=1 taskId=2 id=3',
    DeleteTaskPushNotificationConfigRequest: 'tenant=1 taskId=2 id=3',
    ListTaskPushNotificationConfigsRequest: 'taskId=1 pageSize=2:int32 pageToken=3 tenant=4',
    ListTaskPushNotificationConfigsResponse: 'configs=1:TaskPushNotificationConfig* nextPageToken=2',
    GetExtendedAgentCardRequest: 'tenant=1',
    Empty: '',
    AgentCard:
      'name=1 description=2 supportedInterfaces=3:AgentInterface* provider=4:AgentProvider version=5 ' +
      'documentationUrl=6 capabilities=7:AgentCapabilities securitySchemes=8:map<SecurityScheme> ' +
      'securityRequirements=9:SecurityRequirement* defaultInputModes=10* defaultOutputModes=11* ' +
      'skills=12:AgentSkill* signatures=13:AgentCardSignature* iconUrl=14',
    AgentProvider: 'url=1 organization=2',
    AgentInterface: 'url=1 protocolBinding=2 tenant=3 protocolVersion=4',
    AgentCapabilities:
      'streaming=1:bool pushNotifications=2:bool extensions=3:AgentExtension* extendedAgentCard=4:bool',
    AgentExtension: 'uri=1 description=2 required=3:bool params=4:Struct',
    AgentSkill:
      'id=1 name=2 description=3 tags=4* examples=5* inputModes=6* outputModes=7* ' +
      'securityRequirements=8:SecurityRequirement*',
    AgentCardSignature: 'protected=1 signature=2 header=3:Struct',
    SecurityRequirement: 'schemes=1:map<StringList>',
    StringList: 'list=1*',
    SecurityScheme: 'apiKeySecurityScheme=1:ApiKey httpAuthSecurityScheme=2:HttpAuth',
    ApiKey: 'description=1 location=2 name=3',
    HttpAuth: 'description=1 scheme=2 bearerFormat=3',
    // google.rpc, for `grpc-status-details-bin`
    Status: 'code=1:int32 message=2 details=3:Any*',
    Any: 'typeUrl=1 value=2:bytes',
    ErrorInfo: 'reason=1 domain=2 metadata=3:map<string>',
  },
  {
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
)
