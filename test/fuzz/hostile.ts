// Input of hostile and careless clients: texts, numbers and structures that break programs, and small changes of valid
// requests. fast-check generates all of it, so a seed reproduces it.
import fc from 'fast-check'

/** Names of inherited members, names that languages and stores treat specially, and paths that do not exist. */
const names = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  '',
  ' ',
  '.',
  '..',
  'a.b.c',
  'a..b',
  'ag',
  'ag.',
  'ag.data.inputs',
  'ag.metrics.costs.cumulative.total',
  '0',
  '-1',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  'a'.repeat(300),
  'a.'.repeat(200),
  'null',
  'undefined',
  'NaN',
]

const texts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\ufeff',
  '\u202e',
  'e\u0301',
  '🙂'.repeat(100),
  "'; DROP TABLE spans; --",
  '" OR ""="',
  '\\',
  '\\u0000',
  '{{a}}',
  '{{',
  '{%',
  '{{#a}}{{/b}}',
  '{{a.b.c[0].d}}',
  '${7*7}',
  '{0.__class__}',
  '{a!r:>{b}}',
  '(a+)+$',
  '(?<=a)b',
  '[',
  '\r\nX-Injected: 1',
  '<script>alert(1)</script>',
  '=1+1',
  '1e400',
  '0x10',
  '9007199254740993',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0'.repeat(32),
  'f'.repeat(32),
  '9999-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '1969-12-31T23:59:59.999999999Z',
  'x'.repeat(70_000),
]

export const hostileName = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 20 }))

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...names) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324, -1e308),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const scalar = fc.oneof(hostileText, hostileNumber, fc.boolean(), fc.constant(null))

const nestedIn = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = wrap(value)
  return value
}

/** Deep and long values. Some are nested deeper than the server accepts. */
const extremes = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      nestedIn(60, (inner) => [inner]),
      nestedIn(60, (inner) => ({ a: inner })),
      Array.from({ length: 3000 }, (_, i) => i),
      Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i])),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nestedIn(129, (inner) => ({ a: inner })),
      nestedIn(3000, (inner) => [inner]),
    ),
  },
)

export const hostileJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 30, arbitrary: scalar },
    { weight: 8, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
    {
      weight: 8,
      arbitrary: fc
        .array(fc.tuple(hostileName, tie('value')), { maxLength: 3 })
        // Not a dictionary: that would lose `__proto__`.
        .map((entries) => Object.fromEntries(entries)),
    },
    { weight: 1, arbitrary: extremes },
  ),
})).value

type Path = readonly (string | number)[]

function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  yield path
  if (path.length > 12) return
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* pathsIn(item, [...path, i])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* pathsIn(member, [...path, key])
  }
}

/** The value with a change at one path: a replacement, a removal or an addition. */
function replaceAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return change(value)
  if (Array.isArray(value)) {
    return (value as readonly unknown[]).map((item, i) =>
      i === first ? replaceAt(item, rest, change) : item,
    )
  }
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, member]) => {
      const now: unknown = key === first ? replaceAt(member, rest, change) : member
      return now === undefined ? [] : [[key, now]]
    }),
  )
}

const changes = fc.oneof(
  hostileJson.map((other) => () => other),
  fc.constant(() => undefined),
  fc.constant((old: unknown) => [old, old]),
  fc.constant((old: unknown) => ({ value: old })),
  fc.constant((old: unknown) =>
    typeof old === 'object' ? JSON.stringify(old) : { [JSON.stringify(old) ?? '']: old },
  ),
  hostileName.chain((name) =>
    hostileJson.map(
      (other) => (old: unknown) =>
        typeof old === 'object' && old !== null && !Array.isArray(old)
          ? Object.fromEntries([...Object.entries(old), [name, other]])
          : other,
    ),
  ),
)

/** A value, unchanged or changed at up to three paths. */
export const corrupt = (validValues: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(validValues, fc.array(fc.tuple(fc.nat(), changes), { maxLength: 3 })).map(([value, edits]) =>
    edits.reduce<unknown>((corruptedValue, [offset, change]) => {
      const paths = [...pathsIn(corruptedValue)]
      return replaceAt(corruptedValue, paths[offset % paths.length] ?? [], change)
    }, value),
  )

const editBytes = (bytes: Uint8Array, at: number, kind: number, amount: number): Uint8Array => {
  const offset = bytes.length === 0 ? 0 : at % bytes.length
  const end = Math.min(bytes.length, offset + 1 + (amount % 64))
  const [before, after] = [bytes.subarray(0, offset), bytes.subarray(end)]
  switch (kind % 6) {
    case 0: {
      const flippedBytes = Uint8Array.from(bytes)
      if (flippedBytes.length > 0) flippedBytes[offset] = (flippedBytes[offset] ?? 0) ^ (1 << (amount % 8))
      return flippedBytes
    }
    case 1:
      return bytes.subarray(0, offset)
    case 2:
      return Buffer.concat([before, after])
    case 3:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(offset)])
    case 4:
      return Buffer.concat([before, Buffer.alloc(10, amount % 2 === 0 ? 0xff : 0x80), after])
    default:
      return Buffer.concat([before, Buffer.from([amount % 256]), after])
  }
}

/** Bytes, unchanged or with flipped bits and removed, repeated or overwritten parts. */
export const damageBytes = (validBytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(validBytes, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 4 }))
    .map(([bytes, edits]) =>
      edits.reduce((damagedBytes, [at, kind, amount]) => editBytes(damagedBytes, at, kind, amount), bytes),
    )

export const utf8 = (text: string): Uint8Array => Buffer.from(text)

/** The JSON text of a value. Lone surrogates are sent as UTF-8 encodes them. */
export const jsonBytes = (value: unknown): Uint8Array => utf8(JSON.stringify(value) ?? 'null')
