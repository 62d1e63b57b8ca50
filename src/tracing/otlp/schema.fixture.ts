// The OTLP schema of traces and logs for a general protobuf library, the oracle of the decoder tests.
import protobuf from 'protobufjs'

const field = (type: string, id: number, rule?: 'repeated') => ({ type, id, ...(rule ? { rule } : {}) })

const { Root } = protobuf

const root = Root.fromJSON({
  nested: {
    Request: { fields: { resourceSpans: field('ResourceSpans', 1, 'repeated') } },
    ResourceSpans: {
      fields: {
        resource: field('Resource', 1),
        scopeSpans: field('ScopeSpans', 2, 'repeated'),
        schemaUrl: field('string', 3),
      },
    },
    Resource: {
      fields: {
        attributes: field('KeyValue', 1, 'repeated'),
        droppedAttributesCount: field('uint32', 2),
        entityRefs: field('EntityRef', 3, 'repeated'),
      },
    },
    EntityRef: {
      fields: {
        schemaUrl: field('string', 1),
        type: field('string', 2),
        idKeys: field('string', 3, 'repeated'),
        descriptionKeys: field('string', 4, 'repeated'),
      },
    },
    ScopeSpans: {
      fields: {
        scope: field('Scope', 1),
        spans: field('Span', 2, 'repeated'),
        schemaUrl: field('string', 3),
      },
    },
    Scope: {
      fields: {
        name: field('string', 1),
        version: field('string', 2),
        attributes: field('KeyValue', 3, 'repeated'),
        droppedAttributesCount: field('uint32', 4),
      },
    },
    Span: {
      fields: {
        traceId: field('bytes', 1),
        spanId: field('bytes', 2),
        traceState: field('string', 3),
        parentSpanId: field('bytes', 4),
        name: field('string', 5),
        kind: field('int32', 6),
        startTimeUnixNano: field('fixed64', 7),
        endTimeUnixNano: field('fixed64', 8),
        attributes: field('KeyValue', 9, 'repeated'),
        droppedAttributesCount: field('uint32', 10),
        events: field('Event', 11, 'repeated'),
        droppedEventsCount: field('uint32', 12),
        links: field('Link', 13, 'repeated'),
        droppedLinksCount: field('uint32', 14),
        status: field('Status', 15),
        flags: field('fixed32', 16),
        notYetInvented: field('string', 900),
      },
    },
    Event: {
      fields: {
        timeUnixNano: field('fixed64', 1),
        name: field('string', 2),
        attributes: field('KeyValue', 3, 'repeated'),
        droppedAttributesCount: field('uint32', 4),
      },
    },
    Link: {
      fields: {
        traceId: field('bytes', 1),
        spanId: field('bytes', 2),
        traceState: field('string', 3),
        attributes: field('KeyValue', 4, 'repeated'),
        droppedAttributesCount: field('uint32', 5),
        flags: field('fixed32', 6),
      },
    },
    Status: { fields: { message: field('string', 2), code: field('int32', 3) } },
    KeyValue: { fields: { key: field('string', 1), value: field('AnyValue', 2) } },
    AnyValue: {
      oneofs: {
        value: {
          oneof: [
            'stringValue',
            'boolValue',
            'intValue',
            'doubleValue',
            'arrayValue',
            'kvlistValue',
            'bytesValue',
          ],
        },
      },
      fields: {
        stringValue: field('string', 1),
        boolValue: field('bool', 2),
        intValue: field('int64', 3),
        doubleValue: field('double', 4),
        arrayValue: field('ArrayValue', 5),
        kvlistValue: field('KeyValueList', 6),
        bytesValue: field('bytes', 7),
      },
    },
    ArrayValue: { fields: { values: field('AnyValue', 1, 'repeated') } },
    KeyValueList: { fields: { values: field('KeyValue', 1, 'repeated') } },
    LogsRequest: { fields: { resourceLogs: field('ResourceLogs', 1, 'repeated') } },
    ResourceLogs: {
      fields: { resource: field('Resource', 1), scopeLogs: field('ScopeLogs', 2, 'repeated') },
    },
    ScopeLogs: { fields: { scope: field('Scope', 1), logRecords: field('LogRecord', 2, 'repeated') } },
    LogRecord: {
      fields: {
        timeUnixNano: field('fixed64', 1),
        severityNumber: field('int32', 2),
        severityText: field('string', 3),
        body: field('AnyValue', 5),
        attributes: field('KeyValue', 6, 'repeated'),
        droppedAttributesCount: field('uint32', 7),
        flags: field('fixed32', 8),
        traceId: field('bytes', 9),
        spanId: field('bytes', 10),
        observedTimeUnixNano: field('fixed64', 11),
        eventName: field('string', 12),
      },
    },
    Response: { fields: { partialSuccess: field('PartialSuccess', 1) } },
    PartialSuccess: { fields: { rejectedSpans: field('int64', 1), errorMessage: field('string', 2) } },
    RpcStatus: { fields: { code: field('int32', 1), message: field('string', 2) } },
  },
})

/** Encodes a message from the JSON form of protobufjs (bytes as base64, 64-bit integers as text). */
export function encodeMessage(type: string, message: Record<string, unknown>): Uint8Array {
  const schema = root.lookupType(type)
  return schema.encode(schema.fromObject(message)).finish()
}

/** Throws if the oracle cannot decode the bytes. */
export function decodeMessage(type: string, bytes: Uint8Array): Record<string, unknown> {
  const schema = root.lookupType(type)
  return schema.toObject(schema.decode(bytes), { longs: String, bytes: String })
}
