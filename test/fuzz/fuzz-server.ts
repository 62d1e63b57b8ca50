// The server under attack, with a project that has records of every kind, and a model that answers its prompts.
import { startModel, useModel, type Model } from '../support/model.ts'
import { freePort } from '../support/postgres.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { requestJson } from './sending.ts'
import type { Builtin } from './targets/programs.ts'

export interface FuzzServer {
  readonly server: RunningServer
  readonly grpcPort: number
  /** Ids of records of every kind. */
  readonly ids: readonly string[]
  readonly testsetId: string
  readonly testsetRevisionId: string
  readonly builtins: readonly Builtin[]
  stop(): Promise<void>
}

/** All ids in an answer. */
const idsIn = (value: unknown): readonly string[] => [
  ...new Set(
    JSON.stringify(value).match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [],
  ),
]

async function seedProject(
  url: string,
  model: Model,
): Promise<Pick<FuzzServer, 'ids' | 'testsetId' | 'testsetRevisionId' | 'builtins'>> {
  const post = (path: string, body: unknown): Promise<unknown> => requestJson(url, 'POST', path, body)
  const data = {
    parameters: { prompt: { messages: [{ role: 'user', content: 'Capital of {{country}}?' }] } },
  }
  const testset = (await post('/simple/testsets/', {
    testset: { slug: 'rows', data: { testcases: [{ data: { country: 'France', answer: 'Paris' } }] } },
  })) as { readonly testset: { readonly id: string; readonly revision_id: string } }
  const answers = [
    testset,
    await post('/simple/applications/', { application: { slug: 'bot', data } }),
    await post('/simple/workflows/', { workflow: { slug: 'flow', data } }),
    await post('/simple/evaluators/', { evaluator: { slug: 'exact', data: { uri: 'auto_exact_match' } } }),
    await post('/simple/queries/', { query: { slug: 'recent', data: { windowing: { limit: 5 } } } }),
    await post('/simple/environments/query', {}),
    await post('/simple/traces/', {
      trace: { origin: 'human', kind: 'adhoc', channel: 'api', data: { outputs: { a: 1 } } },
    }),
  ]
  await useModel(
    { post: async (path, body) => ({ status: 200, headers: new Headers(), body: await post(path, body) }) },
    model,
  )
  const catalog = (await requestJson(url, 'GET', '/evaluators/catalog/templates/', undefined)) as {
    readonly templates: readonly { readonly key: string; readonly data: { readonly parameters?: unknown } }[]
  }
  return {
    ids: [...answers.flatMap(idsIn), JSON.stringify(answers.at(-1)).match(/[0-9a-f]{32}/)?.[0] ?? 'x'],
    testsetId: testset.testset.id,
    testsetRevisionId: testset.testset.revision_id,
    builtins: catalog.templates.map(({ key, data: { parameters } }) => ({
      key,
      parameters: parameters ?? {},
    })),
  }
}

/** `env` selects the stores of the server. */
export async function startFuzzServer(env: Readonly<Record<string, string>>): Promise<FuzzServer> {
  const grpcPort = await freePort()
  const model = await startModel(() => 'Paris')
  const server = await startServer({
    env: {
      ASSAY_OTLP_GRPC_PORT: String(grpcPort),
      // A connection that waits for more bytes is not waited for.
      ASSAY_CLIENT_SECONDS_MAX: '3',
      ASSAY_EVALUATIONS_CALL_SECONDS_MAX: '5',
      ...env,
    },
  })
  return {
    server,
    grpcPort,
    ...(await seedProject(server.url, model)),
    stop: async () => {
      if (server.process.exitCode === null) await server.stop()
      await model.stop()
      removeDataDir(server)
    },
  }
}
