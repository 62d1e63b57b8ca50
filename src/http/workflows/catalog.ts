// The catalog of built-ins: templates, presets and types, the same in every project.
import { withExample } from '../examples.ts'
import { z } from 'zod'
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
} from '../../workflows/catalog.ts'
import { bool, optional } from '../../kernel/validation.ts'
import { freeObject, list, single } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'

const descriptionFields = { key: z.string(), name: z.string(), description: z.string().optional() }
const template = withExample(
  z
    .looseObject({
      ...descriptionFields,
      categories: z.array(z.string()),
      flags: z.record(z.string(), z.boolean()),
      data: freeObject,
    })
    .meta({ id: 'CatalogTemplate', description: 'A template of a built-in, or one of its presets.' }),
  {
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
)
const type = withExample(
  z.looseObject({ ...descriptionFields, json_schema: freeObject }).meta({ id: 'CatalogType' }),
  {
    key: 'tool',
    name: 'Tool',
    description: 'A tool that a model may call.',
    json_schema: { type: 'object', 'x-ag-type-ref': 'tool' },
  },
)
const harness = z.looseObject(descriptionFields).meta({ id: 'CatalogHarness' })

const templates = list('templates', template)
const templateResponse = single('template', template)
const types = list('types', type)
// The list is absent when the template does not exist.
const presets = z
  .object({ count: z.int(), presets: z.array(template).optional() })
  .meta({ id: 'CatalogPresetsResponse' })
const preset = z.object({ count: z.int(), preset: template.optional() }).meta({ id: 'CatalogPresetResponse' })
const evaluatorList = z.object({ count: z.int(), templates: z.array(freeObject) })
const keyParams = z.object({ key: z.string() })
const archivedParameter = z.object({ include_archived: optional(bool) })

const singular = { workflows: 'workflow', applications: 'application', evaluators: 'evaluator' } as const

const templateParameters = archivedParameter.extend({
  is_application: optional(bool),
  is_evaluator: optional(bool),
  is_snippet: optional(bool),
})

function templateRoutes(prefix: CatalogPrefix): readonly Route[] {
  const path = `/${prefix}/catalog`
  const word = singular[prefix]
  return [
    projectRoute({
      method: 'GET',
      path: `${path}/types/`,
      operationId: `list_${word}_catalog_types`,
      sdkName: `${word}Catalog.listTypes`,
      summary: 'JSON Schemas of the values in templates.',
      access: 'viewer',
      answer: types,
      handle: async () => catalogTypes(),
    }),
    projectRoute({
      method: 'GET',
      path: `${path}/templates/`,
      operationId: `list_${word}_catalog_templates`,
      sdkName: `${word}Catalog.listTemplates`,
      summary: 'The templates of built-ins.',
      access: 'viewer',
      query: templateParameters,
      answer: templates,
      handle: async ({ query }) =>
        catalogTemplates(prefix, {
          ...(query.is_application === undefined ? {} : { is_application: query.is_application }),
          ...(query.is_evaluator === undefined ? {} : { is_evaluator: query.is_evaluator }),
          ...(query.is_snippet === undefined ? {} : { is_snippet: query.is_snippet }),
        }),
    }),
    projectRoute({
      method: 'GET',
      path: `${path}/templates/{key}`,
      operationId: `fetch_${word}_catalog_template`,
      sdkName: `${word}Catalog.fetchTemplate`,
      summary: 'One built-in with its schemas.',
      access: 'viewer',
      params: keyParams,
      answer: templateResponse,
      handle: async ({ params }) => catalogTemplate(prefix, params.key),
    }),
  ]
}

function presetRoutes(prefix: CatalogPrefix): readonly Route[] {
  const path = `/${prefix}/catalog`
  const word = singular[prefix]
  return [
    projectRoute({
      method: 'GET',
      path: `${path}/templates/{key}/presets/`,
      operationId: `list_${word}_catalog_presets`,
      sdkName: `${word}Catalog.listPresets`,
      summary: 'Complete settings for a built-in.',
      access: 'viewer',
      params: keyParams,
      query: archivedParameter,
      answer: presets,
      handle: async ({ params }) => presets.parse(catalogPresets(prefix, params.key)),
    }),
    projectRoute({
      method: 'GET',
      path: `${path}/templates/{key}/presets/{preset}`,
      operationId: `fetch_${word}_catalog_preset`,
      sdkName: `${word}Catalog.fetchPreset`,
      summary: 'One preset of a built-in.',
      access: 'viewer',
      params: keyParams.extend({ preset: z.string() }),
      answer: preset,
      handle: async ({ params }) => preset.parse(catalogPreset(prefix, params.key, params.preset)),
    }),
  ]
}

export const catalogRoutes = (): readonly Route[] => [
  ...(['workflows', 'applications', 'evaluators'] as const).flatMap((prefix) => [
    ...templateRoutes(prefix),
    ...presetRoutes(prefix),
  ]),
  projectRoute({
    method: 'GET',
    path: '/workflows/catalog/types/{key}',
    operationId: 'fetch_workflow_catalog_type',
    sdkName: 'workflowCatalog.fetchType',
    summary: 'One type of the catalog.',
    access: 'viewer',
    params: keyParams,
    answer: single('type', type),
    handle: async ({ params }) => catalogType(params.key),
  }),
  projectRoute({
    method: 'GET',
    path: '/workflows/catalog/harnesses/',
    operationId: 'list_workflow_catalog_harnesses',
    sdkName: 'workflowCatalog.listHarnesses',
    summary: 'An empty list: there are no harnesses.',
    access: 'viewer',
    answer: list('harnesses', harness),
    handle: async () => catalogHarnesses(),
  }),
  projectRoute({
    method: 'GET',
    path: '/workflows/catalog/harnesses/{key}',
    operationId: 'fetch_workflow_catalog_harness',
    sdkName: 'workflowCatalog.fetchHarness',
    summary: 'An empty answer: there are no harnesses.',
    access: 'viewer',
    params: keyParams,
    answer: single('harness', harness),
    handle: async () => catalogHarness(),
  }),
  projectRoute({
    method: 'GET',
    path: '/simple/evaluators/templates',
    operationId: 'list_simple_evaluator_templates',
    summary: 'Evaluator templates in the old format.',
    access: 'viewer',
    deprecatedFor: '/evaluators/catalog/templates/',
    query: archivedParameter,
    answer: evaluatorList,
    handle: async () => evaluatorList.parse(evaluatorTemplates()),
  }),
]
