// Converts values when the type of a column changes, as the server does.
export { convertValue, isColumnType, type ColumnType } from '../../sdk/testsets/conversion.ts'
