// A separate process that opens a store and alternates commits and deployments, concurrently with others.
// Arguments: location of the store, project, variant, number of commits, name of this process. Prints the versions that it
// created on the variant as JSON.
import { commit } from '../../src/versioning/commit.ts'
import { deploy } from '../../src/versioning/environments/deploy.ts'
import { kinds } from '../../src/versioning/kinds.ts'
import { openPostgres } from '../../src/storage/relational/postgres.ts'
import { openSqlite } from '../../src/storage/relational/sqlite.ts'
import { realEngine, scopeOf } from './engine.ts'

const [location = '', projectId = '', target = '', times = '0', name = ''] = process.argv.slice(2)

const store = location.startsWith('postgres:')
  ? await openPostgres({ url: location, connectionsMax: 4, onError: () => undefined })
  : await openSqlite(location)
const engine = realEngine()
const scope = scopeOf(store, projectId)

async function commitOnce(i: number): Promise<number> {
  const data = { parameters: { from: name, turn: i } }
  const input = { variantId: target, header: {}, data, loc: ['body'] }
  return (await commit({ engine, scope, kind: kinds.application }, input)).revision.version
}

/** Deploys the newest revision of `target` to the environment `production` under a separate key. */
const deployOnce = (i: number): Promise<unknown> =>
  deploy(
    { engine, scope, kind: kinds.application },
    {
      references: { variant: { id: target } },
      environment: { artifact: { slug: 'production' } },
      key: `${name}-${i}`,
      message: undefined,
    },
  )

const versions: number[] = []
for (let i = 0; i < Number(times); i++) {
  versions.push(await commitOnce(i))
  await deployOnce(i)
}
await store.close()
console.log(JSON.stringify(versions))
