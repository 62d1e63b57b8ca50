// The tables of the brotli decoder in hyparquet-compressors, which has no types for them.
declare module 'hyparquet-compressors/src/brotli.context.js' {
  export const lookup: Uint8Array
  export const lookupOffsets: Uint16Array
}
declare module 'hyparquet-compressors/src/brotli.prefix.js' {
  interface Range {
    readonly offset: number
    readonly nbits: number
  }
  export const kBlockLengthPrefixCode: readonly Range[]
  export const kInsertLengthPrefixCode: readonly Range[]
  export const kCopyLengthPrefixCode: readonly Range[]
  export const kInsertRangeLut: readonly number[]
  export const kCopyRangeLut: readonly number[]
}
declare module 'hyparquet-compressors/src/brotli.transform.js' {
  export const kNumTransforms: number
  /** Writes a word of the dictionary and returns the number of its bytes. */
  export function transformDictionaryWord(
    output: Uint8Array,
    at: number,
    wordOffset: number,
    wordLength: number,
    transform: number,
  ): number
}
