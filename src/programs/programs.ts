// What runs a revision, and running it: a built-in in this process, a program behind a url, a script in the sandbox, a
// prompt. Applications answer anything; evaluators answer an object.
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { isJsonObject } from '../kernel/json/value.ts'
import { objectAt } from '../workflows/builtins/words.ts'
import { uriOf } from '../workflows/completion.ts'
import { readSettings } from '../workflows/settings.ts'
import { builtinOf } from '../workflows/uri.ts'
import type { Judged, Ports } from './evaluators/evaluator.ts'
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

/** A hook is the program behind its url; only without one the webhook in its settings is called. */
function builtinKey(data: JsonObject): string | undefined {
  const uri = uriOf(data)
  const builtin = uri === undefined ? undefined : builtinOf(uri)
  if (builtin === undefined) return undefined
  return builtin.key === 'hook' && typeof data['url'] === 'string' ? undefined : builtin.key
}

/** First of: a built-in uri, a url, a script, a prompt. Embeds are resolved already. */
export function programOf(data: JsonObject): Program {
  const key = builtinKey(data)
  if (key === 'feedback') throw badSettings('Feedback is given by a person, not run.')
  if (key !== undefined) return { by: 'builtin', key }
  if (typeof data['url'] === 'string') return { by: 'url', url: data['url'] }
  if (typeof data['script'] === 'string') {
    languageOf({ runtime: data['runtime'] ?? 'javascript' })
    return { by: 'script' }
  }
  if (objectAt(data, 'parameters', 'prompt') !== undefined) return { by: 'prompt' }
  throw badSettings('The revision has no program that can be run: no built-in uri, url, script or prompt.')
}

/** A call over HTTP, which only the caller can make: it knows the trace, the references and the secrets. */
export type InvokeUrl = (url: string) => Promise<Json>

export interface ApplicationRun {
  readonly data: JsonObject
  readonly inputs: JsonObject
  readonly testcase?: JsonObject | undefined
  readonly ports: Ports
  readonly invokeUrl: InvokeUrl
}

async function applicationScript(run: ApplicationRun): Promise<Json> {
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
  if (answer === undefined) throw new StepFailure('malformed_answer', 'The code answered nothing.')
  return answer
}

async function applicationBuiltin(key: string, run: ApplicationRun): Promise<Json> {
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
      return applicationScript(run)
    case 'hook':
      return ports.post(webhookPost({ inputs }, readSettings(parameters)))
    case 'mock':
      return runEvaluator({ key, data, judged: { inputs }, ports })
    default:
      throw badSettings(`'${key}' is an evaluator, not an application.`)
  }
}

/** The outputs of an application for these inputs. */
export async function runApplication(run: ApplicationRun): Promise<Json> {
  const program = programOf(run.data)
  switch (program.by) {
    case 'builtin':
      return applicationBuiltin(program.key, run)
    case 'url':
      return run.invokeUrl(program.url)
    case 'script':
      return applicationScript(run)
    default:
      return complete(objectAt(run.data, 'parameters') ?? {}, run.inputs, run.ports)
  }
}

export interface JudgeRun {
  readonly data: JsonObject
  readonly judged: Judged
  readonly ports: Ports
  readonly invokeUrl: InvokeUrl
}

/** Prompts that judge see the outputs beside the inputs. */
const promptValues = ({ inputs, outputs, testcase }: Judged): JsonObject => ({
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
    throw new StepFailure('malformed_answer', 'An evaluator must answer a number, a boolean or an object.')
  }
  const schema = objectAt(data, 'schemas', 'outputs')
  const fault = schema === undefined ? undefined : await ports.mismatch(schema, outputs)
  if (fault === undefined) return outputs
  const place = fault.path === '' ? 'they' : fault.path
  throw new StepFailure('schema_mismatch', `The outputs do not match their schema: ${place} ${fault.reason}.`)
}

/** The outputs of an evaluator about what is judged. */
export async function runJudge(run: JudgeRun): Promise<JsonObject> {
  const { data, judged, ports } = run
  const program = programOf(data)
  switch (program.by) {
    case 'builtin':
      return runEvaluator({ key: program.key, data, judged, ports })
    case 'url':
      return asOutputs(await run.invokeUrl(program.url), data, ports)
    case 'script':
      return runEvaluator({ key: 'code', data, judged, ports })
    default: {
      const answer = await complete(objectAt(data, 'parameters') ?? {}, promptValues(judged), ports)
      return asOutputs(answer, data, ports)
    }
  }
}

/** The schema that outputs of this revision follow; undefined: nothing is said about them. */
export function outputsSchema(data: JsonObject): JsonObject | undefined {
  return outputsSchemaOf(builtinKey(data) ?? '', data)
}
