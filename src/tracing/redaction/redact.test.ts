import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agOf, options, otlpSpan } from '../canonical/span.fixture.ts'
import { canonicalSpan } from '../canonical/span.ts'
import { passesLuhn, type BuiltInName } from './built-in.ts'
import { BudgetSpent, LinearPattern } from './linear-pattern.ts'
import { patternProgram } from './pattern-parser.ts'
import { redactedRecord } from './record.ts'
import { RequestBudget } from './budget.ts'
import { Redactor } from './redact.ts'
import type { RedactionRule } from './text-rules.ts'

const redact = (text: string, ...rules: readonly RedactionRule[]) =>
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
    ['email', 'npm install pkg@1.2.3', 'npm install pkg@1.2.3'],
    ['email', 'für müller@exämple.de und 用户@例子.公司', 'für [redacted] und [redacted]'],
    ['email', `'o'brien@example.com'`, `'[redacted]'`],
    ['phone', 'call +49 (151) 234-567-89!', 'call [redacted]!'],
    ['phone', 'call (415) 555-0132.', 'call [redacted].'],
    [
      'phone',
      'at 2026-11-15 09 from 192.168.10.200 id 1700000000000',
      'at 2026-11-15 09 from 192.168.10.200 id 1700000000000',
    ],
    ['phone', '3.1415926535 on 15.11.2026 10:30', '3.1415926535 on 15.11.2026 10:30'],
    ['phone', 'call 415.555.0132', 'call [redacted]'],
    ['card', 'card 4111 1111 1111 1111, thanks', 'card [redacted], thanks'],
    ['card', '5555-5555-5555-4444', '[redacted]'],
    ['card', 'card 4111 1111 1111 1112', 'card 4111 1111 1111 1112'],
    ['card', 'at 1700000000123456789', 'at 1700000000123456789'],
    ['key', 'key sk-proj-abcdefghijklmnopqrstuvwx ok', 'key [redacted] ok'],
    ['key', 'AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['key', 'Authorization: Bearer abcdefghijklmnop1234', 'Authorization: Bearer [redacted]'],
    ['key', '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----', '[redacted]'],
    [
      'key',
      'a -----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMII\n-----END RSA PRIVATE KEY----- b',
      'a [redacted] b',
    ],
    ['key', '-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQ', '[redacted]'],
    ['key', 'ASIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['key', 'BEARER abcdefghijklmnop1234', 'BEARER [redacted]'],
    ['key', 'task-abcdefghijklmnopqrstuvwxyz', 'task-abcdefghijklmnopqrstuvwxyz'],
  ])('%s in %j', (name, text, expected) => {
    expect(redact(text, builtIn(name))).toBe(expected)
  })

  test('Luhn accepts exactly one check digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12,18}$/), (digits) => {
        const validDigits = '0123456789'.split('').filter((check) => passesLuhn(digits + check))
        expect(validDigits).toHaveLength(1)
      }),
    )
  })

  test('a card sent as a number is hidden', () => {
    expect(new Redactor([builtIn('card')]).attributes({ n: 4111111111111111, m: 17 })).toEqual({
      n: '[redacted]',
      m: 17,
    })
  })

  test('numbers with decimals are not phone numbers', () => {
    expect(new Redactor([builtIn('phone')]).attributes({ n: 12.345678901 })).toEqual({ n: 12.345678901 })
  })

  test('member names are searched too, and no member is lost', () => {
    expect(
      new Redactor([builtIn('email')]).attributes({
        'ada@example.org': 1,
        a: { 'ada@example.org': 2, 'bob@example.org': 3 },
        json: '{"ada@example.org":4}',
      }),
    ).toEqual({
      '[redacted]': 1,
      a: { '[redacted]': 2, '[redacted] 2': 3 },
      json: '{"[redacted]":4}',
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
    for (const text of texts) expect(redact(text, builtIn(name))).toBeTypeOf('string')
  })
})

describe('own patterns', () => {
  const matchesOf = (source: string, text: string, ignoreCase = false) =>
    new LinearPattern(patternProgram(source, ignoreCase))
      .matches(text, { remaining: 10_000_000 })
      .map(({ start, end }) => text.slice(start, end))

  test('an assertion that failed at one position is tested again at the next', () => {
    expect(matchesOf('a??\\b1[^a]', 'ac 1b')).toEqual(['1b'])
  })

  test('find the same matches as the runtime', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '(?:ab|a)', '(a|b)', '\\b', '1')
    const quantifiedPattern = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '{1,}', '*?', '+?', '??'))
      .map(([a, q]) => (a === '\\b' ? a : a + q))
    const source = fc
      .array(
        fc.array(quantifiedPattern, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((choices) => choices.join('|'))
    fc.assert(
      fc.property(
        source,
        fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', 'c'), maxLength: 12 }),
        (pattern, text) => {
          const nativeMatches = [...text.matchAll(new RegExp(pattern, 'g'))]
            .map(([match]) => match)
            .filter((match) => match !== '')
          // After an empty match both engines move on, so the non-empty matches agree.
          expect(matchesOf(pattern, text)).toEqual(nativeMatches)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['case may be ignored', 'secret', 'SECRET secret', ['SECRET', 'secret']],
    ['escapes are supported', '\\x41\\u0042\\.', 'AB.', ['AB.']],
    ['anchors hold', '^ab$', 'ab', ['ab']],
    ['a class may contain a dash and a bracket', '[\\]a-]+', 'a-]', ['a-]']],
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
  ])('%s is refused with its location', (pattern) => {
    const rules: readonly RedactionRule[] = [
      { kind: 'pattern', pattern: 'ok' },
      { kind: 'pattern', pattern },
    ]
    expect(refusalOf(rules)).toMatchObject({ code: 'validation_failed', detail: [{ loc: [1, 'pattern'] }] })
  })

  test('a pattern with catastrophic backtracking in the runtime terminates', () => {
    expect(matchesOf('(a+)+b', 'a'.repeat(5_000))).toEqual([])
    expect(matchesOf('(a|a)*b', 'a'.repeat(5_000))).toEqual([])
  })

  test.each([
    ['[a-z]+@[a-z]+', 'ad', 'ad@', false],
    ['A@[0-9]', 'ad', 'ad@', true],
    ['[a-z]+(?:-[0-9]+)*!', 'ad-1', 'ad!', false],
    ['(?:a|b-)+_', '-ab', 'a_', false],
  ])(
    '%s costs nothing in a text without a character that every match has',
    (source, textWithout, otherText, ignoreCase) => {
      const pattern = new LinearPattern(patternProgram(source, ignoreCase))
      expect(pattern.matches(textWithout.repeat(1000), { remaining: 0 })).toEqual([])
      expect(() => pattern.matches(otherText.repeat(1000), { remaining: 0 })).toThrow(BudgetSpent)
    },
  )

  test('no change of case turns another character into an ASCII character without case', () => {
    const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code))
      .flatMap((char) =>
        [char, char.toLowerCase().charAt(0), char.toUpperCase().charAt(0)].map((to) => [char, to]),
      )
      .filter(([char, to]) => char !== to && /[\t-@[-`{-~]/.test(to ?? ''))
    expect(characters).toEqual([])
  })

  test('a used-up budget is a separate error', () => {
    const pattern = new LinearPattern(patternProgram('a*b|a', false))
    expect(() => pattern.matches('a'.repeat(10_000), { remaining: 1_000_000 })).toThrow(BudgetSpent)
  })

  test('a text that cannot be searched within the budget is hidden completely', () => {
    expect(redact('a'.repeat(60_000), { kind: 'pattern', pattern: 'a*b|a' })).toBe('[redacted]')
  })

  test.each([
    ['an object', '{"q":"M\\u00fcller"}', '{"q":"[redacted]"}'],
    ['a text', '"M\\u00fcller"', '"[redacted]"'],
    ['JSON in JSON', '{"q":"[\\"M\\\\u00fcller\\"]"}', '{"q":"[\\"[redacted]\\"]"}'],
  ])('find escaped characters in JSON text: %s', (_, text, expected) => {
    expect(redact(text, { kind: 'pattern', pattern: 'Müller' })).toBe(expected)
  })

  test('many slow texts share one budget, and those beyond it are hidden completely', () => {
    const text = 'a'.repeat(60_000)
    const redactor = new Redactor([{ kind: 'pattern', pattern: 'a*b|a', replacement: '#' }])
    const steps = new RequestBudget(0)
    const results = Array.from({ length: 4 }, () =>
      steps.spend((budget) => redactor.attributes({ text, short: 'cab' }, budget)),
    )
    expect(results).toEqual(Array.from({ length: 4 }, () => ({ text: '#', short: '#' })))
    expect(new RequestBudget(0).spend((budget) => redactor.attributes({ short: 'cab' }, budget))).toEqual({
      short: 'c#',
    })
  })

  test('a match across the boundary of two pieces is hidden', () => {
    const text = `${'x'.repeat(65_530)}secret-word${'y'.repeat(70_000)}`
    const rule: RedactionRule = { kind: 'pattern', pattern: 'secret-word', replacement: '#' }
    expect(redact(text, rule)).toBe(`${'x'.repeat(65_530)}#${'y'.repeat(70_000)}`)
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

  test('continue into JSON text, marked or not, which stays JSON', () => {
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

  test('matches across names and values of JSON text are hidden as well as those inside values', () => {
    const pin: RedactionRule = { kind: 'pattern', pattern: '"pin":[0-9]+', replacement: '"pin":""' }
    expect(redact('{"pin":1234,"mail":"ada@example.org"}', builtIn('email'), pin)).not.toMatch(/1234|ada/)
  })

  test('a pattern that matches its own replacement is applied to a text once', () => {
    const rule: RedactionRule = { kind: 'pattern', pattern: 'a', replacement: 'aa' }
    expect(redact('{"x":"a"}', rule)).toBe('{"x":"aa"}')
  })

  test('JSON text stays valid JSON when a number in it is hidden', () => {
    expect(redact('{"card":4111111111111111}', builtIn('card'))).toBe('{"card":"[redacted]"}')
  })
})

test('exactly the parts of a span that a client can write are redacted', () => {
  const secret = 'ada@example.org'
  const placeholder = '[redacted]'
  const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
  const span = otlpSpan({
    name: `to ${secret}`,
    kind: secret,
    statusCode: secret,
    statusMessage: secret,
    traceState: `a=${secret}`,
    attributes: { a: secret },
    events: [{ name: secret, timeUnixNano: 1n, attributes: { a: { b: [secret] } } }],
    links: [
      { ...ids, attributes: { a: secret } },
      { traceId: secret, spanId: secret, attributes: {} },
    ],
    resource: { attributes: { 'host.owner': secret } },
    scope: { name: secret, version: secret, attributes: { a: secret } },
  })
  const redactor = new Redactor([builtIn('email'), { kind: 'pattern', pattern: '[0-9]', replacement: '#' }])
  const result = redactor.span(span)
  expect(result).toEqual({
    ...span,
    name: `to ${placeholder}`,
    kind: placeholder,
    statusCode: placeholder,
    statusMessage: placeholder,
    traceState: `a=${placeholder}`,
    attributes: { a: placeholder },
    events: [{ name: placeholder, timeUnixNano: 1n, attributes: { a: { b: [placeholder] } } }],
    links: [
      { ...ids, attributes: { a: placeholder } },
      { traceId: placeholder, spanId: placeholder, attributes: {} },
    ],
    resource: { attributes: { 'host.owner': placeholder } },
    scope: { name: placeholder, version: placeholder, attributes: { a: placeholder } },
  })
  expect(redactor.span(span).resource).toBe(result.resource)
})

test('paths match resource and scope at their paths in responses', () => {
  const span = otlpSpan({
    resource: { attributes: { 'host.owner': 'ada', 'host.name': 'h' } },
    scope: { name: 's', version: '1', attributes: { key: 'k' } },
  })
  const rules = ['otel.resource.host.owner', 'otel.scope.attributes.key', 'host.name'].map(
    (path): RedactionRule => ({ kind: 'path', path, replacement: '#' }),
  )
  expect(new Redactor(rules).span(span)).toMatchObject({
    resource: { attributes: { 'host.owner': '#', 'host.name': 'h' } },
    scope: { attributes: { key: '#' } },
  })
})

test('paths below ag apply to the mapped attributes of conventions', () => {
  const rules = ['ag.data.inputs.password', 'ag.session.id', 'ag.exception.message'].map(
    (path): RedactionRule => ({ kind: 'path', path, replacement: '#' }),
  )
  const redactor = new Redactor(rules)
  const span = canonicalSpan(
    otlpSpan({
      attributes: { 'input.value': '{"password":"x","n":1}', 'session.id': 's' },
      events: [{ name: 'exception', timeUnixNano: 1n, attributes: { 'exception.message': 'no' } }],
    }),
    { ...options, hide: (ag) => redactor.hidePaths(ag) },
  )
  expect(span.identities).toEqual({ session: '#' })
  expect(agOf(span)).toMatchObject({
    data: { inputs: { password: '#', n: 1 } },
    session: { id: '#' },
    exception: { message: '#' },
  })
})

describe('a span record', () => {
  const secret = 'ada@example.org'
  const placeholder = '[redacted]'
  const digits: RedactionRule = { kind: 'pattern', pattern: '[0-9]', replacement: '#' }

  test('is redacted exactly where a client can write', () => {
    const ids = { trace_id: '1'.repeat(32), span_id: '2'.repeat(16) }
    const record = {
      ...ids,
      parent_id: '3'.repeat(16),
      span_name: `n ${secret}`,
      span_kind: 'SPAN_KIND_SERVER',
      start_time: 1_795_000_000,
      end_time: `late ${secret}`,
      status_message: secret,
      session_id: secret,
      exception: { message: secret },
      attributes: { a: secret },
      events: [{ name: secret, timestamp: 1_795_000_000, attributes: { a: secret } }, secret],
      links: [
        { ...ids, attributes: { key: secret } },
        { trace_id: secret, span_id: ids.span_id },
      ],
      references: [{ slug: secret, attributes: { key: 'application' } }],
    }
    expect(redactedRecord(record, new Redactor([builtIn('email'), digits]))).toEqual({
      ...record,
      span_name: `n ${placeholder}`,
      end_time: `late ${placeholder}`,
      status_message: placeholder,
      session_id: placeholder,
      exception: { message: placeholder },
      attributes: { a: placeholder },
      events: [{ name: placeholder, timestamp: 1_795_000_000, attributes: { a: placeholder } }, placeholder],
      links: [
        { ...ids, attributes: { key: placeholder } },
        { trace_id: placeholder, span_id: ids.span_id },
      ],
      references: [{ slug: placeholder, attributes: { key: 'application' } }],
    })
  })

  test('has its members at their paths in responses', () => {
    const rules = ['ag.session.id', 'status_message'].map((path): RedactionRule => ({ kind: 'path', path }))
    expect(redactedRecord({ session_id: 's', status_message: 'm' }, new Redactor(rules))).toEqual({
      session_id: placeholder,
      status_message: placeholder,
    })
  })
})

test('without rules a span is unchanged', () => {
  const span = otlpSpan({ attributes: { a: 'ada@example.org' } })
  expect(new Redactor([]).span(span)).toBe(span)
})
