// The columns of the list in the URL: ids in display order, each with its width if a person changed it,
// as in `name~240,input,attributes.ag.tags.team`. Commas, tildes and percent signs of ids are percent-encoded.

export interface VisibleColumn {
  readonly id: string
  readonly widthPx?: number
}

export const columnsDefault = 'name,input,output,status,scores,duration,tokens,cost,time'
/** The columns on a phone, where rows are cards (columns.tsx). */
export const columnsNarrow = 'name,input,output,status,duration,time'

export const attributePrefix = 'attributes.'
export const annotationPrefix = 'annotation.'

const encodeId = (id: string): string => id.replaceAll(/[%,~]/g, encodeURIComponent).replaceAll('~', '%7E')

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign was typed by hand and encodes nothing.
    return text
  }
}

/** Parses the columns, each once. Empty ids and invalid widths are dropped. */
export function parseColumns(text: string): readonly VisibleColumn[] {
  const columns = new Map<string, VisibleColumn>()
  for (const part of text.split(',')) {
    const [name = '', width = ''] = part.split('~')
    const id = decodeId(name)
    const widthPx = Math.round(Number(width))
    if (id === '' || columns.has(id)) continue
    columns.set(id, { id, ...(widthPx >= 40 && widthPx <= 2000 ? { widthPx } : {}) })
  }
  return [...columns.values()]
}

export const columnsText = (columns: readonly VisibleColumn[]): string =>
  columns
    .map(({ id, widthPx }) => `${encodeId(id)}${widthPx === undefined ? '' : `~${Math.round(widthPx)}`}`)
    .join(',')

/** Adds a column, in front of the time if that is the last one. */
export function withColumn(columns: readonly VisibleColumn[], id: string): readonly VisibleColumn[] {
  if (columns.some((column) => column.id === id)) return columns
  const at = columns.at(-1)?.id === 'time' ? columns.length - 1 : columns.length
  return columns.toSpliced(at, 0, { id })
}

/** Removes a column. The last one cannot be removed: a list needs at least one. */
export const withoutColumn = (columns: readonly VisibleColumn[], id: string): readonly VisibleColumn[] =>
  columns.length === 1 ? columns : columns.filter((column) => column.id !== id)

export function moveColumn(
  columns: readonly VisibleColumn[],
  id: string,
  by: -1 | 1,
): readonly VisibleColumn[] {
  const from = columns.findIndex((column) => column.id === id)
  const column = columns[from]
  const to = from + by
  if (column === undefined || to < 0 || to >= columns.length) return columns
  return columns.toSpliced(from, 1).toSpliced(to, 0, column)
}

export const withWidth = (
  columns: readonly VisibleColumn[],
  id: string,
  widthPx: number,
): readonly VisibleColumn[] =>
  columns.map((column) => (column.id === id ? { ...column, widthPx: Math.round(widthPx) } : column))

/** The attributes that these columns need, as members of `fields`. */
export const attributeFields = (columns: string | undefined): readonly string[] =>
  columns === undefined
    ? []
    : parseColumns(columns).flatMap(({ id }) =>
        id === 'tags' ? ['attributes.ag.tags'] : id.startsWith(attributePrefix) ? [id] : [],
      )

/** Evaluator and output of a column such as `annotation.helpful.score`. */
export function annotationPath(
  id: string,
): { readonly evaluator: string; readonly output: string } | undefined {
  if (!id.startsWith(annotationPrefix)) return undefined
  const [evaluator = '', ...rest] = id.slice(annotationPrefix.length).split('.')
  return evaluator === '' || rest.length === 0 ? undefined : { evaluator, output: rest.join('.') }
}

/** The details that are requested besides the spans. */
export const requiredDetails = (columns: readonly VisibleColumn[]) => ({
  annotations: columns.some(({ id }) => id === 'scores' || id.startsWith(annotationPrefix)),
  models: columns.some(({ id }) => id === 'model'),
})
