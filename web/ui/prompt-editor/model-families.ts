// The settings of a model by its family: which ones it accepts, and their ranges. This file is pure.
import type { FormSchema } from '../forms/schema-fields.ts'
import type { ModelSettings } from './prompt.ts'

type Properties = Readonly<Record<string, FormSchema>>

interface Family {
  readonly name: string
  /** Matches the name of the model without its provider. */
  readonly pattern: RegExp
  readonly properties: Properties
}

const temperature = (maximum: number): FormSchema => ({ type: 'number', minimum: 0, maximum })
const share: FormSchema = { type: 'number', minimum: 0, maximum: 1 }
const penalty: FormSchema = { type: 'number', minimum: -2, maximum: 2 }
const tokens: FormSchema = { type: 'integer', minimum: 1 }
const integer: FormSchema = { type: 'integer' }
const efforts = (...names: readonly string[]): FormSchema => ({ type: 'string', enum: names })
const stop: FormSchema = {
  type: 'string',
  description: 'The text that ends the answer. A JSON list has several.',
}
const toolChoice: FormSchema = { type: 'string', enum: ['auto', 'none', 'required'] }

const penalties = { frequency_penalty: penalty, presence_penalty: penalty }
const common = { max_tokens: tokens, stop, tool_choice: toolChoice }

/** The first family that matches applies; the last one matches all. */
const families: readonly Family[] = [
  {
    name: 'OpenAI, reasoning',
    pattern: /^(o\d|gpt-5)/,
    properties: {
      reasoning_effort: efforts('minimal', 'low', 'medium', 'high'),
      max_completion_tokens: tokens,
      seed: integer,
      tool_choice: toolChoice,
    },
  },
  {
    name: 'OpenAI',
    pattern: /^(gpt-|chatgpt)/,
    properties: { temperature: temperature(2), top_p: share, ...common, seed: integer, ...penalties },
  },
  {
    name: 'Anthropic',
    pattern: /claude/,
    properties: { temperature: temperature(1), top_p: share, top_k: tokens, ...common },
  },
  {
    name: 'Gemini',
    pattern: /^gemini/,
    properties: {
      temperature: temperature(2),
      top_p: share,
      ...common,
      seed: integer,
      reasoning_effort: efforts('none', 'low', 'medium', 'high'),
    },
  },
  {
    name: 'Mistral',
    pattern: /^(mistral|ministral|magistral|codestral|pixtral)/,
    properties: { temperature: temperature(1.5), top_p: share, ...common, ...penalties },
  },
  {
    name: 'Other',
    pattern: /^/,
    properties: {
      temperature: temperature(2),
      top_p: share,
      ...common,
      seed: integer,
      ...penalties,
      reasoning_effort: efforts('minimal', 'low', 'medium', 'high'),
    },
  },
]

const familyOf = (model: unknown): Family | undefined => {
  const name = typeof model === 'string' ? (model.split('/').at(-1) ?? '').toLowerCase() : ''
  return families.find(({ pattern }) => pattern.test(name))
}

/** Whether a control can display the value; other values are edited as JSON. */
function isExpressible(value: unknown, schema: FormSchema): boolean {
  if (value === undefined) return true
  if (schema.enum !== undefined) return schema.enum.includes(value)
  return typeof value === (schema.type === 'integer' ? 'number' : schema.type)
}

export interface SettingControls {
  /** The schema of the settings with controls: model, connection, and those of the family. */
  readonly schema: FormSchema
  /** All other settings, such as those of another family, as JSON. */
  readonly otherSettings: ModelSettings
}

/** Members with editors of their own. */
const separatelyEditedMembers: ReadonlySet<string> = new Set(['tools', 'response_format'])

export function controlsFor(settings: ModelSettings): SettingControls {
  const properties: Properties = {
    model: { type: 'string' },
    ...familyOf(settings['model'])?.properties,
    connection: {
      type: 'string',
      description: 'The slug of a provider. By default, the name of the model selects it.',
    },
  }
  const controlledEntries = Object.entries(properties).filter(([name, schema]) =>
    isExpressible(Object.hasOwn(settings, name) ? settings[name] : undefined, schema),
  )
  const names = new Set(controlledEntries.map(([name]) => name))
  return {
    schema: { type: 'object', properties: Object.fromEntries(controlledEntries) },
    otherSettings: Object.fromEntries(
      Object.entries(settings).filter(([name]) => !names.has(name) && !separatelyEditedMembers.has(name)),
    ),
  }
}

/** Replaces the settings without a control. Settings with a control or an editor of their own stay. */
export function withOtherSettings(settings: ModelSettings, otherSettings: ModelSettings): ModelSettings {
  const replacedSettings = controlsFor(settings).otherSettings
  const remainingSettings = Object.entries(settings).filter(
    ([name]) => !Object.hasOwn(replacedSettings, name),
  )
  return { ...Object.fromEntries(remainingSettings), ...otherSettings }
}
