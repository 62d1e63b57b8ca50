// Vector stores as OpenLLMetry and OpenLIT describe them: `db.*` attributes, and a span event per document.
import { ownMember } from '../../kernel/own.ts'
import { isObject, type Value } from '../value.ts'
import { json, type Mapper } from './mapper.ts'
import { presentMembers } from './message-parts.ts'

const stores: ReadonlySet<string> = new Set([
  'chroma',
  'chromadb',
  'lancedb',
  'marqo',
  'milvus',
  'pinecone',
  'qdrant',
  'weaviate',
])

const readingOperation = /query|search|retriev|get|fetch|scroll|peek|recommend/i

/** Attributes that only searches have. Some instrumentations do not name the operation. */
const searchKey =
  /^(?:db\.vector\.query\.|qdrant\.search\.|milvus\.search\.|pinecone\.query\.|db\.weaviate\.query\.)/

const resultEvent = 'db.query.result'

function isSearch(mapper: Mapper): boolean {
  const operation = mapper.attribute('db.operation') ?? mapper.attribute('db.operation.name')
  if (typeof operation === 'string') return readingOperation.test(operation)
  return Object.keys(mapper.span.attributes).some((key) => searchKey.test(key))
}

/** The type, query and documents of a search in a vector store. Writes to a store stay tasks. */
export function mapVectorStore(mapper: Mapper): void {
  const system = mapper.attribute('db.system') ?? mapper.attribute('db.system.name')
  if (typeof system !== 'string' || !stores.has(system.toLowerCase()) || !isSearch(mapper)) return
  mapper.hasMatched = true
  mapper.spanType = 'query'
  const query = mapper.attribute('db.query.text')
  if (query !== undefined && query !== '') mapper.write('data.inputs.query', json(query))
  const documents = mapper.span.events.flatMap(({ name, attributes }): readonly Value[] => {
    if (name !== resultEvent) return []
    const member = (key: string): Value | undefined =>
      ownMember(attributes, `${resultEvent}.${key}`) ?? undefined
    const metadata = json(member('metadata') ?? null)
    return [
      presentMembers({
        id: member('id'),
        content: member('document'),
        score: member('score'),
        distance: member('distance'),
        metadata: isObject(metadata) ? metadata : undefined,
      }),
    ]
  })
  if (documents.length > 0) mapper.write('data.outputs.documents', documents)
}
