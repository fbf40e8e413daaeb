// `a2a.v1`, the gRPC messages of 0.3 servers, with members that deployed ones added (PROTOCOL.md §5).

import { schema } from './schema.ts'

export const a2aV1 = schema(
  {
    SendMessageRequest: 'message=1:Message configuration=2:SendMessageConfiguration metadata=3:Struct',
    SendMessageConfiguration:
      'acceptedOutputModes=1* pushNotification=2:PushNotificationConfig historyLength=3:int32 blocking=4:bool',
    SendMessageResponse: 'task=1:Task message=2:Message',
    StreamResponse:
      'task=1:Task message=2:Message statusUpdate=3:TaskStatusUpdateEvent artifactUpdate=4:TaskArtifactUpdateEvent',
    Task: 'id=1 contextId=2 status=3:TaskStatus artifacts=4:Artifact* history=5:Message* metadata=6:Struct',
    TaskStatus: 'state=1:TaskState message=2:Message timestamp=3:Timestamp',
    Part: 'text=1 file=2:FilePart data=3:DataPart metadata=4:Struct',
    FilePart: 'fileWithUri=1 fileWithBytes=2:bytes mimeType=3 name=4',
    DataPart: 'data=1:Struct',
    Message: 'messageId=1 contextId=2 taskId=3 role=4:Role content=5:Part* metadata=6:Struct extensions=7*',
    Artifact: 'artifactId=1 name=3 description=4 parts=5:Part* metadata=6:Struct extensions=7*',
    TaskStatusUpdateEvent: 'taskId=1 contextId=2 status=3:TaskStatus final=4:bool metadata=5:Struct',
    TaskArtifactUpdateEvent:
      'taskId=1 contextId=2 artifact=3:Artifact append=4:bool lastChunk=5:bool metadata=6:Struct',
    PushNotificationConfig: 'id=1 url=2 token=3 authentication=4:AuthenticationInfo',
    AuthenticationInfo: 'schemes=1* credentials=2',
    TaskPushNotificationConfig: 'name=1 pushNotificationConfig=2:PushNotificationConfig',
    GetTaskRequest: 'name=1 historyLength=2:int32',
    CancelTaskRequest: 'name=1',
    TaskSubscriptionRequest: 'name=1',
    CreateTaskPushNotificationConfigRequest: 'parent=1 configId=2 config=3:TaskPushNotificationConfig',
    GetTaskPushNotificationConfigRequest: 'name=1',
    DeleteTaskPushNotificationConfigRequest: 'name=1',
    ListTaskPushNotificationConfigRequest: 'parent=1 pageSize=2:int32 pageToken=3',
    ListTaskPushNotificationConfigResponse: 'configs=1:TaskPushNotificationConfig* nextPageToken=2',
    GetAgentCardRequest: '',
    Empty: '',
    AgentCard:
      'name=1 description=2 url=3 provider=4:AgentProvider version=5 documentationUrl=6 capabilities=7:AgentCapabilities ' +
      'securitySchemes=8:map<SecurityScheme> security=9:Security* defaultInputModes=10* defaultOutputModes=11* ' +
      'skills=12:AgentSkill* supportsAuthenticatedExtendedCard=13:bool preferredTransport=14 ' +
      'additionalInterfaces=15:AgentInterface* protocolVersion=16 signatures=17:AgentCardSignature* iconUrl=18',
    AgentProvider: 'url=1 organization=2',
    AgentCapabilities: 'streaming=1:bool pushNotifications=2:bool extensions=3:AgentExtension*',
    AgentExtension: 'uri=1 description=2 required=3:bool params=4:Struct',
    AgentInterface: 'url=1 transport=2',
    AgentSkill:
      'id=1 name=2 description=3 tags=4* examples=5* inputModes=6* outputModes=7* security=8:Security*',
    AgentCardSignature: 'protected=1 signature=2 header=3:Struct',
    Security: 'schemes=1:map<StringList>',
    StringList: 'list=1*',
    SecurityScheme: 'apiKeySecurityScheme=1:ApiKey httpAuthSecurityScheme=2:HttpAuth',
    ApiKey: 'description=1 location=2 name=3',
    HttpAuth: 'description=1 scheme=2 bearerFormat=3',
  },
  {
    TaskState: [
      'TASK_STATE_UNSPECIFIED',
      'TASK_STATE_SUBMITTED',
      'TASK_STATE_WORKING',
      'TASK_STATE_COMPLETED',
      'TASK_STATE_FAILED',
      'TASK_STATE_CANCELLED',
      'TASK_STATE_INPUT_REQUIRED',
      'TASK_STATE_REJECTED',
      'TASK_STATE_AUTH_REQUIRED',
    ],
    Role: ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'],
  },
)
