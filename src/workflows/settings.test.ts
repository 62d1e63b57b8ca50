import { describe, expect, test } from 'vitest'
import { schemaErrors } from '../kernel/json/schema.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import { builtinByKey, builtins } from './builtins/table.ts'
import { readSettings, settingErrors } from './settings.ts'

const fieldErrors = (key: string, parameters: JsonObject | undefined, otherData: JsonObject = {}) => {
  const builtin = builtinByKey(key) ?? expect.fail(`no built-in ${key}`)
  return settingErrors(builtin, { ...otherData, ...(parameters === undefined ? {} : { parameters }) }).map(
    (fieldError) => [fieldError.type, fieldError.path.join('.')],
  )
}

const embed = { '@ag.embed': { '@ag.references': { workflow: { slug: 'tone' } } } }

describe('settings of evaluators', () => {
  test.each<[string, string, JsonObject]>([
    ['defaults may be left out', 'auto_exact_match', {}],
    ['settings the schema does not name are kept', 'auto_exact_match', { version: '2', x: 1 }],
    ['null is absent', 'auto_exact_match', { case_sensitive: null }],
    ['substrings as one text', 'auto_contains_any', { substrings: 'a, b' }],
    ['a judge without a model', 'auto_ai_critique', { threshold: 0.5, response_type: 'json_schema' }],
    ['either name of a threshold', 'auto_similarity_match', { threshold: 0.5 }],
    ['a threshold on a webhook', 'auto_webhook_test', { webhook_url: 'https://a.example/x', threshold: 0.5 }],
    ['an older spelling of a pattern', 'auto_regex_test', { regex_pattern: '[\\w\\-]+' }],
    ['an embed instead of a value', 'auto_length_bounds', { max: embed }],
    ['an embed instead of all settings', 'auto_starts_with', embed],
    ['an embed inside a list', 'json_multi_field_match', { fields: ['a', embed] }],
    ['a token in a text with a format', 'auto_webhook_test', { webhook_url: '@{{workflow.slug=hooks}}' }],
    ['nested matchers', 'match', { matchers: [{ target: '$.outputs', matchers: [{ target: '$.inputs' }] }] }],
    ['free parameters of programs without settings', 'completion', { prompt: 5 }],
    ['a model call has no settings either', 'llm', { llms: 'x' }],
  ])('accepted: %s', (_, key, parameters) => {
    expect(fieldErrors(key, parameters)).toEqual([])
  })

  test.each<[string, string, JsonObject, readonly (readonly [string, string])[]]>([
    ['a wrong type', 'auto_exact_match', { case_sensitive: 'x' }, [['bool_type', 'case_sensitive']]],
    ['a missing setting', 'auto_starts_with', {}, [['missing', 'prefix']]],
    ['neither of two names', 'auto_similarity_match', {}, [['missing', 'similarity_threshold']]],
    ['the other name', 'auto_similarity_match', { threshold: 2 }, [['less_than_equal', 'threshold']]],
    ['a null where a setting is required', 'auto_starts_with', { prefix: null }, [['missing', 'prefix']]],
    [
      'substrings without a text',
      'auto_contains_all',
      { substrings: ' , ' },
      [['value_error', 'substrings']],
    ],
    ['over a maximum', 'auto_json_diff', { threshold: 1.5 }, [['less_than_equal', 'threshold']]],
    ['under a minimum', 'auto_length_bounds', { min: -1 }, [['greater_than_equal', 'min']]],
    ['not a whole number', 'auto_length_bounds', { max: 1.5 }, [['int_type', 'max']]],
    ['an unknown choice', 'auto_length_bounds', { unit: 'pages' }, [['enum', 'unit']]],
    ['no regular expression', 'auto_regex_test', { regex_pattern: '(' }, [['value_error', 'regex_pattern']]],
    ['no URL', 'auto_webhook_test', { webhook_url: 'x' }, [['url_parsing', 'webhook_url']]],
    [
      'an error deep inside',
      'match',
      { matchers: [{ target: '$', matchers: [{ match: 'x' }] }] },
      [
        ['missing', 'matchers.0.matchers.0.target'],
        ['enum', 'matchers.0.matchers.0.match'],
      ],
    ],
    [
      'every error at once',
      'json_multi_field_match',
      { threshold: 'x', fields: ['a', 1] },
      [
        ['float_type', 'threshold'],
        ['string_type', 'fields.1'],
      ],
    ],
    ['an unknown canned answer', 'mock', { key: 'x' }, [['enum', 'key']]],
  ])('refused: %s', (_, key, parameters, expected) => {
    expect(fieldErrors(key, parameters)).toEqual(expected)
  })

  test('are checked only if present', () => {
    expect(fieldErrors('auto_starts_with', undefined)).toEqual([])
  })

  test('a hook needs an address and code needs a text, in the data or in the settings', () => {
    expect(fieldErrors('hook', {})).toEqual([['missing', 'webhook_url']])
    expect(fieldErrors('hook', {}, { url: 'https://a.example' })).toEqual([])
    expect(fieldErrors('hook', { webhook_url: 'https://a.example' })).toEqual([])
    expect(fieldErrors('code', {})).toEqual([['missing', 'code']])
    expect(fieldErrors('code', {}, { script: 'x' })).toEqual([])
  })

  test('substrings are split at commas and trimmed, without changing the argument', () => {
    const input = { substrings: ' a b ,c,, d', model: null }
    expect(readSettings(input)).toEqual({ substrings: ['a b', 'c', 'd'] })
    expect(input.substrings).toBe(' a b ,c,, d')
  })
})

describe('the table of built-ins', () => {
  test('has every key once', () => {
    expect(new Set(builtins.map(({ key }) => key)).size).toBe(builtins.length)
  })

  test.each(builtins.map((entry) => [entry.key, entry] as const))('%s: schemas are valid', (_, entry) => {
    for (const schema of [entry.parameters, entry.inputs, entry.outputs(entry.defaults)]) {
      expect(schema === undefined ? [] : schemaErrors(schema)).toEqual([])
    }
  })

  test.each(
    builtins.flatMap((entry) =>
      entry.presets.map((preset) => [`${entry.key}/${preset.key}`, entry, preset] as const),
    ),
  )('%s: the preset is complete', (_, entry, preset) => {
    expect(settingErrors(entry, { parameters: preset.parameters })).toEqual([])
    expect(Object.keys(preset.parameters)).toEqual(expect.arrayContaining(Object.keys(entry.defaults)))
  })
})
