import { describe, expect, test } from 'vitest'
import { schemaErrors } from '../kernel/json/schema.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import {
  catalogHarness,
  catalogHarnesses,
  catalogPreset,
  catalogPresets,
  catalogTemplate,
  catalogTemplates,
  catalogType,
  catalogTypes,
  evaluatorTemplates,
  type CatalogPrefix,
} from './catalog.ts'
import { builtins } from './builtins/table.ts'
import { completeWorkflowData, storedWorkflowData } from './completion.ts'

const entries = (body: JsonObject, name: string) => body[name] as readonly JsonObject[]
const keys = (body: JsonObject, name: string) => entries(body, name).map((entry) => entry['key'])

const words = (text: string) => text.trim().split(/\s+/)

const applications = words('completion chat llm feedback hook code mock')
const evaluators = words(`
  llm feedback hook code mock match echo
  auto_exact_match auto_contains auto_contains_any auto_contains_all auto_starts_with auto_ends_with auto_regex_test
  auto_contains_json auto_json_diff json_multi_field_match field_match_test
  auto_numeric_tolerance auto_length_bounds auto_latency_threshold auto_cost_threshold
  auto_levenshtein_distance auto_similarity_match auto_semantic_similarity auto_ai_critique
  auto_webhook_test auto_custom_code_run`)
const types = words(
  'message messages model llm llms tool tools response prompt-template run_request run_result',
)

describe('templates', () => {
  test('a template has all its fields', () => {
    expect(catalogTemplate('evaluators', 'auto_exact_match')).toEqual({
      count: 1,
      template: {
        key: 'auto_exact_match',
        name: 'Exact match',
        description: 'The output equals the expected answer.',
        categories: ['text'],
        flags: {
          is_application: false,
          is_evaluator: true,
          is_snippet: false,
          is_archived: false,
          is_recommended: true,
        },
        data: {
          uri: 'agenta:builtin:auto_exact_match:v0',
          schemas: {
            parameters: {
              type: 'object',
              properties: {
                correct_answer_key: { type: 'string', default: 'correct_answer' },
                output_path: { type: 'string' },
                case_sensitive: { type: 'boolean', default: true },
              },
            },
            outputs: {
              type: 'object',
              properties: { score: { type: 'number' }, success: { type: 'boolean' } },
              required: ['score', 'success'],
            },
          },
          parameters: { correct_answer_key: 'correct_answer', case_sensitive: true },
        },
      },
    })
  })

  test('applications and evaluators list their own templates, workflows list both', () => {
    expect(keys(catalogTemplates('applications'), 'templates')).toEqual(applications)
    expect(keys(catalogTemplates('evaluators'), 'templates')).toEqual(evaluators)
    expect(catalogTemplates('workflows')['count']).toBe(30)
  })

  test('workflows filter by role', () => {
    const onlyApplications = { is_application: true, is_evaluator: false }
    expect(keys(catalogTemplates('workflows', { is_application: true }), 'templates')).toEqual(applications)
    expect(keys(catalogTemplates('workflows', onlyApplications), 'templates')).toEqual(['completion', 'chat'])
    expect(catalogTemplates('workflows', { is_snippet: true })).toEqual({ count: 0, templates: [] })
    expect(catalogTemplates('workflows', { is_snippet: false })['count']).toBe(30)
  })

  test('an answer adds nothing to the data of a template', () => {
    for (const template of entries(catalogTemplates('workflows'), 'templates')) {
      const { uri, parameters } = template['data'] as JsonObject
      const storedData = storedWorkflowData(template['data'] as JsonObject)
      const complete = completeWorkflowData(storedData, 'https://assay.example')
      expect(complete).toMatchObject({
        uri,
        parameters,
        schemas: (template['data'] as JsonObject)['schemas'],
      })
    }
  })
})

describe('presets', () => {
  test('have the fields of a template and their own parameters', () => {
    const body = catalogPresets('evaluators', 'auto_length_bounds')
    expect(body['count']).toBe(entries(body, 'presets').length)
    expect(entries(body, 'presets')[0]).toMatchObject({
      key: 'short_answer',
      data: {
        uri: 'agenta:builtin:auto_length_bounds:v0',
        parameters: { min: 1, max: 50, unit: 'words' },
      },
    })
    expect(catalogPreset('evaluators', 'auto_length_bounds', 'short_answer')).toEqual({
      count: 1,
      preset: entries(body, 'presets')[0],
    })
  })

  test('of a judge cover the common rubrics', () => {
    expect(keys(catalogPresets('evaluators', 'auto_ai_critique'), 'presets')).toEqual(
      expect.arrayContaining([
        'correctness',
        'helpfulness',
        'groundedness',
        'conciseness',
        'tone',
        'harmlessness',
      ]),
    )
  })

  test('have unique keys', () => {
    for (const { key } of builtins) {
      const presetKeys = keys(catalogPresets('workflows', key), 'presets')
      expect(new Set(presetKeys).size).toBe(presetKeys.length)
    }
  })

  test('a template may have none', () => {
    expect(catalogPresets('applications', 'chat')).toEqual({ count: 0, presets: [] })
  })
})

describe('types', () => {
  test('are valid schemas', () => {
    expect(keys(catalogTypes(), 'types')).toEqual(types)
    for (const [i, type] of entries(catalogTypes(), 'types').entries()) {
      expect(schemaErrors(type['json_schema'] as JsonObject)).toEqual([])
      expect(catalogType(types[i] ?? '')).toEqual({ count: 1, type })
    }
  })
})

test.each<[string, JsonObject]>([
  ['a type', catalogType('nope')],
  ['a template', catalogTemplate('workflows', 'nope')],
  ['a template of another prefix', catalogTemplate('applications', 'auto_exact_match')],
  ['a template named like an inherited member', catalogTemplate('workflows', 'constructor')],
  ['the presets of a template', catalogPresets('workflows', 'nope')],
  ['a preset', catalogPreset('workflows', 'match', 'nope')],
  ['a preset of another prefix', catalogPreset('applications', 'match', 'exact_answer')],
  ['a harness', catalogHarness()],
])('%s that is unknown gives only a count of 0', (_, body) => {
  expect(body).toEqual({ count: 0 })
})

test('there are no harnesses', () => {
  expect(catalogHarnesses()).toEqual({ count: 0, harnesses: [] })
})

describe('the old list of evaluators', () => {
  const template = (key: string) =>
    entries(evaluatorTemplates(), 'templates').find((entry) => entry['key'] === key)

  test('has the content of the evaluator templates', () => {
    const prefix: CatalogPrefix = 'evaluators'
    expect(keys(evaluatorTemplates(), 'templates')).toEqual(keys(catalogTemplates(prefix), 'templates'))
  })

  test('describes each setting', () => {
    expect(template('auto_contains_json')).toEqual({
      name: 'JSON validity',
      key: 'auto_contains_json',
      direct_use: true,
      settings_presets: expect.arrayContaining([
        {
          key: 'whole_object',
          name: 'Nothing but an object',
          values: { mode: 'whole', schema: { type: 'object' } },
        },
      ]),
      settings_template: {
        output_path: { type: 'string', required: false, label: 'Output path' },
        mode: { type: 'string', default: 'contains', required: false, label: 'Mode' },
        schema: { type: 'object', required: false, label: 'Schema' },
      },
      outputs_schema: {
        type: 'object',
        properties: { score: { type: 'number' }, success: { type: 'boolean' } },
        required: ['score', 'success'],
      },
      description: 'The output contains JSON, or is JSON, and matches a schema when one is given.',
      requires_llm_api_keys: false,
      tags: ['json'],
      archived: false,
    })
  })

  test('lists required settings and those that need a model', () => {
    expect(template('auto_starts_with')).toMatchObject({
      direct_use: false,
      settings_template: { prefix: { required: true } },
    })
    expect(template('auto_similarity_match')).toMatchObject({ direct_use: true })
    expect(template('auto_ai_critique')).toMatchObject({ requires_llm_api_keys: true, direct_use: false })
    expect(template('feedback')).not.toHaveProperty('outputs_schema')
  })
})
