// The model and the parameters of a column, for its head. This file is pure.
import type { JsonObject } from '../app/versions/client.ts'
import { promptOf } from '../ui/prompt-editor/prompt.ts'

/** Settings that the header does not list: the model has its own line, tools are counted, and the others are too long. */
const unlistedSettings: ReadonlySet<string> = new Set(['model', 'tools', 'response_format', 'connection'])

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const formatOf = (format: unknown): readonly string[] =>
  typeof format === 'object' && format !== null && 'type' in format && format.type !== 'text'
    ? [String(format.type)]
    : []

export interface ColumnSettings {
  readonly model: string | undefined
  /** The parameters as text: `temperature 0.2 · max_tokens 100 · 2 tools`; empty without parameters. */
  readonly parameters: string
}

export function settingsOf(data: JsonObject): ColumnSettings {
  const settings = promptOf(data['parameters'])?.llm_config ?? {}
  const { model, tools } = settings
  const entries = Object.entries(settings)
    .filter(([name, value]) => !unlistedSettings.has(name) && isSet(value))
    .map(([name, value]) => `${name} ${textOf(value)}`)
  const toolCount = Array.isArray(tools) ? tools.length : 0
  return {
    model: typeof model === 'string' && model !== '' ? model : undefined,
    parameters: [
      ...entries,
      ...(toolCount === 0 ? [] : [toolCount === 1 ? '1 tool' : `${toolCount} tools`]),
      ...formatOf(settings['response_format']),
    ].join(' · '),
  }
}
