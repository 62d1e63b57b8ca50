// Decodes OTLP in either of its encodings.
import { decodeJson } from './json.ts'
import { decodeProtobuf } from './protobuf.ts'
import type { DecodedTraces } from './span.ts'

/** Throws payload_undecodable if the request cannot be decoded. A span with invalid ids is refused alone. */
export const decodeOtlp = (form: 'otlp_json' | 'otlp_protobuf', bytes: Uint8Array): DecodedTraces =>
  form === 'otlp_json' ? decodeJson(bytes) : decodeProtobuf(bytes)
