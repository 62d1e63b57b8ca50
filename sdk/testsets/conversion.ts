// Converts values to another column type, with the code of the server.
export { convertValue, isColumnType, type ColumnType } from '../../src/testsets/conversion.ts'
