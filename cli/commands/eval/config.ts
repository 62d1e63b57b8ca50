// cli/commands/eval: runs a promptfoo file on the server. config.ts reads the file, records.ts writes its records,
// matrix.ts computes and draws the results.
// Imports the SDK, importers/ and cli/. Start with eval.ts.
//
// Reads prompts, tests and assertions with the importer of promptfoo, and providers as models.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type {
  ImportedEvaluator,
  ImportedPrompt,
  ImportedRow,
  ImportItem,
} from '../../../importers/importer.ts'
import { slugOf } from '../../../importers/importer.ts'
import { modelOf } from '../../../importers/sources/promptfoo/assertions.ts'
import { promptfoo } from '../../../importers/sources/promptfoo/promptfoo.ts'
import { UsageError } from '../../command.ts'
import { inputsAt } from '../../imports/files.ts'
import { isRecord } from '../shared.ts'

export interface Provider {
  /** The label, or the name of the model; part of a slug. */
  readonly name: string
  /** The model and its settings. */
  readonly llmConfig: Readonly<Record<string, unknown>>
  /** Members of the provider and of its config that are not used. */
  readonly unusedMembers: readonly string[]
}

export interface EvalConfig {
  readonly testset: string
  readonly prompts: readonly ImportedPrompt[]
  readonly providers: readonly Provider[]
  readonly rows: readonly ImportedRow[]
  readonly evaluators: readonly ImportedEvaluator[]
  /** Parts of the file without a counterpart. */
  readonly skippedParts: readonly string[]
}

/** Settings of a model that both sides have; addresses and keys are secrets of the project. */
const modelSettings = [
  'temperature',
  'max_tokens',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'stop',
  'max_completion_tokens',
  'reasoning_effort',
  'verbosity',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
] as const
const usedMembers: ReadonlySet<string> = new Set(['id', 'label', 'config'])

/** Settings in files and by reference are not read. */
const isUsed = (name: string, value: unknown): boolean =>
  modelSettings.some((setting) => setting === name) &&
  value !== undefined &&
  !(typeof value === 'string' && value.startsWith('file://'))

export function providerOf(provider: unknown): Provider {
  if (typeof provider === 'string') {
    if (provider.includes('://'))
      throw new UsageError(
        `The provider ${provider} is an address; name a model, such as openai:gpt-4o-mini.`,
      )
    const model = modelOf(provider)
    return { name: slugOf(model), llmConfig: { model }, unusedMembers: [] }
  }
  const id = isRecord(provider) ? provider['id'] : undefined
  if (!isRecord(provider) || typeof id !== 'string')
    throw new UsageError('A provider is an id, such as openai:gpt-4o-mini, or has one: {id, label, config}.')
  const { name, llmConfig } = providerOf(id)
  const { label, config } = provider
  const settings = Object.entries(isRecord(config) ? config : {})
  return {
    name: typeof label === 'string' ? slugOf(label) : name,
    llmConfig: { ...llmConfig, ...Object.fromEntries(settings.filter(([key, value]) => isUsed(key, value))) },
    unusedMembers: [
      ...Object.keys(provider).filter((key) => !usedMembers.has(key)),
      ...settings.filter(([key, value]) => !isUsed(key, value)).map(([key]) => `config.${key}`),
    ],
  }
}

const providersIn = (path: string): readonly Provider[] => {
  const config: unknown = parse(readFileSync(path, 'utf8'))
  const providers = isRecord(config) ? (config['providers'] ?? config['targets'] ?? []) : []
  return [providers].flat().map(providerOf)
}

/** Reads the file. Unreadable parts are refused by line. */
export async function readConfig(path: string): Promise<EvalConfig> {
  const items: ImportItem[] = []
  for await (const item of promptfoo.read(inputsAt([path], { followsLinks: false }))) items.push(item)
  const errors = items.flatMap((item) => (item.kind === 'fault' ? [item] : []))
  if (errors.length > 0) {
    throw new UsageError(errors.map(({ at, fault }) => `${at.file}:${at.line}: ${fault}`).join('\n'))
  }
  const prompts = items.flatMap((item) => (item.kind === 'prompt' ? [item.prompt] : []))
  const rows = items.flatMap((item) => (item.kind === 'row' ? [item] : []))
  const [firstRow] = rows
  const providers = providersIn(path)
  if (prompts.length === 0 || providers.length === 0 || firstRow === undefined) {
    throw new UsageError(`${path} needs prompts, providers and tests; see docs/cli.md.`)
  }
  return {
    testset: firstRow.testset,
    prompts,
    providers,
    rows: rows.map(({ row }) => row),
    evaluators: items.flatMap((item) => (item.kind === 'evaluator' ? [item.evaluator] : [])),
    skippedParts: [
      ...items.flatMap((item) =>
        // The importer reports providers as left out; this file reads them.
        item.kind === 'unmapped' && !item.reason.startsWith('providers')
          ? [`${item.at.file}:${item.at.line}: ${item.reason}`]
          : [],
      ),
      ...providers.flatMap(({ name, unusedMembers }) =>
        unusedMembers.map((member) => `${path}: ${member} of ${name}`),
      ),
    ],
  }
}
