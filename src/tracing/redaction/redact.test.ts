import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { otlpSpan } from '../canonical/span.fixture.ts'
import { passesLuhn, type BuiltInName } from './built-in.ts'
import { BudgetSpent, LinearPattern } from './linear-pattern.ts'
import { patternProgram } from './pattern-parser.ts'
import { Redactor, type RedactionRule } from './redact.ts'

const redacted = (text: string, ...rules: readonly RedactionRule[]) =>
  new Redactor(rules).attributes({ text })['text']
const builtIn = (name: BuiltInName): RedactionRule => ({ kind: 'built_in', name })

const refusalOf = (rules: readonly RedactionRule[]): unknown => {
  try {
    return new Redactor(rules)
  } catch (error) {
    return error
  }
}

describe('built-in patterns', () => {
  test.each<[BuiltInName, string, string]>([
    ['email', 'ask ada.l+x@mail.example.co.uk now', 'ask [redacted] now'],
    ['email', 'a@b', 'a@b'],
    ['phone', 'call +49 (151) 234-567-89!', 'call [redacted]!'],
    ['phone', 'call (415) 555-0132.', 'call [redacted].'],
    [
      'phone',
      'at 2026-11-15 09 from 192.168.10.200 id 1700000000000',
      'at 2026-11-15 09 from 192.168.10.200 id 1700000000000',
    ],
    ['card', 'card 4111 1111 1111 1111, thanks', 'card [redacted], thanks'],
    ['card', '5555-5555-5555-4444', '[redacted]'],
    ['card', 'card 4111 1111 1111 1112', 'card 4111 1111 1111 1112'],
    ['card', 'at 1700000000123456789', 'at 1700000000123456789'],
    ['key', 'key sk-proj-abcdefghijklmnopqrstuvwx ok', 'key [redacted] ok'],
    ['key', 'AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['key', 'Authorization: Bearer abcdefghijklmnop1234', 'Authorization: Bearer [redacted]'],
    ['key', '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----', '[redacted]'],
    ['key', 'task-abcdefghijklmnopqrstuvwxyz', 'task-abcdefghijklmnopqrstuvwxyz'],
  ])('%s in %j', (name, text, expected) => {
    expect(redacted(text, builtIn(name))).toBe(expected)
  })

  test('Luhn accepts exactly one check digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12,18}$/), (digits) => {
        const valid = '0123456789'.split('').filter((check) => passesLuhn(digits + check))
        expect(valid).toHaveLength(1)
      }),
    )
  })

  test('a card sent as a number is hidden', () => {
    expect(new Redactor([builtIn('card')]).attributes({ n: 4111111111111111, m: 17 })).toEqual({
      n: '[redacted]',
      m: 17,
    })
  })

  test.each<BuiltInName>(['email', 'phone', 'card', 'key'])('%s stays quick on long hostile text', (name) => {
    const texts = [
      'a'.repeat(1_000_000),
      '1 '.repeat(500_000),
      '1'.repeat(1_000_000),
      'a@'.repeat(500_000),
      'eyJ'.repeat(300_000),
      'a@a.a.'.repeat(100_000),
    ]
    for (const text of texts) expect(redacted(text, builtIn(name))).toBeTypeOf('string')
  })
})

describe('own patterns', () => {
  const matchesOf = (source: string, text: string, ignoreCase = false) =>
    new LinearPattern(patternProgram(source, ignoreCase))
      .matches(text, { left: 10_000_000 })
      .map(({ start, end }) => text.slice(start, end))

  test('an assertion that failed at one place is asked again at the next', () => {
    expect(matchesOf('a??\\b1[^a]', 'ac 1b')).toEqual(['1b'])
  })

  test('find what the runtime finds', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '(?:ab|a)', '(a|b)', '\\b', '1')
    const quantified = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '{1,}', '*?', '+?', '??'))
      .map(([a, q]) => (a === '\\b' ? a : a + q))
    const source = fc
      .array(
        fc.array(quantified, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((choices) => choices.join('|'))
    fc.assert(
      fc.property(
        source,
        fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', 'c'), maxLength: 12 }),
        (pattern, text) => {
          const native = [...text.matchAll(new RegExp(pattern, 'g'))]
            .map(([found]) => found)
            .filter((found) => found !== '')
          // After an empty match the runtime steps on; ours does the same, so the non-empty ones agree.
          expect(matchesOf(pattern, text)).toEqual(native)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['case may be ignored', 'secret', 'SECRET secret', ['SECRET', 'secret']],
    ['escapes are read', '\\x41\\u0042\\.', 'AB.', ['AB.']],
    ['anchors hold', '^ab$', 'ab', ['ab']],
    ['a class may hold a dash and a bracket', '[\\]a-]+', 'a-]', ['a-]']],
  ])('%s', (_, source, text, expected) => {
    expect(matchesOf(source, text, true)).toEqual(expected)
  })

  test.each([
    '(',
    ')',
    '[a',
    '*',
    'a**',
    '(?=a)',
    '(?<n>a)',
    '\\1',
    'a{3,2}',
    '(a{999}){999}',
    '\\p',
    '[z-a]',
    '\\',
    '('.repeat(100),
  ])('%s is refused with its place', (pattern) => {
    const rules: readonly RedactionRule[] = [
      { kind: 'pattern', pattern: 'ok' },
      { kind: 'pattern', pattern },
    ]
    expect(refusalOf(rules)).toMatchObject({ code: 'validation_failed', detail: [{ loc: [1, 'pattern'] }] })
  })

  test('a pattern that would make the runtime go back for ages ends', () => {
    expect(matchesOf('(a+)+b', 'a'.repeat(5_000))).toEqual([])
    expect(matchesOf('(a|a)*b', 'a'.repeat(5_000))).toEqual([])
  })

  test('a used-up budget is an error of its own', () => {
    const pattern = new LinearPattern(patternProgram('a*b|a', false))
    expect(() => pattern.matches('a'.repeat(10_000), { left: 1_000_000 })).toThrow(BudgetSpent)
  })

  test('a text that cannot be searched within the budget is hidden whole', () => {
    expect(redacted('a'.repeat(60_000), { kind: 'pattern', pattern: 'a*b|a' })).toBe('[redacted]')
  })

  test('a match across the border of two pieces is hidden', () => {
    const text = `${'x'.repeat(65_530)}secret-word${'y'.repeat(70_000)}`
    const rule: RedactionRule = { kind: 'pattern', pattern: 'secret-word', replacement: '#' }
    expect(redacted(text, rule)).toBe(`${'x'.repeat(65_530)}#${'y'.repeat(70_000)}`)
  })
})

describe('paths', () => {
  const byPath = (path: string) => new Redactor([{ kind: 'path', path, replacement: '#' }])

  test.each([
    ['user.email', { 'user.email': 'a', 'user.name': 'b' }, { 'user.email': '#', 'user.name': 'b' }],
    ['user', { 'user.email': 'a', users: 'b' }, { 'user.email': '#', users: 'b' }],
    ['user.*', { 'user.email': 'a', user: 'b' }, { 'user.email': '#', user: 'b' }],
    [
      '**.password',
      { 'a.b.password': 1, password: 2, c: { d: [{ password: 3, x: 4 }] } },
      { 'a.b.password': '#', password: '#', c: { d: [{ password: '#', x: 4 }] } },
    ],
    ['a.*.c', { a: { b: { c: 1, d: 2 } } }, { a: { b: { c: '#', d: 2 } } }],
  ])('%s', (path, attributes, expected) => {
    expect(byPath(path).attributes(attributes)).toEqual(expected)
  })

  test('run on into JSON text, marked or not, which stays JSON', () => {
    const redactor = byPath('ag.data.inputs.password')
    expect(
      redactor.attributes({
        'ag.data.inputs': '@ag.type=json:{"password":"x","n":9007199254740993}',
        'ag.data.outputs': '{"password":"kept"}',
      }),
    ).toEqual({
      'ag.data.inputs': '@ag.type=json:{"password":"#","n":9007199254740993}',
      'ag.data.outputs': '{"password":"kept"}',
    })
  })

  test('a number hidden inside JSON text leaves JSON behind', () => {
    expect(redacted('{"card":4111111111111111}', builtIn('card'))).toBe('{"card":"[redacted]"}')
  })
})

test('a span is redacted in attributes, events, links and status, and only there', () => {
  const secret = 'ada@example.org'
  const span = otlpSpan({
    name: secret,
    statusMessage: secret,
    attributes: { a: secret },
    events: [{ name: 'e', timeUnixNano: 1n, attributes: { a: { b: [secret] } } }],
    links: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes: { a: secret } }],
  })
  const result = new Redactor([builtIn('email')]).span(span)
  expect(result).toEqual({
    ...span,
    statusMessage: '[redacted]',
    attributes: { a: '[redacted]' },
    events: [{ name: 'e', timeUnixNano: 1n, attributes: { a: { b: ['[redacted]'] } } }],
    links: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes: { a: '[redacted]' } }],
  })
})

test('without rules a span passes untouched', () => {
  const span = otlpSpan({ attributes: { a: 'ada@example.org' } })
  expect(new Redactor([]).span(span)).toBe(span)
})
