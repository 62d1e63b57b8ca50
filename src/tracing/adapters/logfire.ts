// Plain spans of Logfire: a function with its arguments and return value, or a text with the values in it.
// `logfire.json_schema` lists the values that the program passed to the span and which of them are JSON text.
import { isObject, valueAt, type OpenObject, type Value } from '../value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { json, one, type Mapper, type Rule } from './mapper.ts'

const rules: readonly Rule[] = [
  one('logfire.msg', 'meta.message'),
  one('logfire.msg_template', 'meta.message_template'),
  one('logfire.level_num', 'meta.level'),
  one('logfire.tags', 'meta.tags'),
]

/** The name of a function's return value. */
const returnMember = 'return'

/** Maps a span that Logfire itself created. To spans of other libraries it adds only a message. */
export function mapPlainSpan(mapper: Mapper): void {
  if (mapper.attribute('logfire.msg_template') === undefined) return
  for (const rule of rules) mapper.apply(rule)
  const properties = valueAt(json(mapper.attribute('logfire.json_schema') ?? null), ['properties'])
  if (!isObject(properties)) return
  const inputs: OpenObject = {}
  for (const [name, schema] of Object.entries(properties)) {
    const attribute = mapper.attribute(name)
    if (attribute === undefined) continue
    const value = isJson(schema) ? json(attribute) : attribute
    if (name === returnMember) mapper.write('data.outputs', value)
    else setOwn(inputs, name, value)
  }
  if (Object.keys(inputs).length > 0) mapper.write('data.inputs', inputs)
}

const isJson = (schema: Value): boolean => {
  const type = isObject(schema) ? ownMember(schema, 'type') : undefined
  return type === 'object' || type === 'array'
}
