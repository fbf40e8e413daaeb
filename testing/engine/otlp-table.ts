// Names and numbers of OTLP's messages for traces, with which the engine's encoder is compared. All are in one package,
// which is not part of the bytes.

import type { ProtoTable } from '#engine/wire/grpc/proto-table.ts'

export const otlpTable: ProtoTable = {
  package: 'opentelemetry.proto.trace.v1',
  enums: {
    SpanKind: [
      'SPAN_KIND_UNSPECIFIED',
      'SPAN_KIND_INTERNAL',
      'SPAN_KIND_SERVER',
      'SPAN_KIND_CLIENT',
      'SPAN_KIND_PRODUCER',
      'SPAN_KIND_CONSUMER',
    ],
    StatusCode: ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'],
  },
  messages: {
    TracesData: 'resource_spans=1:ResourceSpans[]',
    ResourceSpans: 'resource=1:Resource scope_spans=2:ScopeSpans[] schema_url=3',
    Resource: 'attributes=1:KeyValue[] dropped_attributes_count=2:uint32',
    ScopeSpans: 'scope=1:InstrumentationScope spans=2:Span[] schema_url=3',
    InstrumentationScope: 'name=1 version=2 attributes=3:KeyValue[] dropped_attributes_count=4:uint32',
    Span:
      'trace_id=1:bytes span_id=2:bytes trace_state=3 parent_span_id=4:bytes name=5 kind=6:SpanKind ' +
      'start_time_unix_nano=7:fixed64 end_time_unix_nano=8:fixed64 attributes=9:KeyValue[] ' +
      'dropped_attributes_count=10:uint32 events=11:Event[] dropped_events_count=12:uint32 links=13:Link[] ' +
      'dropped_links_count=14:uint32 status=15:Status flags=16:fixed32',
    Event: 'time_unix_nano=1:fixed64 name=2 attributes=3:KeyValue[] dropped_attributes_count=4:uint32',
    Link:
      'trace_id=1:bytes span_id=2:bytes trace_state=3 attributes=4:KeyValue[] ' +
      'dropped_attributes_count=5:uint32 flags=6:fixed32',
    Status: 'message=2 code=3:StatusCode',
    KeyValue: 'key=1 value=2:AnyValue',
    AnyValue:
      'string_value=1|value bool_value=2:bool|value int_value=3:int64|value double_value=4:double|value ' +
      'array_value=5:ArrayValue|value kvlist_value=6:KeyValueList|value bytes_value=7:bytes|value',
    ArrayValue: 'values=1:AnyValue[]',
    KeyValueList: 'values=1:KeyValue[]',
  },
}
