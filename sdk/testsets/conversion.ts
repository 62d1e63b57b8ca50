// What a value becomes when its column gets another type: the same as on the server.
export { converted, isColumnType, type ColumnType } from '../../src/testsets/conversion.ts'
