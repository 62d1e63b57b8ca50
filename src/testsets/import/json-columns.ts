/** The key under which our own Parquet files name the columns that are JSON text. */
export const jsonColumnsKey = 'assay.json_columns'
