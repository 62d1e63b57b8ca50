// Lists the attributes of spans and their values, for completion while typing. Only the newest spans of the
// window are read: the answer is needed between two keystrokes, and counts only order the list.
import type {
  AttributeKey,
  AttributeKeysQuery,
  AttributeValue,
  AttributeValuesQuery,
} from '../contract/contract.ts'
import type { Run } from './reader.ts'

/**
 * The newest spans within the bounds; a recently replaced span may appear twice. The time of the oldest of them is
 * read first: a wide column in reverse order, up to a limit, took five times as long (1,000,000 spans, 50,000 of
 * them read: 490 ms of processor time instead of 90).
 */
const newestRows = (columns: string, bounds: string): string => {
  const liveRows = `FROM spans WHERE project_id = {project:UUID} AND is_deleted = 0 AND ${bounds}`
  return `SELECT ${columns} ${liveRows} AND start_time >= (
    SELECT min(start_time) FROM (
      SELECT start_time ${liveRows} ORDER BY project_id DESC, start_time DESC LIMIT {spansMax:UInt32}))`
}

const keyColumns = ['strings', 'numbers', 'booleans'].map((map) => `${map}.keys AS ${map}_keys`).join(', ')

export function readAttributeKeys(run: Run, query: AttributeKeysQuery): Promise<readonly AttributeKey[]> {
  const keysOf = (column: string, type: string): string =>
    `arrayMap(name -> (toString(name), '${type}'), ${column}_keys)`
  return run<AttributeKey>(
    `SELECT attribute.1 AS key, groupUniqArray(attribute.2) AS types, count() AS count FROM (
       SELECT arrayJoin(arrayConcat(${keysOf('strings', 'string')}, ${keysOf('numbers', 'number')},
         ${keysOf('booleans', 'boolean')})) AS attribute
       FROM (${newestRows(keyColumns, query.bounds.sql)}))
     WHERE startsWith(key, {prefix:String})
     GROUP BY key ORDER BY count DESC, key LIMIT {limit:UInt32}`,
    { ...query.bounds.params, prefix: query.prefix, limit: query.limit, spansMax: query.spansMax },
  )
}

/** The value as the text of a filter. */
const valueSql = ({ of }: AttributeValuesQuery): string =>
  of.column === undefined
    ? `multiIf(mapContains(strings, {key:String}), toString(strings[{key:String}]),
         mapContains(numbers, {key:String}), toString(numbers[{key:String}]),
         mapContains(booleans, {key:String}), toString(booleans[{key:String}]), NULL)`
    : `toString(${of.column})`

export function readAttributeValues(
  run: Run,
  query: AttributeValuesQuery,
): Promise<readonly AttributeValue[]> {
  const { of } = query
  const columns = of.column ?? 'strings, numbers, booleans'
  return run<AttributeValue>(
    `SELECT assumeNotNull(attribute_text) AS value, count() AS count FROM (
       SELECT ${valueSql(query)} AS attribute_text FROM (${newestRows(columns, query.bounds.sql)}))
     WHERE attribute_text IS NOT NULL AND startsWith(lowerUTF8(assumeNotNull(attribute_text)), lowerUTF8({prefix:String}))
     GROUP BY value ORDER BY count DESC, value LIMIT {limit:UInt32}`,
    {
      ...query.bounds.params,
      prefix: query.prefix,
      limit: query.limit,
      spansMax: query.spansMax,
      ...(of.key === undefined ? {} : { key: of.key }),
    },
  )
}
