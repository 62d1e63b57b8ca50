// Checks the integrity of Parquet files before they are decoded. hyparquet reads past the end of a page, ignores page
// checksums and returns `undefined` for missing values, so a damaged file would be imported with wrong rows.
//
//   thrift     a strict reader of the structures in footers and page headers
//   footer     the footer: required fields, the schema, one chunk per column, sizes inside the file
//   pages      the pages of a column chunk: checksum, sizes, number of values and rows
//   levels     repetition and definition levels, and runs of dictionary indexes
//   values     the length of the values of a page, by encoding
//   codecs/    strict decoders: snappy, lz4, zstd, gzip, brotli
//
// Pure and without Node: importers run it in browsers. Start with checked-file.ts.
// docs/adr/050-check-parquet-before-decoding.md has the reasons.

/** An inconsistent file, and the location of the inconsistency. */
export class DamagedParquet extends Error {
  /** The path of the column, joined by dots; undefined: the footer. */
  readonly column: string | undefined

  constructor(message: string, location?: { readonly column: string; readonly rowGroup: number }) {
    super(
      location === undefined
        ? message
        : `Column '${location.column}', row group ${location.rowGroup}: ${message}`,
    )
    this.name = 'DamagedParquet'
    this.column = location?.column
  }
}

export function throwDamaged(message: string): never {
  throw new DamagedParquet(message)
}

/** Throws unless the condition holds. */
export function requireIntact(isIntact: boolean, message: string): asserts isIntact {
  if (!isIntact) throwDamaged(message)
}
