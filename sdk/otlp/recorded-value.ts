// Converts any value of a program to JSON of bounded size, for attributes of spans.

/** Bounds of recorded values. */
export interface RecordLimits {
  /** The maximum length of one text; longer texts are truncated. */
  readonly textMax: number
  /** The maximum length of one value as JSON; of a longer value only the beginning is recorded, as text. */
  readonly valueMax: number
}

export const limitsDefault: RecordLimits = { textMax: 100_000, valueMax: 1_000_000 }

const depthMax = 32
const itemsMax = 10_000

function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const end = text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
  return `${end}… (${text.length - end.length} more characters)`
}

const errorShape = (error: Error): object => ({ name: error.name, message: error.message })

/** A value that JSON can represent; cycles, functions and bytes become short descriptions. */
function plainValue(value: unknown, limits: RecordLimits, ancestors: readonly object[]): unknown {
  if (typeof value === 'string') return truncate(value, limits.textMax)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`
  if (typeof value !== 'object' || value === null) return value
  if (ancestors.includes(value)) return '[circular]'
  if (ancestors.length >= depthMax) return '[too deep]'
  if (value instanceof Error) return errorShape(value)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return plainValue((value as { toJSON: () => unknown }).toJSON(), limits, [...ancestors, value])
  }
  const path = [...ancestors, value]
  if (value instanceof Map) return plainValue(Object.fromEntries(value), limits, path)
  if (value instanceof Set || Array.isArray(value)) {
    return [...value].slice(0, itemsMax).map((item) => plainValue(item, limits, path))
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, itemsMax)
      .map(([key, item]) => [key, plainValue(item, limits, path)]),
  )
}

/** The JSON text of a value; undefined for undefined. */
function jsonText(value: unknown, limits: RecordLimits): string | undefined {
  try {
    return JSON.stringify(plainValue(value, limits, []))
  } catch {
    // Getters and toJSON may throw; recording a span must not.
    return '"[unreadable]"'
  }
}

/** An attribute of `ag.data`, with the prefix for JSON. */
export function recordedValue(value: unknown, limits: RecordLimits): string | undefined {
  const text = jsonText(value, limits)
  if (text === undefined) return undefined
  return `@ag.type=json:${text.length > limits.valueMax ? JSON.stringify(truncate(text, limits.valueMax)) : text}`
}

/** Like recordedValue, for values that must be objects, such as inputs and parameters. */
export function recordedObject(value: unknown, limits: RecordLimits): string | undefined {
  const text = jsonText(value, limits)
  if (text === undefined) return undefined
  if (text.length > limits.valueMax) {
    return `@ag.type=json:${JSON.stringify({ beginning: truncate(text, limits.valueMax) })}`
  }
  return `@ag.type=json:${text.startsWith('{') ? text : `{"value":${text}}`}`
}
