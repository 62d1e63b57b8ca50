// Columns that analytics groups spans by. The engine computes them from the map of attributes when it stores a span,
// because reading the map takes twenty times as long as reading such a column.

/**
 * The attributes of each column, the most important first. The column has the JSON text of the first one that is a
 * short string, '' if there is none. A change needs a migration.
 */
export const groupColumns = {
  model_name: ['ag.meta.request.model', 'ag.meta.response.model'],
  application_slug: ['ag.references.application.slug'],
  environment_name: [
    'ag.references.environment.slug',
    'deployment.environment.name',
    'deployment.environment',
    'otel.resource.deployment.environment.name',
    'otel.resource.deployment.environment',
  ],
} as const

export type GroupColumn = keyof typeof groupColumns

/** The expression of a column over the map of short strings. */
export const groupColumnSql = (column: GroupColumn): string =>
  groupColumns[column].reduceRight(
    (rest, path) => `if(mapContains(strings, '${path}'), toJSONString(strings['${path}']), ${rest})`,
    `''`,
  )
