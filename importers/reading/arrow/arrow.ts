// importers/reading/arrow: streams of Arrow: messages here, columns.ts (values), buffers.ts (compression), flatbuffer.ts
// (metadata).
// Imports importers/reading and pure shared code. Start here.
//
// Reads Arrow streams, as `save_to_disk` of Hugging Face writes them, and Arrow files, which are a stream between two marks:
// one record batch at a time.
import type { SourceFile } from '../../files.ts'
import type { ReadResult } from '../record.ts'
import { ArrowColumns, dictionaryFields, fieldOf, type ArrowField, type Dictionaries } from './columns.ts'
import { Table } from './flatbuffer.ts'

const continuation = 0xff_ff_ff_ff
const metadataBytesMax = 64 * 2 ** 20
/** A batch is decoded at once. */
const bodyBytesMax = 512 * 2 ** 20
const headerTypes = { schema: 1, dictionary: 2, batch: 3 } as const

interface Message {
  readonly header: Table
  readonly type: number
  readonly body: ArrayBuffer
}

/** Arrow files begin with `ARROW1` and two empty bytes. */
const fileMagic = 'ARROW1\0\0'

/** The position of the first message. */
async function streamStart({ slice, sizeBytes }: SourceFile): Promise<number> {
  const mark = new Uint8Array(await slice(0, Math.min(fileMagic.length, sizeBytes)))
  return String.fromCharCode(...mark) === fileMagic ? fileMagic.length : 0
}

/** The message at a position; undefined at the end of the stream. */
async function messageAt(
  { slice, sizeBytes }: SourceFile,
  at: number,
): Promise<{ readonly message: Message; readonly end: number } | undefined> {
  if (at === sizeBytes) return undefined
  const prefix = new DataView(await slice(at, Math.min(at + 8, sizeBytes)))
  if (prefix.getUint32(0, true) !== continuation) throw new Error('it is not an Arrow stream')
  const size = prefix.getInt32(4, true)
  if (size === 0) return undefined
  const bodyAt = at + 8 + size
  if (size < 0 || size > metadataBytesMax || bodyAt > sizeBytes) throw new Error('a message leaves the file')
  const table = Table.root(new DataView(await slice(at + 8, bodyAt)))
  const bodyBytes = table.long(3)
  if (bodyBytes < 0 || bodyAt + bodyBytes > sizeBytes) throw new Error('a message leaves the file')
  if (bodyBytes > bodyBytesMax) throw new Error('a record batch is larger than 512 MiB')
  const header = table.table(2)
  if (header === undefined) throw new Error('a message has no header')
  const end = bodyAt + bodyBytes
  return { message: { header, type: table.byte(1), body: await slice(bodyAt, end) }, end }
}

function rowsOf(
  fields: readonly ArrowField[],
  {
    message: { header, body },
    dictionaries,
  }: { readonly message: Message; readonly dictionaries: Dictionaries },
): readonly { readonly [name: string]: unknown }[] {
  const columns = new ArrowColumns({ batch: header, body, dictionaries })
  const values = fields.map((field) => [field.name, columns.read(field)] as const)
  const length = header.long(0)
  if (values.some(([, column]) => column.length !== length))
    throw new Error('columns of a record batch differ in length')
  return Array.from({ length: values.length === 0 ? 0 : length }, (_, i) =>
    Object.fromEntries(values.map(([name, column]) => [name, column[i] ?? null])),
  )
}

/** Adds the values of a dictionary batch. A batch that is no delta replaces earlier values. */
function addDictionary(
  dictionaries: Map<number, readonly unknown[]>,
  {
    fields,
    message: { header, body },
  }: { readonly fields: readonly ArrowField[]; readonly message: Message },
): void {
  const id = header.long(0)
  const field = fields.flatMap(dictionaryFields).find(({ dictionary }) => dictionary?.id === id)
  const batch = header.table(1)
  if (field === undefined || batch === undefined) throw new Error('a dictionary belongs to no column')
  const values = new ArrowColumns({ batch, body, dictionaries }).read({ ...field, dictionary: undefined })
  const isDelta = header.byte(2) === 1
  dictionaries.set(id, isDelta ? [...(dictionaries.get(id) ?? []), ...values] : values)
}

export async function* arrowRecords(file: SourceFile): AsyncGenerator<ReadResult> {
  let at = await streamStart(file)
  let line = 0
  let fields: readonly ArrowField[] | undefined
  const dictionaries = new Map<number, readonly unknown[]>()
  for (;;) {
    const nextMessage = await messageAt(file, at)
    if (nextMessage === undefined) return
    at = nextMessage.end
    const { message } = nextMessage
    if (message.type === headerTypes.schema) fields = message.header.tables(1).map(fieldOf)
    else if (fields === undefined) throw new Error('a batch comes before the schema')
    else if (message.type === headerTypes.dictionary) addDictionary(dictionaries, { fields, message })
    else if (message.type !== headerTypes.batch) throw new Error('a message of this type is not supported')
    else {
      for (const record of rowsOf(fields, { message, dictionaries })) {
        line += 1
        yield { at: { file: file.path, line }, record }
      }
    }
  }
}
