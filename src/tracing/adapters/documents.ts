// Converts the documents of a search to one form: `data.outputs.documents`, each
// `{id?, content?, score?, distance?, metadata?}`. See docs/traces.md, "Documents".
import { isList, isObject, type Value, type ValueObject } from '../value.ts'
import type { WriteTree } from '../attributes/write-tree.ts'
import { json } from './mapper.ts'
import { presentMembers } from './message-parts.ts'

const outputs = ['data', 'outputs']

/** The paths of the documents below outputs: OpenInference, LangChain, LangSmith, MLflow. */
const places = [['retrieval', 'documents'], ['documents'], ['output'], []] as const

/** Writes the documents of a search to its outputs, if a library sent any. */
export function writeDocuments(tree: WriteTree): void {
  for (const place of places) {
    const list = tree.read([...outputs, ...place])
    if (!isList(list) || list.length === 0) continue
    const documents = list.map(documentOf)
    if (!documents.every((document) => document !== undefined)) continue
    const isWhole = place.length === 0 || place[0] === 'output'
    if (isWhole) tree.write(outputs, { documents })
    else tree.write([...outputs, 'documents'], documents)
    return
  }
}

/** Undefined if the value is not a document. */
function documentOf(value: Value): ValueObject | undefined {
  if (!isObject(value)) return undefined
  if (isObject(value['document'])) return documentOf(value['document'])
  const content = value['page_content'] ?? value['content'] ?? value['text']
  if (content === undefined && value['id'] === undefined) return undefined
  const metadata = value['metadata'] ?? value['meta']
  return presentMembers({
    id: value['id'] ?? undefined,
    content,
    score: value['score'] ?? undefined,
    distance: value['distance'] ?? undefined,
    metadata: metadata === undefined ? undefined : json(metadata),
  })
}
