// What a value becomes when its column gets another type, as the server does it.
export { converted, isColumnType, type ColumnType } from '../../sdk/testsets/conversion.ts'
