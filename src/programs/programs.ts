// Selects and runs the program of a revision: a built-in in this process, a program behind a url, a script in the
// sandbox, a prompt. Applications may return any value; evaluators return an object.
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { isJsonObject } from '../kernel/json/value.ts'
import { objectAt } from '../workflows/builtins/schema-parts.ts'
import { uriOf } from '../workflows/completion.ts'
import { readSettings } from '../workflows/settings.ts'
import { builtinOf } from '../workflows/uri.ts'
import type { ProgramInput, Ports } from './evaluators/evaluator.ts'
import { codeLimits, languageOf, webhookPost } from './evaluators/programs.ts'
import { outputsSchemaOf, runEvaluator } from './evaluators/table.ts'
import { badSettings, StepFailure } from './failure.ts'
import { chat, complete, llm } from './prompts/prompt.ts'

/** How a revision is run. */
export type Program =
  | { readonly by: 'builtin'; readonly key: string }
  | { readonly by: 'url'; readonly url: string }
  | { readonly by: 'script' }
  | { readonly by: 'prompt' }

/** Undefined for a hook with a url: the program behind it runs. Other hooks call the webhook in their settings. */
function builtinKey(data: JsonObject): string | undefined {
  const uri = uriOf(data)
  const builtin = uri === undefined ? undefined : builtinOf(uri)
  if (builtin === undefined) return undefined
  return builtin.key === 'hook' && typeof data['url'] === 'string' ? undefined : builtin.key
}

/** The first of: a built-in uri, a url, a script, a prompt. Embeds are already resolved. */
export function programOf(data: JsonObject): Program {
  const key = builtinKey(data)
  if (key === 'feedback') throw badSettings('Feedback comes from people and cannot be run.')
  if (key !== undefined) return { by: 'builtin', key }
  if (typeof data['url'] === 'string') return { by: 'url', url: data['url'] }
  if (typeof data['script'] === 'string') {
    languageOf({ runtime: data['runtime'] ?? 'javascript' })
    return { by: 'script' }
  }
  if (objectAt(data, 'parameters', 'prompt') !== undefined) return { by: 'prompt' }
  throw badSettings('The revision has nothing to run: no built-in uri, url, script or prompt.')
}

/** A call over HTTP. Only the caller can make it: it has the trace, the references and the secrets. */
export type InvokeUrl = (url: string) => Promise<Json>

export interface ApplicationRun {
  readonly data: JsonObject
  readonly inputs: JsonObject
  readonly testcase?: JsonObject | undefined
  readonly ports: Ports
  readonly invokeUrl: InvokeUrl
}

async function runApplicationScript(run: ApplicationRun): Promise<Json> {
  const { data, inputs, testcase, ports } = run
  const settings = readSettings(objectAt(data, 'parameters') ?? {})
  const code = data['script'] ?? settings['code']
  if (typeof code !== 'string') throw badSettings('There is no code to run.')
  const answer = await ports.runCode({
    code,
    language: languageOf({
      ...settings,
      ...(data['runtime'] === undefined ? {} : { runtime: data['runtime'] }),
    }),
    functions: ['invoke', 'main', 'evaluate'],
    argument: { inputs, testcase: testcase ?? null, parameters: settings },
    ...codeLimits(settings),
  })
  if (answer === undefined) throw new StepFailure('malformed_answer', 'The code returned nothing.')
  return answer
}

async function runApplicationBuiltin(key: string, run: ApplicationRun): Promise<Json> {
  const { data, inputs, ports } = run
  const parameters = objectAt(data, 'parameters') ?? {}
  switch (key) {
    case 'completion':
      return complete(parameters, inputs, ports)
    case 'chat':
      return chat(parameters, inputs, ports)
    case 'llm':
      return llm(parameters, inputs, ports)
    case 'code':
      return runApplicationScript(run)
    case 'hook':
      return ports.post(webhookPost({ inputs }, readSettings(parameters)))
    case 'mock':
      return runEvaluator({ key, data, input: { inputs }, ports })
    default:
      throw badSettings(`'${key}' is an evaluator, not an application.`)
  }
}

/** The outputs of an application for these inputs. */
export async function runApplication(run: ApplicationRun): Promise<Json> {
  const program = programOf(run.data)
  switch (program.by) {
    case 'builtin':
      return runApplicationBuiltin(program.key, run)
    case 'url':
      return run.invokeUrl(program.url)
    case 'script':
      return runApplicationScript(run)
    default:
      return complete(objectAt(run.data, 'parameters') ?? {}, run.inputs, run.ports)
  }
}

export interface EvaluatorRun {
  readonly data: JsonObject
  readonly input: ProgramInput
  readonly ports: Ports
  readonly invokeUrl: InvokeUrl
}

/** Prompts of evaluators see the outputs beside the inputs. */
const promptValues = ({ inputs, outputs, testcase }: ProgramInput): JsonObject => ({
  ...testcase?.data,
  ...inputs,
  inputs,
  outputs: outputs ?? null,
})

async function asOutputs(answer: Json, data: JsonObject, ports: Ports): Promise<JsonObject> {
  const outputs: Json =
    typeof answer === 'number'
      ? { score: answer }
      : typeof answer === 'boolean'
        ? { success: answer }
        : answer
  if (!isJsonObject(outputs)) {
    throw new StepFailure('malformed_answer', 'An evaluator must return a number, a boolean or an object.')
  }
  const schema = objectAt(data, 'schemas', 'outputs')
  const mismatch = schema === undefined ? undefined : await ports.mismatch(schema, outputs)
  if (mismatch === undefined) return outputs
  const location = mismatch.path === '' ? 'they' : mismatch.path
  throw new StepFailure(
    'schema_mismatch',
    `The outputs do not match their schema: ${location} ${mismatch.reason}.`,
  )
}

/** The outputs of an evaluator for its input. */
export async function runEvaluatorProgram(run: EvaluatorRun): Promise<JsonObject> {
  const { data, input, ports } = run
  const program = programOf(data)
  switch (program.by) {
    case 'builtin':
      return runEvaluator({ key: program.key, data, input, ports })
    case 'url':
      return asOutputs(await run.invokeUrl(program.url), data, ports)
    case 'script':
      return runEvaluator({ key: 'code', data, input, ports })
    default: {
      const answer = await complete(objectAt(data, 'parameters') ?? {}, promptValues(input), ports)
      return asOutputs(answer, data, ports)
    }
  }
}

/** The outputs schema of this revision; undefined: it has none. */
export function outputsSchema(data: JsonObject): JsonObject | undefined {
  return outputsSchemaOf(builtinKey(data) ?? '', data)
}
